/** If a model doesn't return probabilities, rates each word by whether a second, faster pass also recognizes it. */
import { readFigure } from '#engine/align/lexicon.ts'
import { checkBelow } from '#contract/videos/doubts.ts'
import type { CheckKind, Transcript, Turn, Word } from '#contract/videos/transcript.ts'

/** Of the speeds 0.9, 1.1, and 1.2, this one was best at separating right words from wrong ones. */
export const secondSpeed = 1.2

const reach = 4
const ownShare = 0.6

/**
 * Each entry has an agreement score and the fraction of words with that score that were right. docs/engine.md describes
 * the data.
 */
export const calibration: readonly (readonly [agreement: number, right: number])[] = [
  [0.1, 0.33],
  [0.25, 0.38],
  [0.35, 0.48],
  [0.68, 0.65],
  [0.75, 0.72],
  [0.8, 0.81],
  [0.85, 0.83],
  [0.93, 0.85],
  [1, 0.93],
]

export function calibrate(agreement: number): number {
  let [low, right] = calibration[0] ?? [0, 0]
  for (const [high, share] of calibration) {
    if (agreement <= high) return high === low ? share : right + ((share - right) * (agreement - low)) / (high - low)
    ;[low, right] = [high, share]
  }
  return right
}

export function rateWords(words: readonly Word[], again: string): Word[] {
  return measureAgreement(
    words.map(({ text }) => text),
    again,
  ).map((agreement, at) => ({ ...words[at]!, confidence: Math.round(1000 * calibrate(agreement)) / 1000 }))
}

export function measureAgreement(words: readonly string[], again: string): number[] {
  const tokens = words.flatMap((word, at) => splitTokens(word).map((text) => ({ text, at })))
  const missing = new Set(findMissing(tokens, splitTokens(again)).map(({ at }) => at))
  return words.map((_, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(words.length, at + reach + 1)]
    let agreeing = 0
    for (let near = from; near < to; near += 1) if (near !== at && !missing.has(near)) agreeing += 1
    const around = to - from > 1 ? agreeing / (to - from - 1) : 1
    return (missing.has(at) ? 0 : ownShare) + (1 - ownShare) * around
  })
}

const splitTokens = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[\s—–-]+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}$]+|[^\p{L}\p{N}%]+$/gu, ''))
    .flatMap((word) => (readFigure(word)[0] ?? word).split(/[ -]+/))
    .filter((word) => word !== '')

function findMissing<T extends { text: string }>(tokens: readonly T[], others: readonly string[]): T[] {
  const width = others.length + 1
  const best = new Uint16Array((tokens.length + 1) * width)
  const at = (row: number, column: number): number => best[row * width + column] ?? 0
  for (let row = tokens.length - 1; row >= 0; row -= 1)
    for (let column = others.length - 1; column >= 0; column -= 1)
      best[row * width + column] =
        tokens[row]?.text === others[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const missing: T[] = []
  let column = 0
  for (const [row, token] of tokens.entries()) {
    while (column < others.length && token.text !== others[column] && at(row, column + 1) === at(row, column))
      column += 1
    if (token.text === others[column]) column += 1
    else missing.push(token)
  }
  return missing
}

const numberWord =
  /^(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|hundreds?|thousands?|millions?|billions?|dozens?|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/
const negation = /^(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|\w+n't)$/
const notName = /^(?:i|i'\w+|ok|okay|mr|mrs|ms|dr|yes|your|honor|god)$/

/**
 * Marks numbers, names, and negations unless they're nearly certain. Drafts have no confidence values, so marks all of
 * them there.
 */
export function markChecks(turns: readonly Turn[], source: Transcript['source']): Turn[] {
  return turns.map((turn) => {
    if (turn.role === 'note') return turn
    const words = turn.words.map((word, at): Word => {
      const isDoubtful = word.confidence === null ? source === 'draft' : word.confidence < checkBelow
      const check = isDoubtful ? findKind(word.text, turn.words[at - 1]?.text) : null
      return check === null ? word : { ...word, check }
    })
    return { ...turn, words }
  })
}

function findKind(text: string, before: string | undefined): CheckKind | null {
  const bare = text.replaceAll('’', "'").replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const folded = bare.toLowerCase()
  if (/\d/.test(bare) || numberWord.test(folded)) return 'number'
  if (negation.test(folded)) return 'negation'
  const startsSentence = before === undefined || (/[.?!]["”)]?$/.test(before) && !/^(?:Mr|Mrs|Ms|Dr)\.$/.test(before))
  return /^\p{Lu}\p{Ll}/u.test(bare) && !startsSentence && !notName.test(folded) ? 'name' : null
}
