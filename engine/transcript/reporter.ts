import { endList } from '#contract/quotes.ts'
import { readDialogue } from './dialogue.ts'
import { finishTurns, type Line, type TextTranscript } from './draft.ts'

const repeatsAtLeast = 3
/** A shorter repeated line could be an answer. */
const charactersAtLeast = 6

const timeOfDay = /^\d{1,2}:\d{2}:\d{2}(?:[.:]\d{2,3})?(?:\s+|$)|\s{2,}\d{1,2}:\d{2}(?::\d{2}(?:[.:]\d{2,3})?)?$/

export function readReporterAscii(text: string): TextTranscript {
  const warnings: string[] = []
  const { pages, below } = cutPages(text)
  if (!numberPages(pages, below)) warnings.push('The pages have no page numbers, so they were counted from 1.')
  const furniture = findFurniture(pages, below)
  stripFurniture(pages, furniture)
  const lost = [...pages.slice(1).flatMap((page) => page.above), ...below].filter(
    (text) => !isFurniture(text, furniture),
  )
  if (lost.length > 0)
    warnings.push(
      `${lost.length} unnumbered ${lost.length === 1 ? 'line was' : 'lines were'} left out: ${quoteLines(lost)}`,
    )
  if (stripTimes(pages))
    warnings.push('Times of day in the margin were removed. They don’t match times in the recording.')
  const lines = listLines(pages)
  const dialogue = readDialogue(lines, false) ?? {
    drafts: [{ speaker: null, role: 'unknown' as const, jurorNumber: null, pieces: lines }],
    cuts: [],
    warnings: ['No line has a speaker label.'],
  }
  const { drafts, cuts } = dialogue
  return { turns: finishTurns(drafts), warnings: [...warnings, ...dialogue.warnings], cuts }
}

function listLines(pages: readonly Page[]): Line[] {
  const lines: Line[] = []
  for (const page of pages) {
    let afterBlank = false
    for (const { line, text } of page.lines) {
      if (text === '') afterBlank = true
      else {
        lines.push({ text, page: page.number ?? null, line, afterBlank })
        afterBlank = false
      }
    }
  }
  return lines
}

const shape = (text: string): string => withoutStamp(text).replaceAll(/\d+/g, '#').toLowerCase()

function findFurniture(pages: readonly Page[], below: readonly string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const above of [...pages.map((page) => page.above), below])
    for (const key of new Set(above.map(shape))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count >= repeatsAtLeast ? [key] : [])))
}

const isFurniture = (text: string, furniture: ReadonlySet<string>): boolean =>
  furniture.has(shape(text)) ||
  !/\p{L}{2}/u.test(withoutStamp(text)) ||
  /^page #$/.test(shape(text)) ||
  takeEnd(text, furniture) === ''

/** In some files, the footer is numbered like a line of text. */
function stripFurniture(pages: readonly Page[], furniture: ReadonlySet<string>): void {
  for (const page of pages)
    for (let at = page.lines.length - 1; at >= 0; at--) {
      const line = page.lines[at]
      if (!line) break
      const rest = takeEnd(line.text, furniture)
      if (rest === line.text && line.text !== '') break
      line.text = rest
    }
}

function takeEnd(text: string, furniture: ReadonlySet<string>): string {
  let rest = text
  for (let isCut = true; isCut;) {
    isCut = false
    for (const key of furniture) {
      if (key.length < charactersAtLeast) continue
      const pattern = key
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('#', '\\d+')
        .replaceAll(' ', '\\s+')
      const cut = rest.replace(new RegExp(`(?:^|\\s+)${pattern}\\s*$`, 'i'), '')
      isCut ||= cut !== rest
      rest = cut
    }
  }
  return rest
}

function stripTimes(pages: readonly Page[]): boolean {
  const lines = pages.flatMap((page) => page.lines).filter((line) => line.text !== '')
  if (lines.filter((line) => timeOfDay.test(line.text)).length < lines.length * 0.4 || lines.length === 0) return false
  for (const line of lines) line.text = line.text.replace(timeOfDay, '').trim()
  return true
}

const quoteLines = (texts: readonly string[]): string =>
  endList(
    texts.map((text) => text.slice(0, 60)),
    4,
  )

/** `above` holds the unnumbered lines before the page. */
type Page = { above: string[]; lines: NumberedLine[]; number?: number }
type NumberedLine = { line: number; text: string }

/** Courts use 25, 28, or up to 32 lines per page. A larger number is part of the text. */
const linesAtMost = 36
/**
 * Files that omit blank lines have gaps in their numbering. If a gap is larger than this, the number is part of the
 * text.
 */
const skipAtMost = 10

const numbered = /^[ \t]{0,12}(?:\d{1,2}:\d{2}:\d{2}(?:[.:]\d{2,3})?[ \t]+)?(\d{1,2})[.:)]?(?:[ \t]+(\S.*)?)?$/
/** Matches "0012:05  text", the export format of review programs. */
const prefixed = /^\s*0*(\d{1,6}):0*(\d{1,2})(?:\s+(.*))?$/

/** A page starts after a form feed or when line numbers restart. */
function cutPages(text: string): { pages: Page[]; below: string[] } {
  const rows = text.split('\n')
  if (rows.filter((row) => prefixed.test(row)).length > 0.7 * rows.filter((row) => row.trim() !== '').length)
    return readPrefixed(rows)
  const pages: Page[] = []
  let above: string[] = []
  let previous = Infinity
  let isNewSheet = true
  for (const row of rows.flatMap((part) => part.split(/(?<=\f)|(?=\f)/)).flatMap(splitFlattened)) {
    if (row === '\f') {
      isNewSheet = true
      continue
    }
    const found = readNumbered(row)
    const page = pages.at(-1)
    if (found && page && !isNewSheet && continuesPage(found.line, previous)) {
      const last = page.lines.at(-1)
      if (last) last.text = [last.text, ...above].join(' ').trim()
      page.lines.push(found)
    } else if (found && opensPage(found, isNewSheet)) {
      pages.push({ above, lines: [found] })
    } else {
      if (row.trim() !== '') above.push(row.trim())
      continue
    }
    above = []
    previous = found.line
    isNewSheet = false
  }
  return dropPageNumbersAmongLines(pages, above)
}

function readNumbered(row: string): NumberedLine | null {
  const [found, line, text = ''] = numbered.exec(row) ?? []
  return found === undefined ? null : { line: Number(line), text: text.trim() }
}

const continuesPage = (line: number, previous: number): boolean =>
  line > previous && line <= previous + skipAtMost && line <= linesAtMost

const opensPage = ({ line, text }: NumberedLine, isNewSheet: boolean): boolean =>
  line >= 1 && (line <= 2 || (isNewSheet && line <= skipAtMost && text !== ''))

/** A page number on its own line looks like an empty numbered line. */
function dropPageNumbersAmongLines(pages: Page[], below: string[]): { pages: Page[]; below: string[] } {
  const counts = new Map<number, number>()
  for (const page of pages) {
    const last = page.lines.at(-1)?.line ?? 0
    counts.set(last, (counts.get(last) ?? 0) + 1)
  }
  const usual = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? linesAtMost
  const kept: Page[] = []
  let carried: string[] = []
  for (const page of pages) {
    page.above.unshift(...carried)
    carried = []
    while (page.lines.at(-1)?.text === '' && (page.lines.at(-1)?.line ?? 0) > usual)
      carried.unshift(String(page.lines.pop()?.line))
    if (page.lines.length <= 2 && page.lines.every((line) => line.text === ''))
      carried = [...page.above, ...page.lines.map((line) => String(line.line)), ...carried]
    else kept.push(page)
  }
  return { pages: kept, below: [...carried, ...below] }
}

function readPrefixed(rows: readonly string[]): { pages: Page[]; below: string[] } {
  const pages: Page[] = []
  for (const row of rows) {
    const found = prefixed.exec(row)
    const page = pages.at(-1)
    const text = (found ? (found[3] ?? '') : row).trim()
    const last = page?.lines.at(-1)
    if (!found) {
      if (last) last.text = `${last.text} ${text}`.trim()
      continue
    }
    const line = { line: Number(found[2]), text }
    if (page?.number === Number(found[1])) page.lines.push(line)
    else pages.push({ above: [], lines: [line], number: Number(found[1]) })
  }
  return { pages, below: [] }
}

/** The federal filing stamp counts the pages of the filing, not the transcript. */
const filingStamp =
  /\bCase:? \S+ (?:Document|Doc\.?|DktEntry:?|ECF No\.?) \S+ (?:Filed:? \S+ )?Page(?:ID)?:? \d+(?: of \d+)?/gi

const withoutStamp = (text: string): string => text.replaceAll(filingStamp, ' ').replaceAll(/\s+/g, ' ').trim()

function numberPages(pages: Page[], below: readonly string[]): boolean {
  if (pages.every((page) => page.number !== undefined)) return true
  const gaps = [...pages.map((page) => page.above), below].map(listNumbers)
  const has = (at: number, number: number): boolean => gaps[at]?.has(number) ?? false
  const [offset, count] = countOffsets(gaps)[0] ?? [1, 0]
  const isFound = count >= Math.max(pages.length === 1 ? 1 : 2, pages.length * 0.4)
  // A page number in a footer is found after its page, not before it.
  const shift = isFound && !has(0, offset) && has(pages.length, pages.length + offset) ? 1 : 0
  let previous = isFound ? offset + shift - 1 : 0
  for (const [at, page] of pages.entries()) {
    const jump = [...(gaps[at + shift] ?? [])].find((number) => number > previous && has(at + shift + 1, number + 1))
    const isNext = has(at + shift, previous + 1) || !isFound || jump === undefined
    previous = isNext ? previous + 1 : jump
    page.number = previous
  }
  return isFound
}

function countOffsets(gaps: readonly ReadonlySet<number>[]): [offset: number, count: number][] {
  const votes = new Map<number, number>()
  for (const [at, numbers] of gaps.entries())
    for (const number of numbers) votes.set(number - at, (votes.get(number - at) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])
}

function listNumbers(texts: readonly string[]): Set<number> {
  const numbers = new Set<number>()
  for (const text of texts)
    for (const found of withoutStamp(text).matchAll(/(?<=^|\s|-)(\d{1,6})(?=$|\s|-(?:\s|$))/g))
      numbers.add(Number(found[1]))
  return numbers
}

const flatCharactersAtLeast = 400
const flatLinesAtLeast = 15
/** Typical characters per line. Line numbers recur at about this interval; other numbers don't. */
const usualLineCharacters = 55

type Mark = { number: number; at: number; cost: number; before: Mark | null }

/** Splits a page that is all on one line. Chooses the sequence of line numbers with the most plausible spacing. */
function splitFlattened(text: string): string[] {
  if (text.length < flatCharactersAtLeast) return [text]
  const marks: Mark[] = []
  for (const found of text.matchAll(/(?<=^|\s)([1-9]\d?)(?=\s)/g)) {
    const number = Number(found[1])
    const at = found.index
    let best: Mark | null = number === 1 ? { number, at, cost: 0, before: null } : null
    for (const before of marks) {
      if (before.number !== number - 1) continue
      const cost = before.cost + (at - before.at - usualLineCharacters) ** 2
      if (best === null || cost < best.cost) best = { number, at, cost, before }
    }
    if (best) marks.push(best)
  }
  const longest = Math.max(0, ...marks.map((mark) => mark.number))
  if (longest < flatLinesAtLeast) return [text]
  let last: Mark | null = marks.filter((mark) => mark.number === longest).sort((a, b) => a.cost - b.cost)[0] ?? null
  const parts: string[] = []
  let end = text.length
  for (; last; last = last.before) {
    parts.unshift(text.slice(last.at, end).trim())
    end = last.at
  }
  return [text.slice(0, end).trim(), ...parts].filter((part) => part !== '')
}
