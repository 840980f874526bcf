import { readFileSync } from 'node:fs'
import { labels, type Label } from '../taxonomy.ts'

/** In `words/learned.txt`, `[label]` starts a list. A line has a phrase and how often it was right, such as `(4 of 5)`. */
function readPhrases(): Record<Label, Map<string, RegExp>> {
  const found = Object.fromEntries(labels.map((label) => [label, new Map<string, RegExp>()])) as ReturnType<
    typeof readPhrases
  >
  let into: Map<string, RegExp> | undefined
  for (const line of readFileSync(new URL('../words/learned.txt', import.meta.url), 'utf8').split('\n')) {
    const label = labels.find((each) => line === `[${each}]`)
    if (label) into = found[label]
    const phrase = /^- (.+?) \(/.exec(line)?.[1]
    if (phrase) into?.set(phrase, toPattern(phrase))
  }
  return found
}
const toPattern = (phrase: string) =>
  new RegExp(`(?<![a-z0-9'-])${phrase.replaceAll(/[$.*+?]/g, '\\$&').replaceAll(' ', '[^a-z0-9.?!;$]+')}(?![a-z0-9'-])`)

let phrases: Record<Label, ReadonlyMap<string, RegExp>> | undefined

/** Replaces the lists while they are measured. */
export function setPhrases(lists: Readonly<Record<Label, readonly string[]>>): void {
  phrases = Object.fromEntries(
    labels.map((label) => [label, new Map(lists[label].map((phrase) => [phrase, toPattern(phrase)]))]),
  ) as Record<Label, Map<string, RegExp>>
}

export function findPhrase(label: Label, folded: string): { phrase: string; from: number; to: number } | null {
  phrases ??= readPhrases()
  for (const [phrase, pattern] of phrases[label]) {
    const match = pattern.exec(folded)
    if (match) return { phrase, from: match.index, to: match.index + match[0].length }
  }
  return null
}
