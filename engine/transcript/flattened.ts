/** Shorter lines are lines; a page of 25 run together has well over a thousand characters. */
const charactersAtLeast = 400
const linesAtLeast = 15
/** Reporters' lines hold about sixty characters; numbers in the text make worse spacing than the line numbers do. */
const usualLineCharacters = 55

type Mark = { number: number; at: number; cost: number; before: Mark | null }

/**
 * Text taken from a PDF sometimes has a whole numbered page on one line ("1 JUROR: I live alone. 2 THE COURT: …"). Such a
 * line is cut again at its line numbers: the chain 1, 2, 3 … whose gaps are most like lines. Others come back as they are.
 */
export function splitFlattened(text: string): string[] {
  if (text.length < charactersAtLeast) return [text]
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
  if (longest < linesAtLeast) return [text]
  let last: Mark | null = marks.filter((mark) => mark.number === longest).sort((a, b) => a.cost - b.cost)[0] ?? null
  const parts: string[] = []
  let end = text.length
  for (; last; last = last.before) {
    parts.unshift(text.slice(last.at, end).trim())
    end = last.at
  }
  return [text.slice(0, end).trim(), ...parts].filter((part) => part !== '')
}
