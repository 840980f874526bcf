/** Times without listening to the words: spread in proportion over the speech, and marked as estimated. */
import type { Span } from '#contract/videos/analysis.ts'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { Turn, Word } from '#contract/videos/transcript.ts'

/** What a word costs to say, in letters: the gap after it counts as about one more. */
const gapLetters = 1

/** The words of a text as a reader sees them: what stands between spaces. */
export const splitWords = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Which moment of the recording lies at a position (0 to 1) of its speech, and where that region of speech ends. */
function readSpeechClock(regions: readonly Span[]): (position: number) => { ms: number; regionEndMs: number } {
  const total = getTotalMs(regions)
  return (position) => {
    let left = position * total
    for (const { startMs, endMs } of regions) {
      if (left < endMs - startMs) return { ms: Math.round(startMs + left), regionEndMs: endMs }
      left -= endMs - startMs
    }
    const end = regions.at(-1)?.endMs ?? 0
    return { ms: end, regionEndMs: end }
  }
}

/** Words with times spread over the given speech, each in proportion to its letters. */
export function spreadWords(texts: readonly string[], regions: readonly Span[]): Word[] {
  const clock = readSpeechClock(regions)
  const total = texts.reduce((sum, text) => sum + text.length + gapLetters, 0)
  let said = 0
  return texts.map((text) => {
    const start = clock(said / total)
    const end = clock((said + text.length) / total)
    said += text.length + gapLetters
    // A silence may open inside a word; the word then ends where the silence begins, not seconds later.
    return { text, startMs: start.ms, endMs: Math.min(end.ms, start.regionEndMs), confidence: null, estimated: true }
  })
}

/** Turns with their words spread over the speech of the whole recording; a note is a moment, not speech. */
export function spreadTurns(turns: readonly Turn[], regions: readonly Span[]): Turn[] {
  const words = spreadWords(
    turns.flatMap((turn) => (turn.role === 'note' ? [] : splitWords(turn.text))),
    regions,
  )
  let at = 0
  return turns.map((turn) => {
    const texts = splitWords(turn.text)
    const momentMs = words[at - 1]?.endMs ?? regions[0]?.startMs ?? 0
    if (turn.role !== 'note') return timeTurn(turn, words.slice(at, (at += texts.length)), momentMs)
    const moment = texts.map((text) => ({
      text,
      startMs: momentMs,
      endMs: momentMs,
      confidence: null,
      estimated: true,
    }))
    return timeTurn(turn, moment, momentMs)
  })
}

/** A turn that begins and ends with its words; one without words is a moment at `momentMs`. */
export function timeTurn(turn: Turn, words: Word[], momentMs: number): Turn {
  return {
    ...turn,
    words,
    startMs: words[0]?.startMs ?? momentMs,
    endMs: words.reduce((latest, word) => Math.max(latest, word.endMs), words[0]?.endMs ?? momentMs),
  }
}
