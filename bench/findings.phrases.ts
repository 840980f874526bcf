/** Lists phrases that several authors used with the same label, and rarely without it. */
import { splitWords } from '#engine/findings/language/utterance.ts'
import { labels, type Label } from '#engine/findings/taxonomy.ts'
import type { Author } from './findings.authors.ts'

const longestPhrase = 4
const fewestAuthors = 3
const leastPrecision = 0.45
/** A phrase needs at least one word that isn't one of these. */
const empty =
  /^(?:an?|the|this|that|these|those|i|me|my|we|us|our|you|your|he|him|his|she|her|it|its|they|them|their|who|what|which|am|are|is|was|were|be|been|being|do|does|did|have|has|had|will|would|can|could|to|of|in|on|at|by|for|from|with|as|and|or|but|so|if|then|than|there|yes|yeah|no|oh|well|just|one|sir|ma'am|judge|honor)$/

type Count = { authors: Set<string>; right: number; all: number }
export type Phrase = { phrase: string; right: number; all: number; authors: number }

const listPhrases = (text: string): Set<string> => {
  const words = splitWords(text).filter((word) => !/\d/.test(word))
  return new Set(
    words.flatMap((_, at) =>
      Array.from({ length: Math.min(longestPhrase, words.length - at) }, (_, more) => words.slice(at, at + more + 1))
        .filter((phrase) => phrase.some((word) => !empty.test(word)))
        .map((phrase) => phrase.join(' ')),
    ),
  )
}

export function learnPhrases(authors: readonly Author[]): Record<Label, Phrase[]> {
  const counts = Object.fromEntries(labels.map((label) => [label, new Map<string, Count>()])) as Record<
    Label,
    Map<string, Count>
  >
  const uses = new Map<string, number>()
  for (const { name, answers } of authors)
    for (const { label, candidate } of answers)
      for (const phrase of listPhrases(candidate.heard.answer.text)) {
        uses.set(phrase, (uses.get(phrase) ?? 0) + 1)
        if (label === 'none') continue
        const count = counts[label].get(phrase) ?? { authors: new Set(), right: 0, all: 0 }
        counts[label].set(phrase, { authors: count.authors.add(name), right: count.right + 1, all: 0 })
      }
  return Object.fromEntries(labels.map((label) => [label, choose(counts[label], uses)])) as Record<Label, Phrase[]>
}

function choose(counts: Map<string, Count>, uses: ReadonlyMap<string, number>): Phrase[] {
  const good = [...counts].flatMap(([phrase, { authors, right }]) => {
    const all = uses.get(phrase)!
    const isGood = authors.size >= fewestAuthors && right / (all + 1) >= leastPrecision
    return isGood ? [{ phrase, right, all, authors: authors.size }] : []
  })
  const known = new Set(good.map(({ phrase }) => phrase))
  // A longer phrase says nothing new if part of it is listed.
  const isNew = ({ phrase }: Phrase) => ![...listPhrases(phrase)].some((part) => part !== phrase && known.has(part))
  return good.filter(isNew).sort((a, b) => b.right - a.right || (a.phrase < b.phrase ? -1 : 1))
}
