import type { Block, Caption, CaptionParty, Cell } from '../content/doc.ts'
import { ink, type Pen, type Style } from './pen.ts'

const text: Style = { face: 'sans', size: 9.5 }
const note: Style = { face: 'sans', size: 8.5, color: ink.soft }
const strong: Style = { face: 'bold', size: 9.5 }
const quote: Style = { face: 'serif', size: 10.5 }
const headings: Record<2 | 3, Style> = { 2: { face: 'bold', size: 13 }, 3: { face: 'bold', size: 10.5 } }
/** The type definitions for pdfkit don't include this method. */
type ImageOpener = { openImage(path: string): { width: number; height: number } }

const stillWidth = 230
/** Wide enough for "1:04:07, page:line 1204:25". */
const placeWidth = 150
const seatHeight = 46

export function drawLines(pen: Pen, type: string, words: string, style: Style, indent = 0): void {
  const height = pen.lineHeight(style)
  const lines = pen.wrap(words, pen.width - indent, style)
  pen.need(height)
  pen.tag(pen.root, type, () => {
    for (const [at, line] of lines.entries()) {
      pen.need(height)
      // Without the space, screen readers join the words around a line break.
      pen.write(at < lines.length - 1 ? `${line} ` : line, pen.left + indent, pen.y, style)
      pen.y += height
    }
  })
}

const ruleChars = 30
/** A missing value becomes a blank line to fill in, never a guess. */
const orBlank = (text: string): string => (text === '' ? '_'.repeat(ruleChars) : text)
const caption = { court: { face: 'serifBold', size: 12 }, text: { face: 'serif', size: 10.5 }, gap: 16 } as const

export function drawCaption(pen: Pen, given: Caption): void {
  const { pdf } = pen
  for (const [words, style] of [
    [orBlank(given.court), caption.court],
    [given.place, caption.text],
  ] as const)
    for (const line of words === '' ? [] : pen.wrap(words, pen.width, style)) drawCentered(pen, 'P', line, style)
  pen.y += 14
  const half = pen.width / 2
  const top = pen.y
  const column = (lines: { text: string; indent: number }[], left: number) => {
    pen.y = top
    for (const { text: words, indent } of lines)
      pen.tag(pen.root, 'P', () => {
        for (const line of pen.wrap(words, half - caption.gap - indent, caption.text)) {
          pen.write(`${line} `, left + indent, pen.y, caption.text)
          pen.y += pen.lineHeight(caption.text)
        }
        pen.y += 3
      })
    return pen.y
  }
  const parties = column(listParties(given), pen.left)
  const facts = column(
    [
      ['Case No.', orBlank(given.caseNumber)],
      ['Judge', orBlank(given.judge)],
      ['Courtroom', given.courtroom],
    ].flatMap(([name, value]) => (value === '' ? [] : [{ text: `${name} ${value}`, indent: 0 }])),
    pen.left + half + caption.gap,
  )
  pen.y = Math.max(parties, facts) + 4
  pen.artifact(() => {
    pdf.lineWidth(0.8).strokeColor(ink.text)
    const x = pen.left + half
    pdf.moveTo(x, top).lineTo(x, pen.y).moveTo(pen.left, pen.y).lineTo(x, pen.y).stroke()
  })
  pen.y += 18
}

function listParties({ above, below, others, action }: Caption): { text: string; indent: number }[] {
  if (above.names.length + below.names.length === 0) return [{ text: action, indent: 0 }]
  const named = ({ names, role }: CaptionParty, end: string) => [
    ...(names.length > 0 ? names : [orBlank('')]).map((name) => ({ text: `${name}${role ? ',' : ''}`, indent: 0 })),
    ...(role ? [{ text: `${role}${end}`, indent: 28 }] : []),
  ]
  return [
    ...named(above, ','),
    { text: 'v.', indent: 14 },
    ...named(below, others ? ',' : '.'),
    ...(others ? [{ text: 'and', indent: 14 }, ...named(others, '.')] : []),
  ]
}

export function drawCentered(pen: Pen, type: string, line: string, style: Style): void {
  pen.need(pen.lineHeight(style))
  const x = pen.left + Math.max(0, (pen.width - pen.measure(line, style)) / 2)
  pen.tag(pen.root, type, () => pen.write(line, x, pen.y, style))
  pen.y += pen.lineHeight(style)
}

export type Chapters = { last: PDFKit.PDFOutline | null }

export function drawBlock(pen: Pen, block: Block, chapters: Chapters): void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(pen, block, chapters)
    case 'text': {
      drawLines(pen, 'P', block.text, block.tone === 'note' ? note : block.tone === 'strong' ? strong : text)
      pen.y += 5
      return
    }
    case 'facts':
      return drawTable(pen, { label: 'Facts', head: null, widths: [2, 5], rows: block.rows })
    case 'table':
      return drawTable(pen, block)
    case 'quote':
      return drawQuote(pen, block)
    case 'spoken':
      return drawSpoken(pen, block)
    case 'seats':
      return drawSeats(pen, block.rows)
    case 'still':
      return drawStill(pen, block)
    case 'signature': {
      pen.need(60 + (block.lines.length + 2) * pen.lineHeight(text))
      pen.y += 40
      drawLines(pen, 'P', '_'.repeat(38), text)
      for (const line of [block.name, ...block.lines]) if (line) drawLines(pen, 'P', line, text)
      return
    }
  }
}

function drawHeading(pen: Pen, { level, text: words }: Extract<Block, { kind: 'heading' }>, chapters: Chapters): void {
  pen.need(100)
  if (pen.y > pen.top) pen.y += level === 2 ? 14 : 8
  const options = { top: pen.y - 10, expanded: false } as never
  if (level === 2) chapters.last = pen.pdf.outline.addItem(words, options)
  else (chapters.last ?? pen.pdf.outline).addItem(words, options)
  drawLines(pen, `H${level}`, words, headings[level])
  pen.y += 4
}

function drawQuote(
  pen: Pen,
  { question, text: words, by, cite, note: remark }: Extract<Block, { kind: 'quote' }>,
): void {
  pen.need(44)
  if (question) drawLines(pen, 'P', `Q. ${question}`, note, 12)
  drawLines(pen, 'BlockQuote', `“${words}”`, quote, 12)
  const place = [cite.label, cite.pageLine && `page:line ${cite.pageLine}`].filter(Boolean).join(', ')
  const height = pen.lineHeight(note)
  // The attribution may not fit next to the cite.
  const lines = pen.wrap(by, pen.width - 12 - (place ? placeWidth + 8 : 0), note)
  pen.need(height * lines.length)
  pen.tag(pen.root, 'P', () => {
    for (const [at, line] of lines.entries()) pen.write(line, pen.left + 12, pen.y + at * height, note)
  })
  if (place) {
    const x = pen.left + pen.width - placeWidth
    pen.tag(pen.root, cite.url ? 'Link' : 'P', () => pen.write(place, x, pen.y, note, cite.url))
  }
  pen.y += height * lines.length
  if (remark) drawLines(pen, 'P', remark, note, 12)
  pen.y += 8
}

function drawSeats(pen: Pen, rows: Extract<Block, { kind: 'seats' }>['rows']): void {
  const { pdf } = pen
  const alt = 'Seats, back row first'
  const table = pdf.struct('Table', { alt })
  pen.root.add(table)
  for (const seats of rows.toReversed()) {
    pen.need(seatHeight + 8)
    const width = pen.width / seats.length
    const tr = pdf.struct('TR')
    table.add(tr)
    for (const [place, seat] of seats.entries()) {
      if (!seat) continue
      const x = pen.left + place * width
      pen.artifact(() =>
        pdf
          .lineWidth(0.7)
          .strokeColor(ink.rule)
          .rect(x + 2, pen.y, width - 4, seatHeight)
          .stroke(),
      )
      pen.tag(tr, 'TD', () => {
        pen.write(String(seat.number), x + 6, pen.y + 4, { ...note, size: 7 })
        const lines = [...pen.wrap(seat.label, width - 12, { ...strong, size: 8.5 }).slice(0, 2)]
        for (const [at, line] of lines.entries()) pen.write(line, x + 6, pen.y + 14 + at * 11, { ...strong, size: 8.5 })
        const last = pen.wrap(seat.note, width - 12, { ...note, size: 6.5 })[0] ?? ''
        pen.write(last, x + 6, pen.y + seatHeight - 10, { ...note, size: 6.5 })
      })
    }
    tr.end()
    pen.y += seatHeight + 6
  }
  table.end()
  drawLines(pen, 'P', 'Front of the box', note)
}

function drawStill(pen: Pen, { path, alt }: Extract<Block, { kind: 'still' }>): void {
  if (path === null) return
  const image = (pen.pdf as unknown as ImageOpener).openImage(path)
  const height = (stillWidth / image.width) * image.height
  pen.need(height + 8)
  pen.tag(pen.root, 'Figure', () => pen.pdf.image(path, pen.left + 12, pen.y, { width: stillWidth }), { alt })
  pen.y += height + 8
}

type SpokenBlock = Extract<Block, { kind: 'spoken' }>

/** Standard for court transcripts. */
export const linesPerPage = 25
const mono: Style = { face: 'mono', size: 10 }
const head: Style = { face: 'bold', size: 10 }
const small: Style = { face: 'mono', size: 7.5, color: ink.soft }
/** No-break spaces keep a line from wrapping at the indent. */
const indent = '\u00A0'.repeat(4)
const columns = { number: 26, time: 62 } as const

export function drawSpoken(pen: Pen, { title, lines }: SpokenBlock): void {
  const step = getStep(pen)
  const textLeft = pen.left + columns.number
  const textWidth = pen.width - columns.number - columns.time
  let at = linesPerPage
  const nextLine = () => {
    if (at >= linesPerPage) {
      pen.newPage()
      pen.numbered.add(pen.pageIndex())
      at = 0
    }
    pen.y = pen.top + at * step
    at++
  }
  nextLine()
  pen.pdf.outline.addItem(title, { top: pen.y - 10 } as never)
  pen.tag(pen.root, 'H2', () => pen.write(pen.wrap(title, textWidth, head)[0] ?? '', textLeft, pen.y, head))
  for (const { speaker, text, cite } of lines) {
    nextLine()
    if (cite.label !== '')
      pen.tag(pen.root, 'Link', () =>
        pen.write(cite.label, pen.left + pen.width - columns.time + 12, pen.y + 1.5, small, cite.url),
      )
    const wrapped = pen.wrap(`${indent}${speaker}:  ${text}`, textWidth, mono)
    pen.tag(pen.root, 'P', () => {
      for (const [index, line] of wrapped.entries()) {
        if (index > 0) nextLine()
        pen.write(line, textLeft, pen.y, mono)
      }
    })
  }
  pen.y = pen.bottom
}

/** Line numbers are drawn separately from the text because an artifact can't be inside a paragraph. */
export function drawLineNumbers(pen: Pen): void {
  const x = pen.left + columns.number - 8
  for (let number = 1; number <= linesPerPage; number++)
    pen.write(String(number).padStart(2), pen.left, pen.top + (number - 1) * getStep(pen) + 1, small)
  pen.pdf.lineWidth(0.5).strokeColor(ink.rule)
  pen.pdf
    .moveTo(x, pen.top - 6)
    .lineTo(x, pen.bottom)
    .stroke()
}

const getStep = ({ top, bottom }: Pen): number => (bottom - top) / linesPerPage

const body: Style = { face: 'sans', size: 8.5 }
const bold: Style = { face: 'bold', size: 8.5 }
const padding = 4

type TableData = {
  label: string
  /** If null, the first cell of each row is its header. */
  head: string[] | null
  widths: number[]
  rows: Cell[][]
}
type Laid = { lines: string[]; link: string | null; isHead: boolean }

const toText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
const readLink = (cell: Cell): string | null => (typeof cell === 'string' ? null : cell.url)

/**
 * Continues long rows on the next page. The repeated header is an artifact so that screen readers read it only once.
 */
export function drawTable(pen: Pen, { label, head, widths, rows }: TableData): void {
  const { pdf } = pen
  const total = widths.reduce((sum, each) => sum + each, 0)
  const columns = widths.map((each) => (each / total) * pen.width)
  const lefts = columns.map((_, at) => pen.left + columns.slice(0, at).reduce((sum, each) => sum + each, 0))
  const lineHeight = pen.lineHeight(body)
  const table = pdf.struct('Table', { alt: label })
  pen.root.add(table)

  const lay = (cells: readonly Cell[], isHead: (at: number) => boolean): Laid[] =>
    cells.map((cell, at) => ({
      lines: pen.wrap(toText(cell), columns[at]! - 2 * padding, isHead(at) ? bold : body),
      link: readLink(cell),
      isHead: isHead(at),
    }))
  const getHeight = (row: readonly Laid[]) =>
    Math.max(1, ...row.map(({ lines }) => lines.length)) * lineHeight + 2 * padding
  const paint = ({ lines, link, isHead }: Laid, at: number) => {
    for (const [index, line] of lines.entries())
      pen.write(`${line} `, lefts[at]! + padding, pen.y + padding + index * lineHeight, isHead ? bold : body, link)
  }
  const rule = () =>
    pen.artifact(() => {
      pdf.lineWidth(0.5).strokeColor(ink.rule)
      pdf
        .moveTo(pen.left, pen.y)
        .lineTo(pen.left + pen.width, pen.y)
        .stroke()
    })
  const headCells = head && lay(head, () => true)
  const drawRow = (row: readonly Laid[], scope: 'Column' | 'Row') => {
    const tr = pdf.struct('TR')
    table.add(tr)
    for (const [at, cell] of row.entries()) {
      const draw = () => paint(cell, at)
      if (cell.isHead) pen.tag(tr, 'TH', draw, { scope })
      else if (cell.link) {
        const td = pdf.struct('TD')
        tr.add(td)
        pen.tag(td, 'Link', draw)
        td.end()
      } else pen.tag(tr, 'TD', draw)
    }
    tr.end()
    pen.y += getHeight(row)
    rule()
  }
  const repeatHead = () => {
    if (!headCells) return
    pen.artifact(() => headCells.forEach(paint))
    pen.y += getHeight(headCells)
    rule()
  }

  const firstHeight = rows[0] ? getHeight(lay(rows[0], (at) => head === null && at === 0)) : 0
  pen.need(Math.min((headCells ? getHeight(headCells) : 0) + firstHeight, (pen.bottom - pen.top) / 2))
  if (headCells) drawRow(headCells, 'Column')
  for (const cells of rows) {
    let rest = lay(cells, (at) => head === null && at === 0)
    while (rest.length > 0) {
      const room = Math.floor((pen.bottom - pen.y - 2 * padding) / lineHeight)
      const most = Math.max(1, ...rest.map(({ lines }) => lines.length))
      const fitsPage = getHeight(rest) + (headCells ? getHeight(headCells) : 0) <= pen.bottom - pen.top
      if (most > room && (fitsPage || room < 3)) {
        pen.newPage()
        repeatHead()
        continue
      }
      drawRow(
        rest.map((cell) => ({ ...cell, lines: cell.lines.slice(0, room) })),
        'Row',
      )
      const more = rest.map((cell) => ({ ...cell, lines: cell.lines.slice(room) }))
      rest = more.some(({ lines }) => lines.length > 0) ? more : []
    }
  }
  table.end()
  pen.y += 8
}
