/**
 * Questions whose asking sentence names no matter of its own: "Is that a rule you can live with?", "Any quarrel with that?",
 * "Do you stand by that?". What they ask about stands in the sentences before, where counsel states a rule of law or reads a
 * juror's own words back.
 */
import { findAny, readWordFile } from './grammar.ts'

const lexicon = readWordFile('questions')

/** What a question of this kind asks: assent to the rule, an objection to it, a demand beyond it, a choice, the juror's own earlier words. */
export type RuleQuestion = 'assent' | 'objection' | 'demand' | 'choice' | 'restated'

const ruleOfLaw = lexicon.regex('rule-of-law')

const assent = lexicon.patterns('rule/assent')
const objection = lexicon.patterns('rule/objection')
const demand = lexicon.patterns('rule/demand')
const choice = lexicon.patterns('rule/choice')
const restated = lexicon.patterns('rule/restated')
const ownWordsBefore = lexicon.regex('own-words-before')

/**
 * Reads the asking sentence against what stands before it, both folded; null where the question names its own matter or is of
 * another kind. A rule of law must stand in either, or the juror's own earlier words.
 */
export function readRuleQuestion(asking: string, before: string): RuleQuestion | null {
  if (
    findAny(restated, asking) &&
    (ownWordsBefore.test(`${before} ${asking}`) ||
      /^(?:.*\b)?(?:right|fair|safe|accurate|correct(?:ly)?)\b/.test(asking))
  )
    return 'restated'
  if (!ruleOfLaw.test(asking) && !ruleOfLaw.test(before)) return null
  if (findAny(objection, asking)) return 'objection'
  if (findAny(demand, asking)) return 'demand'
  if (findAny(choice, asking)) return 'choice'
  if (findAny(assent, asking)) return 'assent'
  // "The translation is the evidence, not what you hear." Nothing is asked, and what the juror makes of it is the answer.
  return !asking.endsWith('?') && ruleOfLaw.test(asking) && laidDown.test(asking) ? 'choice' : null
}
const laidDown = lexicon.regex('laid-down')

/** Of people and institutions that matter in a trial. */
const belief = lexicon.patterns('belief')
const strength = lexicon.regex('strength')
/** Things of the day about which people also "think" and "believe": dates, forms, the room, the way to court. */
const everyday = lexicon.regex('everyday')

const attitude = lexicon.regex('rule-attitude')

/**
 * Whether a question asks for a belief about people and institutions ("Do you think a company always …?"), for how strong one
 * is, or with the same words for a thing of the day ("Do you think it was in March?"); null for none of these.
 */
export function readBeliefQuestion(asking: string): 'belief' | 'strength' | 'everyday' | null {
  if (strength.test(asking)) return 'strength'
  if (findAny(belief, asking)) return 'belief'
  return everyday.test(asking) && !attitude.test(asking) ? 'everyday' : null
}

/** Whether a proposition is one of law, so that who agrees with it undertakes something, or a judgment about people. */
export function readProposition(text: string): 'law' | 'judgment' {
  const isEndorsed = /\b(?:agree|accept|understand|support)\b/.test(text)
  return judgesPeople.test(text) || (isEndorsed && !namesLaw.test(text)) ? 'judgment' : 'law'
}
const namesLaw = lexicon.regex('names-law')
const judgesPeople = lexicon.regex('judges-people')
