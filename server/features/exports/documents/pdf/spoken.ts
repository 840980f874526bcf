import type { Block } from '../content/doc.ts'
import { ink, type Pen, type Style } from './pen.ts'

type SpokenBlock = Extract<Block, { kind: 'spoken' }>

/** As court reporters number them. */
export const linesPerPage = 25
const mono: Style = { face: 'mono', size: 10 }
const head: Style = { face: 'bold', size: 10 }
const small: Style = { face: 'mono', size: 7.5, color: ink.soft }
/** Blanks that do not count as the end of a word. */
const indent = '\u00A0'.repeat(4)
const columns = { number: 26, time: 62 } as const

/** Pages of numbered lines, the time of each turn as a link beside its first line. */
export function drawSpoken(pen: Pen, { title, lines }: SpokenBlock): void {
  const step = stepOf(pen)
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

/** The numbers of a page of spoken lines: drawn with its other margins, since no artifact may stand inside a paragraph. */
export function drawLineNumbers(pen: Pen): void {
  const x = pen.left + columns.number - 8
  for (let number = 1; number <= linesPerPage; number++)
    pen.write(String(number).padStart(2), pen.left, pen.top + (number - 1) * stepOf(pen) + 1, small)
  pen.pdf.lineWidth(0.5).strokeColor(ink.rule)
  pen.pdf
    .moveTo(x, pen.top - 6)
    .lineTo(x, pen.bottom)
    .stroke()
}

const stepOf = ({ top, bottom }: Pen): number => (bottom - top) / linesPerPage
