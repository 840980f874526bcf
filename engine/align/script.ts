import type { Turn } from '#contract/videos/transcript.ts'
import { splitWords } from '../transcript/draft.ts'
import { cleanWord, type Lexicon } from './lexicon.ts'

export type Token = {
  key: string
  turn: number
  word: number
  phones: number
}

export type Script = {
  tokens: Token[]
  dictionary: Map<string, string[]>
}

const longestRemarkWords = 12

function findRemarks(words: readonly string[]): boolean[] {
  const inside = words.map(() => false)
  for (let from = 0; from < words.length; from += 1) {
    if (!/^[([]/.test(words[from] ?? '')) continue
    const length = words.slice(from, from + longestRemarkWords).findIndex((word) => /[)\]]\W*$/.test(word))
    if (length >= 0) inside.fill(true, from, from + length + 1)
  }
  return inside
}

export function readScript(turns: readonly Turn[], lexicon: Lexicon): Script {
  const tokens: Token[] = []
  const dictionary = new Map<string, string[]>()
  for (const [turn, { role, text }] of turns.entries()) {
    if (role === 'note') continue
    const words = splitWords(text)
    const remarks = findRemarks(words)
    for (const [word, written] of words.entries()) {
      if (remarks[word] === true) continue
      // PocketSphinx splits words at spaces and reads "word(2)" as a second pronunciation.
      const key = cleanWord(written).replace(/[^\p{L}\p{N}'.]/gu, '_')
      if (key === '') continue
      const sounds = dictionary.get(key) ?? lexicon.pronounce(written)
      const first = sounds[0]
      if (first === undefined) continue
      dictionary.set(key, sounds)
      tokens.push({ key, turn, word, phones: first.split(' ').length })
    }
  }
  return { tokens, dictionary }
}

/** Adds one word for each phone to model speech that isn't in the transcript. */
export function writeDictionary(dictionary: Map<string, string[]>): string {
  const lines = [...dictionary].flatMap(([key, sounds]) =>
    sounds.map((sound, i) => `${key}${i === 0 ? '' : `(${i + 1})`} ${sound}`),
  )
  return [...lines, ...phones.map((phone) => `${phoneWord(phone)} ${phone}`)].join('\n') + '\n'
}

const phones =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')
const phoneWord = (phone: string): string => `+${phone.toLowerCase()}`
export const isPhoneWord = (word: string): boolean => word.startsWith('+')

/** Uses positions as word names so results show which "the" was spoken. */
const positionWord = (token: number): string => String(token)

export type Loose = { from: number; to: number }

/**
 * The probability of each phone in speech that isn't in the transcript. If it's lower, more of that speech is matched
 * to transcript words.
 */
const phoneChance = 1e-12
const skipChance = 1e-11
const skipFurther = 1e-3
const mostCounted = 6
/** Makes it less likely to skip part of a turn than a whole turn. */
const insideTurn = 1e-3
/** In longer passages, each skip must start at the beginning or continue to the end. */
const mostFreeSkips = 12

/**
 * Builds a finite-state grammar. `last` is exclusive. State s comes before token first + s. `loose` contains state
 * numbers.
 */
export function writeGrammar(
  tokens: readonly Token[],
  { first, last, loose }: { first: number; last: number; loose: readonly Loose[] },
): string {
  const count = last - first
  const lines = ['FSG_BEGIN piece', `NUM_STATES ${count + 1}`, 'START_STATE 0', `FINAL_STATE ${count}`]
  for (let s = 0; s < count; s += 1) lines.push(`TRANSITION ${s} ${s + 1} 1.0 ${positionWord(first + s)}`)
  const isBoundary = (token: number) => tokens[token - 1]?.turn !== tokens[token]?.turn
  const open = new Set<number>()
  for (const { from, to } of loose) {
    for (let s = from; s <= to; s += 1) open.add(s)
    for (let s = from; s < to; s += 1)
      for (let t = s + 1; t <= to; t += 1) {
        if (to - from > mostFreeSkips && s !== from && t !== to) continue
        const inside = [s, t].filter((state) => !isBoundary(first + state)).length
        const chance = skipChance * skipFurther ** Math.min(mostCounted, t - s) * insideTurn ** inside
        lines.push(`TRANSITION ${s} ${t} ${chance}`)
      }
  }
  for (const s of open)
    for (const phone of phones) lines.push(`TRANSITION ${s} ${s} ${phoneChance} ${phoneWord(phone)}`)
  return [...lines, 'FSG_END', ''].join('\n')
}

export function writePositionDictionary(
  tokens: readonly Token[],
  ranges: readonly { first: number; last: number }[],
  dictionary: Map<string, string[]>,
): string {
  const lines: string[] = phones.map((phone) => `${phoneWord(phone)} ${phone}`)
  for (const { first, last } of ranges)
    for (let token = first; token < last; token += 1)
      for (const [i, sound] of (dictionary.get(tokens[token]?.key ?? '') ?? []).entries())
        lines.push(`${positionWord(token)}${i === 0 ? '' : `(${i + 1})`} ${sound}`)
  return lines.join('\n') + '\n'
}

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

export function writeLanguageModel(tokens: readonly Token[]): string {
  const keys = tokens.map((token) => token.key)
  const [ones, twos, threes] = [count(keys, 1), count(keys, 2), count(keys, 3)]
  const [afterOne, afterTwo] = [countHistories(twos), countHistories(threes)]
  const total = keys.length + ones.size
  // Add-one smoothing allows rare words even if the words next to them are misheard.
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
