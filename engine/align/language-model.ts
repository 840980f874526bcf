/** A trigram model of one transcript, in ARPA format: it makes the recogniser expect what was written down. */
import type { Token } from './tokens.ts'

/** Counts are lowered by this much for what was never written (absolute discounting): half is the usual choice. */
const discount = 0.5
const separator = ' '

const log = (probability: number): string => Math.max(-99, Math.log10(probability)).toFixed(4)

function count(keys: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let i = 0; i + order <= keys.length; i += 1) {
    const gram = keys.slice(i, i + order).join(separator)
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

const head = (gram: string): string => gram.slice(0, gram.lastIndexOf(separator))
const tail = (gram: string): string => gram.slice(gram.indexOf(separator) + 1)

/** For each history: how often it was followed by anything, and by how many different words. */
function countHistories(grams: Map<string, number>): Map<string, { total: number; kinds: number }> {
  const histories = new Map<string, { total: number; kinds: number }>()
  for (const [gram, times] of grams) {
    const entry = histories.get(head(gram)) ?? { total: 0, kinds: 0 }
    entry.total += times
    entry.kinds += 1
    histories.set(head(gram), entry)
  }
  return histories
}

/** The model's text. The recording may begin and end with any word, so sentence marks cost nothing to leave. */
export function writeLanguageModel(tokens: readonly Token[]): string {
  const keys = tokens.map((token) => token.key)
  const [ones, twos, threes] = [count(keys, 1), count(keys, 2), count(keys, 3)]
  const [afterOne, afterTwo] = [countHistories(twos), countHistories(threes)]
  const total = keys.length + ones.size
  // One is added to every word, so that a rare word stays possible where its neighbours were misheard.
  const p1 = (word: string) => ((ones.get(word) ?? 0) + 1) / total
  const rest = (history: { total: number; kinds: number } | undefined) =>
    history ? (discount * history.kinds) / history.total : 1
  const p2 = (gram: string) => {
    const history = afterOne.get(head(gram))
    const seen = twos.get(gram) ?? 0
    return (history ? Math.max(0, seen - discount) / history.total : 0) + rest(history) * p1(tail(gram))
  }
  const p3 = (gram: string) => {
    const history = afterTwo.get(head(gram))
    return (
      (history ? Math.max(0, (threes.get(gram) ?? 0) - discount) / history.total : 0) + rest(history) * p2(tail(gram))
    )
  }
  return [
    '\\data\\',
    `ngram 1=${ones.size + 2}`,
    `ngram 2=${twos.size}`,
    `ngram 3=${threes.size}`,
    '',
    '\\1-grams:',
    `-99 <s> 0`,
    `${log(1 / total)} </s> 0`,
    ...[...ones.keys()].map((word) => `${log(p1(word))} ${word} ${log(rest(afterOne.get(word)))}`),
    '',
    '\\2-grams:',
    ...[...twos.keys()].map((gram) => `${log(p2(gram))} ${gram} ${log(rest(afterTwo.get(gram)))}`),
    '',
    '\\3-grams:',
    ...[...threes.keys()].map((gram) => `${log(p3(gram))} ${gram}`),
    '',
    '\\end\\',
    '',
  ].join('\n')
}
