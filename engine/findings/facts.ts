/** The four questions that a court asks about a hardship, answered from the exchanges that follow it. */
import type { HardshipFacts } from '#contract/findings/findings.ts'
import type { Answer } from './language/answer.ts'
import { findAny, pattern } from './language/grammar.ts'
import type { Question } from './language/question.ts'

type Fact = keyof HardshipFacts
export const noFacts: HardshipFacts = { paid: null, replaceable: null, scheduleFix: null, documented: null }

/** What a juror may say unasked; false is looked for first, because "don't pay" contains "pay". */
const said: Record<Fact, { no: readonly RegExp[]; yes: readonly RegExp[] }> = {
  paid: {
    no: [
      "(?:don't|doesn't|won't|not|never|wouldn't|only|no) .. (?:pay|paid|pays|compensate)",
      'unpaid|no pay|without pay|{i} lose .. pay',
      'self-employed|paid by the hour',
    ].map(pattern),
    yes: [
      "(?:still|keep|keeps|continue|continues|get|be|would be|do|does|they|i'd be|i'm) (?:to )?(?:get )?(?:pay|paid|paying|pays)(?: me)?",
      'paid (?:leave|time off|jury)|salaried|on salary',
    ].map(pattern),
  },
  replaceable: {
    no: [
      "(?:no one|nobody|no-one|not anyone|isn't anyone|don't have (?:anyone|anybody|nobody)|no other|only (?:one|person|me)|just me|nobody else|by myself|on my own)",
    ].map(pattern),
    yes: [
      "(?:someone|somebody|they|he|she|people|coworkers?|colleagues?|another|others?|my {kin}) (?:else )?(?:could|can|would|will|might|'d|'ll) (?:be able to )?(?:cover|fill|step|replace|find|take over|do it|help|watch|manage)",
      'covering for me|find (?:somebody|someone|a replacement|a sub)|they would replace me',
    ].map(pattern),
  },
  scheduleFix: {
    no: [
      "(?:can't|cannot|couldn't|won't|not|unable to|no way to) .. (?:reschedule|move|change|postpone|be moved|be rescheduled|be changed|push)",
      "(?:still|that) (?:wouldn't|won't|doesn't) (?:help|work|be enough)",
    ].map(pattern),
    yes: [
      '(?:can|could|will|would|might|able to) .. (?:reschedule|move|change|postpone|be moved|be rescheduled|push)',
      'that (?:would|could|will|might) (?:work|help|be fine|do it|solve)',
    ].map(pattern),
  },
  documented: {
    no: ["(?:don't|didn't|do not|not) .. (?:letter|note|documentation|paperwork|proof|itinerary|with me)"].map(pattern),
    yes: [
      '(?:have|brought|got|can (?:get|show|bring|forward|send|provide|email)|forward) .. (?:letter|note|documentation|paperwork|proof|itinerary|receipts?|tickets?|e-?mail|them to you|confirmation)',
    ].map(pattern),
  },
}
const askedBy = { paid: 'paid', replaceable: 'replaceable', scheduleFix: 'schedule', documented: 'documented' } as const
const denied = /\b(?:no one|nobody|not able|only one|anyone else)\b/
const deniesAnyone = /\bno(?: one|body)\b|only one/

/** Adds to `facts` what one answer says; what is known stays unless it is said otherwise later. */
export function readFacts(facts: HardshipFacts, question: Question, answer: Answer): HardshipFacts {
  const known: HardshipFacts = { ...facts }
  for (const fact of Object.keys(said) as Fact[]) known[fact] = readFact(fact, question, answer) ?? facts[fact]
  return known
}

function readFact(fact: Fact, question: Question, answer: Answer): boolean | null {
  if (findAny(said[fact].no, answer.text)) return false
  if (findAny(said[fact].yes, answer.text)) return true
  if (question.topic !== askedBy[fact] || !question.polar || answer.polarity === null) return null
  // "Is there no one who could cover?" – "Yes" confirms that there is no one; so does "No".
  const isDenied = denied.test(question.text) && deniesAnyone.test(question.text)
  return !(fact === 'replaceable' && isDenied) && answer.polarity === 'yes'
}
