import { splitFlattened } from './flattened.ts'

/** A page as it stands in the file: its numbered lines, and the unnumbered ones between the page before and this. */
export type Page = { above: string[]; lines: { line: number; text: string }[]; number?: number }

/** Courts write 25 lines a page, some 28, a few 32; a larger number at the head of a line belongs to its text. */
const linesAtMost = 36
/** Files without their blank lines skip numbers; a longer skip is a number in the text. */
const skipAtMost = 10

const numbered = /^[ \t]{0,12}(?:\d{1,2}:\d{2}:\d{2}(?:[.:]\d{2,3})?[ \t]+)?(\d{1,2})[.:)]?(?:[ \t]+(\S.*)?)?$/
/** "0012:05  text": page and line before every line, as review programs export them. */
const prefixed = /^\s*0*(\d{1,6}):0*(\d{1,2})(?:\s+(.*))?$/

/**
 * Cuts a reporter's ASCII file into pages by its line numbers: a page begins where they start again, or after a form
 * feed. What is not numbered (running heads, page numbers, stamps) goes to `above` of the next page, or to `below`;
 * inside a page it is the rest of the line above it.
 */
export function cutPages(text: string): { pages: Page[]; below: string[] } {
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
    const found = numbered.exec(row)
    const line = Number(found?.[1] ?? 0)
    const content = (found?.[2] ?? '').trim()
    const page = pages.at(-1)
    const goesOn =
      page !== undefined && !isNewSheet && line > previous && line <= previous + skipAtMost && line <= linesAtMost
    if (found && goesOn) {
      const last = page.lines.at(-1)
      if (last) last.text = [last.text, ...above].join(' ').trim()
      page.lines.push({ line, text: content })
    } else if (found && line >= 1 && (line <= 2 || (isNewSheet && line <= skipAtMost && content !== ''))) {
      pages.push({ above, lines: [{ line, text: content }] })
    } else {
      if (row.trim() !== '') above.push(row.trim())
      continue
    }
    above = []
    previous = line
    isNewSheet = false
  }
  return dropPageNumbersAmongLines(pages, above)
}

/** A page number alone on its row looks like an empty line: one past the usual last line, or a page of nothing else. */
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
