import type { Cell } from '../content/doc.ts'
import { ink, type Pen, type Style } from './pen.ts'

const body: Style = { face: 'sans', size: 8.5 }
const bold: Style = { face: 'bold', size: 8.5 }
const padding = 4

type TableData = {
  label: string
  /** Null: the first cell of every row is its head. */
  head: string[] | null
  /** In parts of the whole. */
  widths: number[]
  rows: Cell[][]
}
type Laid = { lines: string[]; link: string | null; isHead: boolean }

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
const linkOf = (cell: Cell): string | null => (typeof cell === 'string' ? null : cell.url)

/**
 * A tagged table by lines: a row that fits no page is continued on the next, and the head is repeated there, marked as an
 * artifact so that it is read aloud once.
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
      lines: pen.wrap(textOf(cell), columns[at]! - 2 * padding, isHead(at) ? bold : body),
      link: linkOf(cell),
      isHead: isHead(at),
    }))
  const heightOf = (row: readonly Laid[]) =>
    Math.max(1, ...row.map(({ lines }) => lines.length)) * lineHeight + 2 * padding
  const paint = ({ lines, link, isHead }: Laid, at: number) => {
    for (const [index, line] of lines.entries())
      pen.write(line, lefts[at]! + padding, pen.y + padding + index * lineHeight, isHead ? bold : body, link)
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
    pen.y += heightOf(row)
    rule()
  }
  const repeatHead = () => {
    if (!headCells) return
    pen.artifact(() => headCells.forEach(paint))
    pen.y += heightOf(headCells)
    rule()
  }

  pen.need((headCells ? heightOf(headCells) : 0) + lineHeight + 2 * padding)
  if (headCells) drawRow(headCells, 'Column')
  for (const cells of rows) {
    let rest = lay(cells, (at) => head === null && at === 0)
    while (rest.length > 0) {
      const room = Math.floor((pen.bottom - pen.y - 2 * padding) / lineHeight)
      const most = Math.max(1, ...rest.map(({ lines }) => lines.length))
      const fitsPage = heightOf(rest) + (headCells ? heightOf(headCells) : 0) <= pen.bottom - pen.top
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
