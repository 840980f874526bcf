/** The wait between a question and its answer, where the recording lets it be measured. */
import type { Turn } from '#contract/videos/transcript.ts'
import { readQuestion } from './question.ts'

/** Longer than this is a break that nobody noted (a document fetched, the judge reading), not a wait for an answer. */
const longestWaitMs = 60_000

/**
 * Milliseconds from the end of the question to the start of the answer in turn `answer`; null where a time is missing or
 * estimated, the talk overlaps or is cut off, or reading, an interpreter, a sidebar or any note lies between.
 */
export function measureLatency(
  turns: readonly Turn[],
  question: readonly number[],
  answer: number,
  questionText: string,
  cueTimes: boolean,
): number | null {
  const asked = turns[question.at(-1) ?? -1]
  const answered = turns[answer]
  if (!asked || !answered) return null
  // A note or an interpreter between the two fills the gap with something else than thinking.
  if (asked.index !== answered.index - 1 && turns.slice((question.at(-1) ?? 0) + 1, answer).length > 0) return null
  if (/(?:--|—|–|…|\.\.\.)\s*$/.test(asked.text)) return null
  if (readQuestion(questionText).readingPause) return null
  const lastWord = asked.words.at(-1)
  const firstWord = answered.words[0]
  const end = lastWord && !lastWord.estimated ? lastWord.endMs : cueTimes ? asked.endMs : null
  const start = firstWord && !firstWord.estimated ? firstWord.startMs : cueTimes ? answered.startMs : null
  if (end === null || start === null) return null
  const latencyMs = start - end
  return latencyMs < 0 || latencyMs > longestWaitMs ? null : latencyMs
}

/** The middle value, for an even count the mean of the two middle ones; null for none. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
