import { withoutAccents } from '#contract/accents.ts'
import type { Term } from './search.query.ts'

/** Words of a snippet before and after the first that was found. */
const before = 8
const after = 26

/** Lower case, without accents and marks: as the database compares words. Parts of "couldn't" are two words there, too. */
export const fold = (text: string): string[] =>
  withoutAccents(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Where in a turn the query was found: the index of the first white-space separated word of the first term that
 * occurs, and a snippet around it. Index 0 where nothing is recognised.
 */
export function locate(text: string, terms: readonly Term[]): { word: number; snippet: string } {
  const words = text.split(/\s+/).filter(Boolean)
  const parts = splitParts(words)
  const found = terms.map((term) => findTerm(parts, term)).filter((each) => each !== null)
  const word = found.length > 0 ? Math.min(...found) : 0
  const from = Math.max(0, word - before)
  const to = Math.min(words.length, word + after)
  const snippet = words.slice(from, to).join(' ')
  return { word, snippet: `${from > 0 ? '… ' : ''}${snippet}${to < words.length ? ' …' : ''}` }
}

/** A snippet of the first of these texts that holds one of the terms; of the first at all where none does. */
export function cutSnippet(texts: readonly string[], terms: readonly Term[]): string {
  const text = texts.find((each) => terms.some((term) => holds(each, term))) ?? texts[0] ?? ''
  return locate(text, terms).snippet
}

export const holds = (text: string, term: Term): boolean =>
  findTerm(splitParts(text.split(/\s+/).filter(Boolean)), term) !== null

/** Each part knows the word it is in: "couldn't" is one word with two parts. */
const splitParts = (words: readonly string[]) =>
  words.flatMap((word, index) => fold(word).map((part) => ({ part, index })))

function findTerm(parts: readonly { part: string; index: number }[], { kind, text }: Term): number | null {
  const wanted = fold(text)
  if (wanted.length === 0) return null
  const fits = (part: string | undefined, at: number): boolean =>
    kind === 'prefix' && at === wanted.length - 1 ? part?.startsWith(wanted[at]!) === true : part === wanted[at]
  const start = parts.findIndex((_each, from) => wanted.every((_want, at) => fits(parts[from + at]?.part, at)))
  return parts[start]?.index ?? null
}
