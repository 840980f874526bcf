import type { RationaleLevel, RationaleRegime } from '#contract/strikes/rationale.ts'

export type Holding = {
  level: Exclude<RationaleLevel, 'ok'>
  sentence: string
  why: string
  source: string
  verified: boolean
}

export type WordRule = {
  id: string
  /** Patterns must have the `g` and `i` flags. */
  looksFor: readonly RegExp[]
  /** Phrases in which the words are harmless. They are replaced with spaces before matching. */
  harmless: readonly RegExp[]
  holds: Partial<Record<'everywhere' | RationaleRegime, Holding>>
}

export const joinAlternatives = (...alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`

export const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`\\b${joinAlternatives(...alternatives)}\\b`, 'gi')

/** Matches both patterns in either order if they are in one clause and at most `apart` characters apart. */
export const near = (first: string, second: string, apart = 60): RegExp[] => [
  new RegExp(`\\b(?:${first})\\b[^.;!?\\n]{0,${apart}}?\\b(?:${second})\\b`, 'gi'),
  new RegExp(`\\b(?:${second})\\b[^.;!?\\n]{0,${apart}}?\\b(?:${first})\\b`, 'gi'),
]

export type Found = { words: string; from: number; to: number }

const blank = (text: string, harmless: readonly RegExp[]): string =>
  harmless.reduce((left, each) => left.replaceAll(each, (match) => ' '.repeat(match.length)), text)

export function findWords(text: string, { looksFor, harmless }: Pick<WordRule, 'looksFor' | 'harmless'>): Found[] {
  const searched = blank(text, harmless)
  const spans = looksFor
    .flatMap((each) => [...searched.matchAll(each)])
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const found: Found[] = []
  for (const { from, to } of spans) {
    const last = found.at(-1)
    if (last && from < last.to) {
      last.to = Math.max(last.to, to)
      last.words = text.slice(last.from, last.to)
    } else found.push({ words: text.slice(from, to), from, to })
  }
  return found
}

export const quotedRanges = (text: string): { from: number; to: number }[] =>
  [...text.matchAll(/“[^”]*”|"[^"]*"/g)].map((match) => ({ from: match.index, to: match.index + match[0].length }))

export function clauseAround(
  text: string,
  { from, to }: { from: number; to: number },
): { before: string; after: string } {
  return {
    before: /[^.;!?\n]*$/.exec(text.slice(0, from))?.[0] ?? '',
    after: /^[^.;!?\n]*/.exec(text.slice(to))?.[0] ?? '',
  }
}
