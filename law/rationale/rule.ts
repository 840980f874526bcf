/** A rule about words: what it looks for, what it must not be misled by, and what it says under each law. */
import type { RationaleLevel, RationaleRegime } from '#contract/strikes/rationale.ts'

export type Holding = {
  level: Exclude<RationaleLevel, 'ok'>
  /** `{words}` stands for the words found. */
  sentence: string
  why: string
  source: string
  verified: boolean
}

export type WordRule = {
  id: string
  /** Each with the flags g and i. */
  looksFor: readonly RegExp[]
  /** Text in which the same words mean something else: it is blanked before the search. */
  harmless: readonly RegExp[]
  /** The gravest one that applies is told. */
  holds: Partial<Record<'everywhere' | RationaleRegime, Holding>>
}

/** One pattern of several alternatives, given as the source of regular expressions; whole words only. */
export const words = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`\\b(?:${alternatives.join('|')})\\b`, 'gi')

/** Both in one clause, in either order, at most so many characters apart. */
export const near = (first: string, second: string, apart = 60): RegExp[] => [
  new RegExp(`\\b(?:${first})\\b[^.;!?\\n]{0,${apart}}?\\b(?:${second})\\b`, 'gi'),
  new RegExp(`\\b(?:${second})\\b[^.;!?\\n]{0,${apart}}?\\b(?:${first})\\b`, 'gi'),
]

export type Found = { words: string; from: number; to: number }

const blank = (text: string, harmless: readonly RegExp[]): string =>
  harmless.reduce((left, each) => left.replaceAll(each, (match) => ' '.repeat(match.length)), text)

/** Where a rule finds its words; each place once, with overlapping places taken for one. */
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

/** The quoted stretches of a text: what the juror said, not the author. */
export const quotedRanges = (text: string): { from: number; to: number }[] =>
  [...text.matchAll(/“[^”]*”|"[^"]*"/g)].map((match) => ({ from: match.index, to: match.index + match[0].length }))

/** The clause around a place, up to the next full stop, semicolon or line. */
export function clauseAround(
  text: string,
  { from, to }: { from: number; to: number },
): { before: string; after: string } {
  return {
    before: /[^.;!?\n]*$/.exec(text.slice(0, from))?.[0] ?? '',
    after: /^[^.;!?\n]*/.exec(text.slice(to))?.[0] ?? '',
  }
}
