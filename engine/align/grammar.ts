/** A grammar for one piece of the recording: its words in their order, and where the two may part, ways around. */
import { phones, phoneWord, type Token } from './tokens.ts'

/** Words are named by their number in the transcript, so that the result says which "the" was said. */
export const positionWord = (token: number): string => String(token)

/** A part of the chain that nobody heard for sure: its words may be missing, and others may have been said there. */
export type Loose = { from: number; to: number }

/** Probability of each phone of speech that is not written. Lower: more words are forced on foreign speech. */
const phoneChance = 1e-12
/** Probability of written words not being said: of the first, and of each further one up to a limit. */
const skipChance = 1e-11
const skipFurther = 1e-3
const mostCounted = 6
/** What is missing is mostly whole turns: a gap that begins or ends inside one is less likely. */
const insideTurn = 1e-3
/** Up to here any words may be skipped; in a longer part only its beginning or end can be kept. */
const mostFreeSkips = 12

/**
 * The FSG of tokens `first` to `last` (exclusive). State s stands before token first + s. `loose` counts in states.
 * PocketSphinx inserts silences at every state by itself.
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

/** The dictionary for the grammars of a batch: every token under its number. */
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
