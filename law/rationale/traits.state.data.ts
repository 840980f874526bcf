import { type WordRule, words } from './rule.ts'
import { inCalifornia } from './traits.law.ts'

export const stateTraitRules: readonly WordRule[] = [
  {
    id: 'trait_age',
    looksFor: [
      words(
        '(?:too|very|so) (?:young|old)',
        '(?:his|her|their) (?:young |old |advanced )?age',
        'because of age',
        'elderly',
        'young(?:er)?(?= (?:[\\w-]+ )?(?:wom[ae]n|m[ae]n|person|people|jurors?|lady|guy|adult))',
        'old(?:er)?(?= (?:[\\w-]+ )?(?:wom[ae]n|m[ae]n|person|people|jurors?|lady|guy|gentleman))',
        'senior citizens?',
        'millennials?',
        'gen[- ]z',
        'boomers?',
        'youthful',
        '(?:his|her|their) youth',
        'in (?:his|her|their) (?:early |late |mid-?)?(?:twenties|thirties|sixties|seventies|eighties|[2-8]0s)',
        '(?:is|only|just|at|aged?) (?:1[89]|[2-9]\\d)(?: years old)?(?= (?:and|so|with)\\b|[,.;]|$)',
        '(?:1[89]|[2-9]\\d)[- ]years?[- ]old(?! (?:son|daughter|child|nephew|niece|case|brother|sister))',
      ),
    ],
    harmless: [
      /\b(?:son|daughter|child|nephew|niece|mother|father|grandmother|brother|sister|husband|wife)s?[^.;,]{0,25}(?:\d\d[- ]years?[- ]old|is \d\d|elderly|too (?:young|old))/gi,
      /\belderly (?:parents?|mother|father|relatives?|neighbors?|patients?|aunt|uncle|care)\b/gi,
      /\byouth (?:group|center|league|sports|program|ministry|football|baseball|soccer)\b/gi,
    ],
    holds: inCalifornia('age'),
  },
  {
    id: 'trait_disability',
    looksFor: [
      words(
        'disabled',
        'disabilit(?:y|ies)',
        'wheelchair',
        'deaf',
        'blind',
        'hard of hearing',
        'hearing loss',
        'mental(?:ly)? (?:ill(?:ness)?|health)',
        'autis(?:m|tic)',
        'handicap\\w*',
      ),
    ],
    harmless: [
      /\bdisability (?:insurance|claims?|benefits?|law|attorney|lawyer|payments?|checks?|discrimination)\b/gi,
      /\bblind (?:spot|date|eye|trust)\b/gi,
      /\b(?:son|daughter|child|brother|sister|mother|father|husband|wife|students?|patients?|nephew)s?[^.;,]{0,25}(?:disab|autis|deaf|blind|wheelchair|mental)\w*/gi,
      /\b(?:disabled|deaf|blind|autistic) (?:son|daughter|child|brother|sister|mother|father|husband|wife|students?|children|veterans)\b/gi,
    ],
    holds: inCalifornia('a disability'),
  },
  {
    id: 'trait_marital',
    looksFor: [
      words(
        '(?:is|was|being|as|are) (?:an? )?(?:single|unmarried|divorced|divorcee|widow(?:ed|er)?|a bachelor|separated)',
        'marital status',
        '(?:un)?married (?:wom[ae]n|m[ae]n|people|jurors?)',
        'never (?:been )?married',
        '(?:he|she|who|juror \\d+) (?:is|was) (?:not )?married',
      ),
    ],
    harmless: [
      /\b(?:son|daughter|brother|sister|parents?|friend)s? (?:is|was|are|were) (?:[\w]+ )?(?:divorced|single|married|separated|widowed)\b/gi,
      /\b(?:he|she|who|juror \d+) (?:is|was) married to\b/gi,
      /\bis a single (?:issue|answer|fact|point|reason)\b/gi,
    ],
    holds: inCalifornia('marital status'),
  },
  {
    id: 'trait_medical',
    looksFor: [
      words(
        'medical condition',
        '(?:his|her|their) (?:illness|health|diagnosis|medical history)',
        'hiv(?:[- ]positive)?',
        '(?:has|had) (?:cancer|diabetes|epilepsy|depression|ptsd|bipolar(?: disorder)?|anxiety disorder)',
        'genetic\\w*',
      ),
    ],
    harmless: [
      /\b(?:son|daughter|brother|sister|mother|father|husband|wife|spouse|friend|child)s?[^.;,]{0,20}(?:has|had) \w+/gi,
    ],
    holds: inCalifornia('a medical condition or genetic information'),
  },
]
