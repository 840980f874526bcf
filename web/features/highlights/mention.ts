/** What is being typed after an "@", and who may be meant. */

export type Mention = {
  /** Of the "@" in the text. */
  from: number
  typed: string
}

/** Names have a few words; whatever is longer is no name any more. */
const longest = 60
const most = 8

/** The mention at the caret: from an "@" that is no part of a word (an e-mail address is none) on the same line. */
export function mentionAt(text: string, caret: number): Mention | null {
  const before = text.slice(Math.max(0, caret - longest - 1), caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || before.includes('\n', at)) return null
  const from = caret - before.length + at
  if (/[\p{L}\p{N}]/u.test(text[from - 1] ?? '')) return null
  return { from, typed: before.slice(at + 1) }
}

/** Names that begin as typed come first, then those with a word that does. */
export function namesLike(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase()
  const rank = (name: string): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    return lower.split(/[\s,]+/).some((word) => wanted !== '' && word.startsWith(wanted)) ? 1 : 2
  }
  return [...new Set(names)]
    .map((name) => ({ name, rank: rank(name) }))
    .filter((each) => each.rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name)
}
