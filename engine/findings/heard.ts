import type { Turn } from '#contract/videos/transcript.ts'
import type { Verdict } from './verdict.ts'

/**
 * Alignment flags 86% of words that weren't said and 4% of those that were. Requiring half the words to differ, rather
 * than one, avoids false alarms.
 */
const differingAtMost = 0.5

/**
 * Returns whether the recording supports a verdict's words: `absent` if one is missing from it, `doubtful` if at least
 * half sound different.
 */
export function checkSound(
  { trigger }: Pick<Verdict, 'trigger'>,
  turn: Turn,
  questions: readonly Turn[],
): 'heard' | 'doubtful' | 'absent' {
  // A verdict on an entire short answer also depends on the question.
  const isUnasked = trigger === null && questions.length > 0 && questions.every(({ isAbsent }) => isAbsent)
  if (turn.isAbsent || isUnasked) return 'absent'
  const places = [...turn.text.matchAll(/\S+/g)]
  if (places.length !== turn.words.length) return 'heard'
  const { from, to } = trigger ?? { from: 0, to: turn.text.length }
  const words = turn.words.filter((_, at) => {
    const { index, 0: word } = places[at]!
    return index < to && index + word.length > from
  })
  if (words.some(({ isAbsent }) => isAbsent)) return 'absent'
  const differing = words.filter(({ differs }) => differs).length
  return differing > 0 && differing >= words.length * differingAtMost ? 'doubtful' : 'heard'
}
