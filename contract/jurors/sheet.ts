import { parseCsv } from '../csv.ts'
import { type ColumnTarget, getNamePartOrder, guessTarget, guessTargets, importLimits, isNameColumn } from './import.ts'
import { readJurorLine } from './lines.ts'

/** `targets` is set if there's no header row. They're guessed from the cells, and the headers are made up. */
export type Sheet = { headers: string[]; rows: string[][]; targets?: ColumnTarget[] }
type Cells = readonly (readonly string[])[]

const title = /\b(?:jurors|jury|venire|panelists|names)\b/i

export function parseTable(text: string): Sheet {
  const cells = mergeNameHeadings(trimCells(parseCsv(text)))
  const lines = trimCells(text.split(/\r\n?|\n/).map((line) => [line.replace(/^\uFEFF/, '')]))
  const [[heading = '', second] = []] = cells
  if (hasHeadings(cells)) {
    return readOneColumn(cells, lines) ?? readHeaded(cells)
  }
  const isTable = text.includes('\t') || cells.every((row) => row.length === 1) || hasNumberColumn(cells)
  const list = isTable ? cells : lines
  const isTitled = second === undefined && title.test(heading) && !isNumbered([heading])
  return readColumns(isTitled ? list.slice(1) : list) ?? readHeaded(cells)
}

export function toSheet(raw: Cells): Sheet {
  const cells = trimCells(raw)
  return (hasHeadings(cells) ? null : readColumns(cells)) ?? readHeaded(cells)
}

/** Returns false for text that isn't a table or a list. */
export const hasJurors = ({ headers, rows, targets }: Sheet): boolean =>
  rows.length > 0 && (targets !== undefined || headers.length > 1 || hasNumberColumn(rows))

/** Returns true if the text is certainly a list of jurors, although nobody asked to import one. */
export function isJurorTable({ headers, rows, targets }: Sheet): boolean {
  if (!targets) return rows.length > 0 && headers.length > 1 && guessTargets({ headers, rows }, false).includes('jurorNumber') // prettier-ignore
  return targets.includes('displayName')
    ? rows.length > 1 || targets.includes('jurorNumber')
    : rows.length > 1 && !targets.includes('leave_out')
}

const trimCells = (cells: Cells): string[][] =>
  cells.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ''))

function transpose(cells: Cells): string[][] {
  const widest = cells.reduce((width, row) => Math.max(width, row.length), 0)
  const width = Math.min(widest, importLimits.columns)
  return Array.from({ length: width }, (_, index) => cells.map((row) => row[index] ?? ''))
}

const mostly = <T>(all: readonly T[], test: (each: T) => boolean): boolean => all.filter(test).length * 2 > all.length

const lastFirst = /\b(?:last|family|sur)\s*(?:name)?\s*[,/]\s*(?:first|given)\b/i

function readOneColumn(cells: Cells, lines: Cells): Sheet | null {
  const [[heading = '', second] = []] = cells
  const isSplit = second !== undefined || cells.some((row) => row.length > 1)
  const list = (isSplit ? lines : cells).slice(1)
  const isOneColumn = second === undefined || isLastFirstLine(lines)
  const isList = isOneColumn && (guessTarget(heading) === 'displayName' || mostly(list, isNumbered))
  return isList ? readColumns(list) : null
}

/** "Last, First" without quotes, above lines such as "21. Hill, Ann" or "Hill, Ann", splits into two headings. */
function isLastFirstLine([[heading = ''] = [], ...body]: Cells): boolean {
  const parts = heading.split(',')
  return (
    parts.length === 2 &&
    !heading.includes('\t') &&
    lastFirst.test(heading) &&
    (isPlainName(parts) || mostly(body, isNumbered))
  )
}

const isPlainName = ([last = '', first = '']: readonly string[]): boolean => isNameColumn(last) && isNameColumn(first)

/** Merges the headings "Last" and "First" if one quoted cell below holds both names. */
function mergeNameHeadings(cells: string[][]): string[][] {
  const [head = [], ...body] = cells
  const at = head.findIndex((last, index) => isPlainName([last, head[index + 1]!]) && getNamePartOrder(last) === 2)
  const isOneCell = (row: readonly string[]) => row.length < head.length && (row[at] ?? '').includes(',')
  if (at < 0 || !mostly(body, isOneCell)) return cells
  return [head.toSpliced(at, 2, `${head[at]}, ${head[at + 1]}`), ...body]
}

function readHeaded(cells: Cells): Sheet {
  const [head = [], ...body] = cells
  const kept = head
    .map((header, index) => ({ header, index }))
    .filter(({ header, index }) => header !== '' || body.some((row) => (row[index] ?? '') !== ''))
  const columns = kept.map(({ header, index }) => {
    const values = body.map((row) => row[index] ?? '')
    const isLastFirst = lastFirst.test(header) && isNameColumn(header)
    return isLastFirst
      ? { header: 'Name', values: values.map(putFirstNameFirst) }
      : { header: header || `Column ${index + 1}`, values }
  })
  return {
    headers: columns.map(({ header }) => header),
    rows: body.map((_, at) => columns.map(({ values }) => values[at] ?? '')),
  }
}

const phoneOrDate = /^(?:\d{3}-)?\d{3}-\d{4}$|^\d{4}-\d\d-\d\d$/

function isNumber(cell: string): boolean {
  const { numbers, rest } = readJurorLine(cell)
  return numbers.length === 1 && rest === '' && /^[\p{L}\d-]{1,12}$/u.test(numbers[0] ?? '') && !phoneOrDate.test(cell)
}

const hasNumberColumn = (cells: Cells): boolean => transpose(cells).some((column) => mostly(column, isNumber))

function isNumbered([cell = '']: readonly string[]): boolean {
  const { numbers, rest } = readJurorLine(cell)
  return numbers.length > 0 && rest !== ''
}

function hasHeadings(cells: Cells): boolean {
  const [head = [], ...body] = cells
  if (isNumber(head[0] ?? '')) return false
  const known = head.map(guessTarget)
  if (known.includes('jurorNumber')) return true
  if (isNumbered(head) && mostly(cells, isNumbered)) return false
  return (
    known.some((target) => target !== 'questionnaire' && target !== 'leave_out') ||
    (body.length > 0 && transpose(body).some((column, at) => mostly(column, isNumber) && !isNumber(head[at] ?? '')))
  )
}

type Column = { header?: string; target: ColumnTarget; cells: readonly string[] }

function readColumns(rows: Cells): Sheet | null {
  if (rows.some((row) => row.length > importLimits.columns)) return null
  const filled = transpose(rows).filter((column) => column.some((cell) => cell !== ''))
  const columns = transpose(splitLines(transpose(filled)))
  const { number, order } = findNumbers(columns)
  const names = findNames(columns, number >= 0)
  if (number < 0 && names.length === 0) return null
  const list = columns.flatMap((cells, index): Column[] => {
    if (index === number) return [{ header: 'Number', target: 'jurorNumber', cells: cells.map(readNumber) }]
    if (index === order) return [{ header: 'Order', target: 'orderIndex', cells: cells.map(readNumber) }]
    if (!names.includes(index)) return [{ target: 'leave_out', cells }]
    if (names.length === 1) return readNames(cells)
    return [{ header: index === names[0] ? 'Last name' : 'First name', target: 'displayName', cells }]
  })
  const places = rows.map((_, index) => `${index + 1}`)
  if (number < 0) list.unshift({ header: 'Place in the list', target: 'leave_out', cells: places })
  return {
    headers: list.map(({ header }, index) => header ?? `Column ${index + 1}`),
    rows: transpose(list.map(({ cells }) => cells)),
    targets: list.map(({ target }) => target),
  }
}

const readNumber = (cell: string): string => (isNumber(cell) ? (readJurorLine(cell).numbers[0] ?? cell) : cell)

/** Splits "21. Hill, Ann  Nurse" into the number, the name, and the text after a wide gap or dash, or before a digit. */
function splitLines(rows: Cells): string[][] {
  if (!mostly(rows, isNumbered)) return rows.map(([first = '', ...others]) => [...(others.length > 0 ? [first] : splitText(first)), ...others]) // prettier-ignore
  const lines = rows.map(([first = '', ...others]) => ({ ...readJurorLine(first), others }))
  const count = mostly(lines, ({ numbers }) => numbers.length > 1) ? 2 : 1
  return lines.map(({ numbers, rest, others }) => [
    ...Array.from({ length: count }, (_, index) => numbers[index] ?? ''),
    ...splitText([...numbers.slice(count), rest].join(' ')),
    ...others,
  ])
}

const splitText = (text: string): string[] =>
  text.replaceAll(/\s{3,}/g, '  ').split(/(?<!,)\s{2,}|\s+[–—-]\s+|,?\s+(?=\(?#?\d)/)

const isCount = (cells: readonly string[]): boolean => cells.every((cell, index) => Number(cell) === index + 1)
const isAge = (cell: string): boolean => /^(?:1[89]|[2-9]\d)$/.test(cell)

/** Juror numbers seldom repeat. In a column after the first, numbers from 18 to 99 may be ages. */
function findNumbers(columns: Cells): { number: number; order: number } {
  const [first, second] = columns
    .map((column, index) => ({ column, index, cells: column.map(readNumber) }))
    .filter(({ column, cells }) => mostly(column, isNumber) && new Set(cells).size * 5 >= cells.length * 4)
    .filter(({ index, cells }) => index === 0 || !cells.every(isAge))
  return first && second?.index === first.index + 1 && isCount(first.cells) && !isCount(second.cells)
    ? { number: second.index, order: first.index }
    : { number: first?.index ?? -1, order: -1 }
}

const isName = (cell: string): boolean => /^[\p{L}\p{M}'’.“”"(),\s-]{2,80}$/u.test(cell) && cell.split(/\s+/).length < 7
const isCapitalized = (cell: string): boolean => cell.split(/\s+/).every((each) => !/^\p{Ll}{4}/u.test(each))
const isFullName = (cell: string): boolean => isName(cell) && isCapitalized(cell) && /\S[\s,]+\S/.test(cell)
const isOneName = (cell: string): boolean =>
  isName(cell) && isCapitalized(cell) && !/[\s,]/.test(cell.replace(/\s\p{L}\.?$/u, ''))

/** Returns the column of whole names, or the columns of last and first names. */
function findNames(columns: Cells, hasNumber: boolean): number[] {
  const whole = columns.findIndex((column) => mostly(column, isFullName))
  const last = columns.findIndex(
    (column, at) => mostly(column, isOneName) && mostly(columns[at + 1] ?? [''], isOneName),
  )
  if (last >= 0 && (whole < 0 || last < whole)) return [last, last + 1]
  const found = whole >= 0 || !hasNumber ? whole : columns.findIndex((column) => mostly(column, isName))
  return found >= 0 ? [found] : []
}

const suffix = /^(?:jr|sr|ii|iii|iv|md|phd|esq)\.?$/i
const surname =
  /^(?:(?:de|del|de la|de los|della|di|da|dos|la|le|van|van der|von|st\.?|el|al|bin) )?\S+(?: (?:jr|sr|ii|iii|iv)\.?)?$/i

const splitName = (cell: string): string[] => cell.split(',').map((part) => part.trim())

/** Puts the given number of parts before the first part, and suffixes last. */
function orderName(parts: readonly string[], count: number): { full: string; others: string } {
  const [name = '', ...others] = parts.filter((part) => part !== '' && !suffix.test(part))
  const first = others.splice(0, count)
  const full = [...first, name, ...parts.filter((part) => suffix.test(part))].filter(Boolean).join(' ')
  return { full, others: others.join(', ') }
}

const putFirstNameFirst = (cell: string): string => orderName(splitName(cell), Infinity).full

/** Writes "Hill, Ann B." as "Ann B. Hill" if most of the column does. What follows the name gets its own column. */
function readNames(cells: readonly string[]): Column[] {
  const split = cells.map(splitName)
  const isLastFirst = mostly(
    split.filter((parts) => parts.filter((part) => !suffix.test(part)).length > 1),
    ([last = '']) => surname.test(last),
  )
  const names = split.map((parts) => orderName(parts, isLastFirst ? 1 : 0))
  const others = names.map((each) => each.others)
  return [
    { header: 'Name', target: 'displayName', cells: names.map(({ full }) => full) },
    ...(others.some(Boolean) ? [{ target: 'leave_out', cells: others } as const] : []),
  ]
}
