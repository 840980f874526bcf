/** Times that came with a transcript, made to fit the recording: in order, inside it, and a time for every word. */
import type { Transcript, Turn } from '#contract/videos/transcript.ts'
import { spreadWords, splitWords } from './estimate.ts'

const beginning = (turns: number) =>
  turns === 1 ? '1 turn of the transcript begins' : `${turns} turns of the transcript begin`

/** Times stay as they came, except those that cannot be; what was changed is said in the warnings. */
export function checkTimes(transcript: Transcript, durationMs: number): Transcript {
  let beyond = 0
  let backwards = 0
  let previousMs = 0
  const turns = transcript.turns.map((turn): Turn => {
    if (turn.startMs === null) return turn
    if (turn.startMs >= durationMs) {
      beyond += 1
      return { ...turn, startMs: null, endMs: null, words: [] }
    }
    if (turn.startMs < previousMs) backwards += 1
    const startMs = Math.max(turn.startMs, previousMs)
    const endMs = Math.min(durationMs, Math.max(startMs, turn.endMs ?? startMs))
    previousMs = startMs
    const fit = (ms: number) => Math.min(endMs, Math.max(startMs, ms))
    const words =
      turn.words.length > 0
        ? turn.words.map((word) => {
            const from = fit(word.startMs)
            return { ...word, startMs: from, endMs: Math.max(from, fit(word.endMs)) }
          })
        : spreadWords(splitWords(turn.text), [{ startMs, endMs }])
    return { ...turn, startMs, endMs, words }
  })
  const warnings = [...transcript.warnings]
  if (beyond > 0) warnings.push(`${beginning(beyond)} after the end of the recording; such times were dropped.`)
  if (backwards > 0) warnings.push(`${beginning(backwards)} before the turn above; such times were moved up to it.`)
  return { ...transcript, turns, warnings }
}
