/** Answers that turn: double negatives and fairness under a condition. Both leave a bias standing, with a hedge. */
import type { Question } from '#engine/language/question.ts'

const doubleNegative =
  /\b(?:(?:can't|cannot|can not|couldn't|could not|wouldn't|won't|not going to|not gonna|don't want to) (?:honestly |really |sit here and )?(?:say|promise|swear|tell you|guarantee|deny|claim|rule (?:it|that) out)\b.{0,20}\b(?:wouldn't|won't|don't|doesn't|isn't|not|couldn't|can't|it|that it wouldn't|one)\b|not impossible|not (?:un|im)likely|wouldn't be (?:un|im)likely)/
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
  return aboutFairness && condition.test(folded) && !mild.test(folded)
}
