/** Disclosures and undertakings that are neither hardship nor bias. */
import { rulesFor, type Rule } from './rule.ts'

export const keyRules: readonly Rule[] = [
  ...rulesFor('prior_jury', {
    served: [
      '{i} .. (?:served|sat|was|been|did|picked|selected|chosen) .. (?:jury|juror|alternate|foreman|foreperson|grand jury)',
    ],
  }),
  ...rulesFor('crime_victim', {
    victim: [
      '(?:was|were|been|got|had) .. (?:robbed|mugged|assaulted|burglari[sz]ed|broken into|raped|molested|shot|stabbed|murdered|killed|attacked|stolen|carjacked|scammed|victim)',
    ],
  }),
  ...rulesFor('disclosure_relationship', {
    knows: [
      '(?:my|our) (?:{kin}|{friend}) .. (?:is|was|works|worked) .. (?:{police}|{lawyer}|prosecutor|court|firm)',
      '{i} (?:know|knew|recognize|went to school with|worked with|used to work with) .. (?:him|her|defendant|plaintiff|attorney|lawyer|judge|counsel)',
    ],
  }),
  ...rulesFor('legal_history', {
    record: [
      '(?:was|were|been|got|have|had|i|we) .. (?:sued|arrested|convicted|charged|lawsuit|bankruptcy|testified|deposition|deposed|probation|dui|divorce case)',
    ],
  }),
  ...rulesFor('case_knowledge', {
    heard: [
      '{i} .. (?:heard|read|saw|seen|followed|know|knew|remember) .. (?:about (?:it|this|the case)|case|news|paper|online|tv)',
    ],
  }),
]
