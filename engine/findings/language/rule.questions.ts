import { findAny, readWordFile } from './grammar.ts'

const lexicon = readWordFile('questions')

export type RuleQuestion = 'assent' | 'objection' | 'demand' | 'choice' | 'restated'

const ruleOfLaw = lexicon.regex('rule-of-law')

const assent = lexicon.patterns('rule/assent')
const objection = lexicon.patterns('rule/objection')
const demand = lexicon.patterns('rule/demand')
const choice = lexicon.patterns('rule/choice')
const restated = lexicon.patterns('rule/restated')
const ownWordsBefore = lexicon.regex('own-words-before')

/** Reads questions such as "Any quarrel with that?", whose subject is in `before`. The text must be folded. */
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
  // "The translation is the evidence, not what you hear." isn't a question, but it invites the juror to take a stance.
  return !asking.endsWith('?') && ruleOfLaw.test(asking) && laidDown.test(asking) ? 'choice' : null
}
const laidDown = lexicon.regex('laid-down')

const belief = lexicon.patterns('belief')
const strength = lexicon.regex('strength')
const everyday = lexicon.regex('everyday')

const attitude = lexicon.regex('rule-attitude')

export function readBeliefQuestion(asking: string): 'belief' | 'strength' | 'everyday' | null {
  if (strength.test(asking)) return 'strength'
  if (findAny(belief, asking)) return 'belief'
  return everyday.test(asking) && !attitude.test(asking) ? 'everyday' : null
}

/** Agreeing with a rule of law is a commitment. Agreeing with an opinion about people isn't. */
export function readProposition(text: string): 'law' | 'judgment' {
  const isEndorsed = /\b(?:agree|accept|understand|support)\b/.test(text)
  return judgesPeople.test(text) || (isEndorsed && !namesLaw.test(text)) ? 'judgment' : 'law'
}
const namesLaw = lexicon.regex('names-law')
const judgesPeople = lexicon.regex('judges-people')
