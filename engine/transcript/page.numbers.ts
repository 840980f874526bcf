import type { Page } from './pages.ts'

/** The stamp of the federal filing system counts the pages of the filing, not those of the transcript. */
const filingStamp =
  /\bCase:? \S+ (?:Document|Doc\.?|DktEntry:?|ECF No\.?) \S+ (?:Filed:? \S+ )?Page(?:ID)?:? \d+(?: of \d+)?/gi

export const withoutStamp = (text: string): string => text.replaceAll(filingStamp, ' ').replaceAll(/\s+/g, ' ').trim()

/**
 * Gives every page its number: the integer among the unnumbered lines that grows by one from page to page. Pages without
 * one are counted on from the page before. False where the file has no page numbers; then pages count from 1.
 */
export function numberPages(pages: Page[], below: readonly string[]): boolean {
  if (pages.every((page) => page.number !== undefined)) return true
  const gaps = [...pages.map((page) => page.above), below].map(listNumbers)
  const votes = new Map<number, number>()
  for (const [at, numbers] of gaps.entries())
    for (const number of numbers) votes.set(number - at, (votes.get(number - at) ?? 0) + 1)
  const [offset, count] = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [1, 0]
  const isFound = count >= Math.max(pages.length === 1 ? 1 : 2, pages.length * 0.4)
  const has = (at: number, number: number): boolean => gaps[at]?.has(number) ?? false
  // A number at the foot of a page stands in the gap after it.
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

/** Integers that stand alone in a line ("128 LBG8MAXVD1", "Page 12", "- 12 -", "0034"). */
function listNumbers(texts: readonly string[]): Set<number> {
  const numbers = new Set<number>()
  for (const text of texts)
    for (const found of withoutStamp(text).matchAll(/(?<=^|\s|-)(\d{1,6})(?=$|\s|-(?:\s|$))/g))
      numbers.add(Number(found[1]))
  return numbers
}
