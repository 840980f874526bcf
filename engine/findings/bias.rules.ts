/** Leanings, prejudgments, inabilities, distrust and conditions on following the law. */
import { rulesFor, type Rule } from './rule.ts'

export const biasRules: readonly Rule[] = [
  ...rulesFor('explicit_inability', {
    unfair: [
      "{cannot} (?:be|stay|remain|say i'd be|promise to be) .. {fair}",
      "(?:be|it's|it is|would be|find it|have) .. {hard} .. (?:be|being|to be|remain|staying|judge) .. {fair}",
      "{i} (?:am|would be|'d be|will be) (?:too |very |already |completely |a little |somewhat )?(?:biased|prejudiced|partial)",
      "{i} (?:shouldn't|should not|don't want to|ought not to) (?:be|sit|serve) on (?:this|the|that|a)",
    ],
  }),
  ...rulesFor('party_lean', {
    lean: [
      "{i} (?:would|'d|might|may|probably|tend to|do|could|would probably|'d probably|am more)? ?{lean} .. (?:{party}|toward|towards|him|her|them)",
    ],
  }),
  ...rulesFor('witness_credibility', {
    distrust: [
      "{i} .. (?:don't|wouldn't|can't|couldn't|never|not) .. (?:trust|believe) .. (?:him|her|them|anything|testimony|says|witness|word|experts?)",
    ],
  }),
  ...rulesFor('law_enforcement_anti', {
    distrust: [
      "(?:don't|can't|never|not|do not) .. (?:trust|believe) .. {police}",
      '{police} .. (?:lie|lied|plant|cover|crooked|corrupt|beat)',
    ],
  }),
  ...rulesFor('law_enforcement_pro', {
    credit: [
      '{i} .. (?:believe|trust|side with|credit|favor|give) .. {police} .. (?:more|over|first|credit|word|weight)',
    ],
  }),
]
