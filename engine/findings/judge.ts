/** Judges one answer: gates first, then the answer's own content, then what its question makes it mean. */
import { readAnswer } from '#engine/language/answer.ts'
import { readQuestion } from '#engine/language/question.ts'
import { readContent } from './content.ts'
import { readShortAnswer } from './short.answers.ts'
import { taxonomy } from './taxonomy.ts'
import type { Utterance, Verdict } from './verdict.ts'

/** With at most this many words beyond yes or no and its courtesies, the question decides the meaning. */
const fewContentWords = 2

/**
 * The findings in one utterance, the one that leads first (bias before hardship before key statement); empty where there
 * is none. Only a prospective juror's own words are judged.
 */
export function judgeUtterance(utterance: Utterance): Verdict[] {
  if (utterance.role !== 'juror') return []
  const question = readQuestion(utterance.context)
  const answer = readAnswer(utterance.text, utterance.context)
  if (answer.empty) return []
  const verdicts = answer.contentWords > fewContentWords ? readContent(utterance, question, answer) : []
  if (verdicts.length === 0 || answer.contentWords <= 5) {
    const short = answer.contentWords <= 5 ? readShortAnswer(question, answer, utterance.concernBefore) : null
    if (short) {
      const { sub, stance, confidence, rule } = short
      verdicts.push({ label: taxonomy[sub].label, sub, confidence, stance, trigger: null, rules: [rule] })
    }
  }
  return verdicts.sort((a, b) => precedence[a.label] - precedence[b.label] || b.confidence - a.confidence)
}

const precedence = { bias: 0, hardship: 1, key_statement: 2 } as const
