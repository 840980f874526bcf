import type { Turn } from '#contract/videos/transcript.ts'
import { splitSentences } from './language/utterance.ts'
import type { Verdict } from './verdict.ts'

/**
 * Alignment flags 86% of words that weren't said and 4% of words that were. To avoid false alarms, at least half of the
 * words must differ.
 */
const differingAtMost = 0.5

type Sound = 'heard' | 'doubtful' | 'absent'

/**
 * Returns whether the recording supports the words behind a verdict. `absent` means a word is missing from the
 * recording. `doubtful` means at least half of the words sound different. If the verdict is based on an entire short
 * answer, also checks the question.
 */
export function checkSound({ trigger }: Pick<Verdict, 'trigger'>, turn: Turn, questions: readonly Turn[]): Sound {
  const answer = checkRange(turn, trigger ?? { from: 0, to: turn.text.length })
  if (answer === 'absent' || trigger !== null || questions.length === 0) return answer
  const question = checkQuestion(questions)
  return question === 'heard' ? answer : question
}

/** Checks only the last question, because the same turns may include a greeting or other remarks by the court. */
function checkQuestion(questions: readonly Turn[]): Sound {
  const asking = questions.findLast(({ text }) => text.includes('?')) ?? questions.at(-1)!
  const sentences = splitSentences(asking.text)
  const last = sentences.findLast(({ text }) => text.endsWith('?')) ?? sentences.at(-1)
  return checkRange(asking, last ?? { from: 0, to: asking.text.length })
}

function checkRange(turn: Turn, { from, to }: { from: number; to: number }): Sound {
  if (turn.isAbsent) return 'absent'
  const places = [...turn.text.matchAll(/\S+/g)]
  // The words don't line up with the text, so if any word is absent or different, the whole turn is doubtful.
  if (places.length !== turn.words.length)
    return turn.words.some(({ isAbsent, differs }) => isAbsent || differs) ? 'doubtful' : 'heard'
  const words = turn.words.filter((_, at) => {
    const { index, 0: word } = places[at]!
    return index < to && index + word.length > from
  })
  if (words.some(({ isAbsent }) => isAbsent)) return 'absent'
  const differing = words.filter(({ differs }) => differs).length
  return differing > 0 && differing >= words.length * differingAtMost ? 'doubtful' : 'heard'
}
