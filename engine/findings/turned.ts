/** Answers that turn: double negatives and fairness under a condition. Both leave a bias standing, with a hedge. */
import type { Question } from '#engine/findings/language/question.ts'

const doubleNegative =
  /\b(?:(?:can't|cannot|can not|couldn't|could not|wouldn't|won't|not going to|not gonna|don't want to) (?:honestly |really |sit here and )?(?:say|promise|swear|tell you|guarantee|deny|claim|rule (?:it|that) out)\b.{0,20}\b(?:wouldn't|won't|don't|doesn't|isn't|not|couldn't|can't|it|that it wouldn't|one)\b|(?:not|n't) (?:a hundred percent |completely |totally |entirely |really )?(?:sure|certain|positive)\b.{0,12}\b(?:wouldn't|won't|isn't|doesn't)|not impossible|not (?:un|im)likely|wouldn't be (?:un|im)likely)/
const onlyDenies = /\b(?:can't|cannot|couldn't) (?:promise|guarantee|say)(?: that| anything| you| it)?[.,!]?$/
const condition =
  /\b(?:(?:so|as) long as|provided|providing|unless|only if|except if|except when|if (?:it|he|she|they|there|the|you|nobody|no one|somebody|someone|i|that|this)\b.*\b(?:sure|then|i can|i could|yes|okay|fine|maybe|i'd)|not if|depends (?:on|if|whether))\b/
const mild =
  /\b(?:prove|proved|proven|proof|evidence|facts|law|judge (?:says|tells)|instruct(?:ed|ions)?|i can (?:stand|stretch|get up|take)|breaks?|water)\b/

/** True for "I can't say I wouldn't": two denials that admit the leaning asked about. */
export function isDoubleNegative(folded: string): boolean {
  return doubleNegative.test(folded) && !onlyDenies.test(folded)
}

/** True where fairness is promised on a condition of the juror's own, to a question about fairness. */
export function isConditional(folded: string, question: Question): boolean {
  const aboutFairness =
    question.topic === 'undertaking' ||
    question.topic === 'impairment' ||
    question.topic === 'lean' ||
    question.topic === 'opinion'
  // "Even if I disagree, yes" is no condition.
  return aboutFairness && condition.test(folded.replaceAll(/\beven (?:if|when|unless)\b/g, '')) && !mild.test(folded)
}

const degree =
  '(?:very |really |pretty |extremely |a little |a bit |somewhat |kind of |sort of |quite |so |too |probably |just |be )*'
const difficulty = `(?:a |an |some |any |much of a |that )?(?:hard|difficult|tough|rough|challenging|challenge|struggle|impossible|stretch|problem|trouble|difficulty|issue)`
const hard = new RegExp(
  `\\b(?:(?:it|that|this)(?:'d| would| might| could| will| may|'s| is) ${degree}${difficulty}|i(?:'d| would| might| could|'ll|'m going to) (?:probably |definitely |really |just )?(?:struggle|(?:have|find) (?:it |that )?${degree}${difficulty}))\\b`,
)
const easy = new RegExp(`(?:n't|\\bnot|\\bno|\\bnever|\\bwithout)\\b(?: [a-z']+){0,5}? ${difficulty}\\b`)

/** Whether the answer says that what was asked of the juror would be hard for them, or that it would not; null for neither. */
export function readDifficulty(folded: string): 'hard' | 'easy' | null {
  if (easy.test(folded)) return 'easy'
  return hard.test(folded) ? 'hard' : null
}
