import type { Span } from '#contract/videos/analysis.ts'
import type { Word } from '#contract/videos/transcript.ts'

/** A recogniser's clock and the detector's differ by up to this much. */
const toleranceMs = 500
/** Longest run of words that is looked at for repeats, and how often each length may be said in a row. */
const longestRepeat = 8
const allowedRepeats = (words: number): number => (words === 1 ? 5 : words <= 3 ? 3 : 2)

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, '')

/**
 * Leaves out what recognisers invent: words in silence, and phrases said over and over ("thank you thank you thank you
 * thank you"), of which the first stays. What is left is in order of time. Nothing is put in the place of what goes.
 */
export function guardWords(words: readonly Word[], regions: readonly Span[]): { words: Word[]; dropped: number } {
  const spoken = words
    .filter((word) => {
      const middle = (word.startMs + word.endMs) / 2
      return regions.some((region) => middle >= region.startMs - toleranceMs && middle <= region.endMs + toleranceMs)
    })
    .sort((a, b) => a.startMs - b.startMs)
  const kept = dropRepeats(spoken)
  return { words: kept, dropped: words.length - kept.length }
}

function dropRepeats(words: readonly Word[]): Word[] {
  let kept = [...words]
  for (let length = 1; length <= longestRepeat; length++) {
    const folded = kept.map((word) => fold(word.text))
    const result: Word[] = []
    for (let at = 0; at < kept.length;) {
      const times = countRepeats(folded, at, length)
      if (times > allowedRepeats(length)) {
        result.push(...kept.slice(at, at + length))
        at += times * length
      } else {
        const word = kept[at]
        if (word) result.push(word)
        at += 1
      }
    }
    kept = result
  }
  return kept
}

/** How often the `length` words from `at` on stand there in a row. */
function countRepeats(folded: readonly string[], at: number, length: number): number {
  let times = 1
  for (let next = at + length; next + length <= folded.length; next += length) {
    for (let offset = 0; offset < length; offset++) if (folded[at + offset] !== folded[next + offset]) return times
    times += 1
  }
  return times
}
