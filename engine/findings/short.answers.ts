/** A bare "Yes", "No" or "I think so" means what its question makes it mean. */
import type { Answer } from '#engine/language/answer.ts'
import type { Question } from '#engine/language/question.ts'
import { findAny, pattern } from '#engine/language/grammar.ts'
import type { Stance } from '#contract/findings.ts'
import type { Sub } from './taxonomy.ts'

/** The reading of a short answer: which sub-category, how firmly, by which rule. */
type ShortReading = { sub: Sub; stance: Stance | null; rule: string; confidence: number }

/** The matter of a question about fairness: decides which bias a "Yes" to it admits. The first that fits wins. */
const matters: readonly (readonly [Sub, readonly RegExp[]])[] = [
  [
    'right_to_silence',
    [
      'testify|testifies|testifying|take the stand|silent|silence|remain silent|hear from (?:him|her)|his side|her side',
    ].map(pattern),
  ],
  [
    'law_enforcement_pro',
    [
      '(?:more|favor|believe|credit|trust|weight|credible|truthful|benefit of the doubt|side of) .. {police}',
      '{police} .. (?:more|over|favor|believe|credib(?:le|ility)|weight|truthful|benefit of the doubt)',
    ].map(pattern),
  ],
  [
    'law_enforcement_anti',
    [
      '(?:against|distrust|less|suspicious|negative) .. {police}',
      '{police} .. (?:less|distrust|suspicious|negative|lie)',
    ].map(pattern),
  ],
  [
    'punishment_attitude',
    ['(?:death penalty|punishment|sentenc(?:e|ing)|probation|life in prison|life without)'].map(pattern),
  ],
  ['damages_attitude', ['(?:damages|award|compensat(?:e|ion)|pain and suffering|dollars|money)'].map(pattern)],
  [
    'presumption_burden',
    ['(?:innocent|innocence|guilty|burden|reasonable doubt|preponderance|prove|proof|indict(?:ed|ment)|arrested)'].map(
      pattern,
    ),
  ],
  ['religious_conscience', ['(?:religious|religion|faith|moral|conscience|beliefs?)'].map(pattern)],
  ['pretrial_opinion', ['(?:read|heard|seen|news|media|publicity|opinion|conclusion|made up your mind)'].map(pattern)],
  [
    'cannot_follow_law',
    ['(?:{law}|interpreter|interpretation|translation|disregard|instruct(?:ion|ions|ed)?|follow)'].map(pattern),
  ],
  [
    'witness_credibility',
    ['(?:witness(?:es)?|testimony|expert|believe (?:him|her|them)|credib(?:le|ility))'].map(pattern),
  ],
  [
    'experience_based',
    [
      '(?:experience|happened to|what you went through|that incident|being a victim|your (?:own )?(?:accident|case|loss|injury))',
    ].map(pattern),
  ],
  [
    'relationship',
    [
      '(?:relationship|friend(?:ship)?|knowing (?:him|her|them)|fact that you know|related|your (?:brother|sister|cousin|uncle|husband|wife|father|mother|son|daughter|boss))',
    ].map(pattern),
  ],
  ['litigation_attitude', ['(?:lawsuits?|suing|sue|litigation|frivolous)'].map(pattern)],
  [
    'party_lean',
    [
      '(?:lean|side|favor|bias|prejudice|against|ahead|sympath(?:y|etic|ize)) .. {party}',
      '{party} .. (?:ahead|behind|against|favor)',
      'lean|one side|either side',
    ].map(pattern),
  ],
]
const hardshipMatters: readonly (readonly [Sub, readonly RegExp[]])[] = [
  ['caregiving', ['care|children|child|babysit|day care|{kin}'].map(pattern)],
  ['medical_self', ['medical|health|condition|pain|medication|{sick}|sit for|hearing|hear me'].map(pattern)],
  ['travel_prepaid', ['travel|trip|vacation|flight|tickets'].map(pattern)],
  ['education', ['class(?:es)?|school|exams?|semester|studies'].map(pattern)],
  ['language_comprehension', ['english|understand(?:ing)?|language'].map(pattern)],
  ['employment_duty', ['your (?:job|work|boss|position|business)|employer|at work'].map(pattern)],
  ['transport_commute', ['transportation|commute|getting here|drive'].map(pattern)],
  ['financial', ['financial|financially|income|money|pay|hardship'].map(pattern)],
]

export const matterOfFairness = (text: string): Sub | null => matterOf(matters, text)
const matterOf = (table: typeof matters, text: string): Sub | null =>
  table.find(([, patterns]) => findAny(patterns, text) !== null)?.[0] ?? null

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
    sub: matterOf(matters, question.text) ?? fallback,
    stance: answer.hedge === 'weak' || answer.hedge === 'soft' ? 'equivocal' : 'expressed',
    rule,
    confidence: hedged ? 0.65 : 0.8,
  })
  switch (question.topic) {
    case 'undertaking':
      if (affirms) return undertakes()
      return { ...admits('explicit_inability', 'answer/refuses-undertaking'), sub: refusedUndertaking(question.text) }
    case 'impairment':
      // "So you could not be fair?" – "No" and "Right" both confirm it.
      return affirms || question.inability === 'stated'
        ? { ...admits('explicit_inability', 'answer/admits-impairment') }
        : denies(hedged, undertakes)
    case 'opinion':
      // "Do you presume him innocent?" asks for assent to the law, not for a leaning.
      if (!question.polar) return null
      if (assent.test(question.text))
        return affirms ? undertakes() : admits('explicit_inability', 'answer/refuses-assent')
      return affirms ? admits('party_lean', 'answer/admits-leaning') : denies(hedged, undertakes)
    case 'lean':
      return affirms ? admits('party_lean', 'answer/admits-leaning') : denies(hedged, undertakes)
    case 'hardship':
      return affirms && question.polar && !/\b(?:any|anyone|anybody)\b/.test(question.text)
        ? {
            sub: matterOf(hardshipMatters, question.text) ?? 'financial',
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
const denies = (hedged: boolean, undertakes: () => ShortReading) =>
  hedged ? { ...undertakes(), confidence: 0.65 } : undertakes()

function refusedUndertaking(text: string): Sub {
  if (/\bfair\b|\bimpartial\b|\bopen mind\b/.test(text)) return 'explicit_inability'
  if (/\bfollow\b.*\b(?:law|rules?|instructions?)\b/.test(text)) return 'cannot_follow_law'
  const sub = matterOf(matters, text)
  return sub === 'party_lean' || sub === null ? 'explicit_inability' : sub
}
