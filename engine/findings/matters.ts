/** What a question about fairness or about serving is about: decides which bias or hardship a bare answer to it admits. */
import { findAny, pattern } from './language/grammar.ts'
import type { Sub } from './taxonomy.ts'

/** The matter of a question about fairness: decides which bias a "Yes" to it admits. The first that fits wins. */
const matters: readonly (readonly [Sub, readonly RegExp[]])[] = [
  [
    'right_to_silence',
    [
      'testify|testifies|testifying|take the stand|silent|silence|remain silent|hear from (?:him|her|mr|mrs|ms|the defendant)|his side|her side',
      '(?:rest|rests|not (?:say|utter) a (?:word|thing)|nothing to (?:add|say)|stays? (?:quiet|seated|in (?:his|her|that) (?:seat|chair))|(?:right|choose|chooses|decides?) not to (?:speak|say|testify|answer|talk|explain))',
    ].map(pattern),
  ],
  [
    'law_enforcement_pro',
    [
      '(?:more|favor|believe|credit|trust|weight|credible|truthful|benefit of the doubt|side of|heroes) .. {police}',
      '{police} .. (?:more|over|favor|believe|credib(?:le|ility)|weight|truthful|benefit of the doubt|heroes|(?:get|have) the right|tell the truth|honest|ahead|level|mistaken|same as)',
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
    [
      '(?:death penalty|punishments?|sentenc(?:es?|ing)|probation|life in prison|life without|short of death|years in prison|low end|high end|(?:go|goes|send .. ) to prison)',
    ].map(pattern),
  ],
  [
    'damages_attitude',
    [
      '(?:damages|awards?|awarded|compensat(?:e|ion)|pain and suffering|dollars|money|figures|jur(?:y|ies) .. too (?:much|generous))',
    ].map(pattern),
  ],
  [
    'presumption_burden',
    [
      '(?:innocent|innocence|presum(?:e|ed|ption)|guilty|burden|reasonable doubt|preponderance|prove|proof|indict(?:ed|ment)|arrested)',
    ].map(pattern),
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
  // Single words, which decide only where no turn of phrase above did.
  ['presumption_burden', ['scales?|elements|standard|come forward|the (?:people|state) .. proof'].map(pattern)],
  ['cannot_follow_law', ['eye-?witness(?:es)?|circumstantial|one witness|the record|rules?|interpreted'].map(pattern)],
  ['witness_credibility', ['(?:takes?|took|cut) a deal|say anything|make (?:it|things|stories) up|hired'].map(pattern)],
  ['law_enforcement_pro', ['{police}'].map(pattern)],
  ['institution_system', ['system|justice|courts?|judges?|politicians?|government|lawyers?'].map(pattern)],
  ['party_lean', ['{party}|companies|corporate|landlords?|insurers?'].map(pattern)],
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

/** The bias that a "Yes" to a question about fairness admits; null where the question names no matter. */
export const findFairnessMatter = (text: string): Sub | null => findMatter(matters, text)
/** The hardship that a "Yes" to a question about serving confirms. */
export const findHardshipMatter = (text: string): Sub | null => findMatter(hardshipMatters, text)
const findMatter = (table: typeof matters, text: string): Sub | null =>
  table.find(([, patterns]) => findAny(patterns, text) !== null)?.[0] ?? null
