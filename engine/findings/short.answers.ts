/** A bare "Yes", "No" or "I think so" means what its question makes it mean. */
import type { Answer } from '#engine/findings/language/answer.ts'
import type { Question } from '#engine/findings/language/question.ts'
import { readProposition } from '#engine/findings/language/rule.questions.ts'
import type { Stance } from '#contract/findings/findings.ts'
import { matterOfFairness, matterOfHardship } from './matters.ts'
import type { Sub } from './taxonomy.ts'

/** The reading of a short answer: which sub-category, how firmly, by which rule. */
type ShortReading = { sub: Sub; stance: Stance | null; rule: string; confidence: number }

/**
 * Reads an answer that holds hardly more than yes or no. `concernBefore` false or null still rehabilitates where the
 * question itself names the matter to set aside. Null where the question gives the answer no meaning of interest.
 */
export function readShortAnswer(
  question: Question,
  answer: Answer,
  concernBefore: boolean | null,
): ShortReading | null {
  if (answer.polarity === null || answer.empty) return null
  const hedged = answer.hedge === 'weak' || answer.hedge === 'soft'
  // "You wouldn't hold it against him?" – "No" and "Right" both confirm what the question denies.
  const affirms = question.negative && question.topic !== 'undertaking' ? false : answer.polarity === 'yes'
  const undertakes = (): ShortReading =>
    hedged
      ? {
          sub: 'rehabilitation_equivocal',
          stance: 'equivocal',
          rule: 'answer/hedged-undertaking',
          confidence: answer.hedge === 'weak' ? 0.9 : 0.75,
        }
      : concernBefore === true || (concernBefore === null && question.afterConcern)
        ? { sub: 'rehabilitation', stance: 'rehabilitated', rule: 'answer/firm-undertaking', confidence: 0.8 }
        : { sub: 'unequivocal_fairness', stance: null, rule: 'answer/firm-undertaking', confidence: 0.7 }
  const admits = (fallback: Sub, rule: string): ShortReading => ({
    sub: matterOfFairness(question.matter) ?? fallback,
    stance: answer.hedge === 'weak' || answer.hedge === 'soft' ? 'equivocal' : 'expressed',
    rule,
    confidence: hedged ? 0.65 : 0.8,
  })
  switch (question.topic) {
    case 'undertaking':
      if (affirms) return undertakes()
      return { ...admits('explicit_inability', 'answer/refuses-undertaking'), sub: refusedUndertaking(question.matter) }
    case 'impairment':
      // "So you could not be fair?" – "No" and "Right" both confirm it.
      return affirms || question.inability === 'stated'
        ? { ...admits('explicit_inability', 'answer/admits-impairment') }
        : denies(hedged, undertakes)
    case 'opinion':
    case 'lean':
      if (question.topic === 'opinion' && !question.polar) return null
      // "You wrote that … Is that still how you feel?" – "No" takes it back and undertakes nothing.
      if (question.restates && !affirms) return null
      // "Do you presume him innocent?" asks for assent to the law, "could a child ever be mistaken?" for a possibility.
      if (asksAssent(question)) return affirms ? undertakes() : admits('explicit_inability', 'answer/refuses-assent')
      return affirms
        ? admits(question.strength ? 'subject_matter' : 'party_lean', 'answer/admits-leaning')
        : denies(hedged, undertakes)
    case 'hardship':
      return affirms && question.polar && !/\b(?:any|anyone|anybody)\b/.test(question.text)
        ? {
            sub: matterOfHardship(question.text) ?? 'financial',
            stance: 'expressed',
            rule: 'answer/confirms-hardship',
            confidence: 0.75,
          }
        : null
    default:
      return null
  }
}

const assent = /\b(?:presume|agree|accept|trust|believe in|support|understand)\b/
const possibility =
  /\b(?:ever|can|could|might|may|sometimes|possible (?:that|for)|as well as|the same as)\b.{0,40}\b(?:lies?|lied|ly(?:e|ing)|ma[kd]e (?:it|that|things|something|stories) up|mistaken?|mistakes?|wrong(?:ly)?|shade|exaggerate|innocent|misremember|falsely|untruth(?:ful)?)\b/
/** True where "Yes" accepts a rule or a possibility, and "No" is what stands out. */
const asksAssent = (question: Question): boolean =>
  !question.restates &&
  (possibility.test(question.text) ||
    (question.topic === 'opinion' && assent.test(question.text) && readProposition(question.text) === 'law'))
const denies = (hedged: boolean, undertakes: () => ShortReading) =>
  hedged ? { ...undertakes(), confidence: 0.65 } : undertakes()

function refusedUndertaking(text: string): Sub {
  if (/\bfair\b|\bimpartial\b|\bopen mind\b/.test(text)) return 'explicit_inability'
  if (/\bfollow\b.*\b(?:law|rules?|instructions?)\b/.test(text)) return 'cannot_follow_law'
  const sub = matterOfFairness(text)
  return sub === 'party_lean' || sub === null ? 'explicit_inability' : sub
}
