import type { Turn } from '#contract/videos/transcript.ts'
import type { Verdict } from './verdict.ts'

/**
 * Alignment marks 86% of words that weren't said, and 4% of those that were. Half of the words, rather than one,
 * protects findings on words that were said.
 */
const differingAtMost = 0.5

/**
 * Says whether the recording supports the words of a verdict: `absent` if one of them isn't in it, `doubtful` if most of
 * them sound different.
 */
export function checkSound(
  { trigger }: Pick<Verdict, 'trigger'>,
  turn: Turn,
  questions: readonly Turn[],
): 'heard' | 'doubtful' | 'absent' {
  // A verdict on a whole short answer rests on its question too.
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
