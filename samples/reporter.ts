import { isTurn, getLabel, type TimedLine } from './timeline.ts'

const linesOnPage = 25
const textWidth = 56
const pageNumberColumn = 62

export interface Place {
  page: number
  line: number
}

export function writeReporterTranscript(lines: readonly TimedLine[]): { text: string; places: Place[] } {
  const rows: string[] = []
  const places: Place[] = []
  for (const line of lines) {
    places.push({ page: Math.floor(rows.length / linesOnPage) + 1, line: (rows.length % linesOnPage) + 1 })
    rows.push(...wrap(isTurn(line) ? `     ${getLabel(line)}:  ${line.text}` : `          ${line.note}`))
  }
  const pages: string[] = []
  for (let first = 0; first < rows.length; first += linesOnPage) {
    const page = rows.slice(first, first + linesOnPage)
    const numbered = Array.from({ length: linesOnPage }, (_, index) =>
      `${String(index + 1).padStart(2)}   ${page[index] ?? ''}`.trimEnd(),
    )
    pages.push([String(pages.length + 1).padStart(pageNumberColumn), '', ...numbered].join('\n'))
  }
  return { text: `${pages.join('\n\f')}\n`, places }
}

function wrap(text: string): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    if (row !== '' && (row + word).length > textWidth) {
      rows.push(row)
      row = word.trimStart()
    } else row += word
  }
  return [...rows, row]
}
