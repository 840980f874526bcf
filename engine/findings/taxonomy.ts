import type { FindingType, Severity } from '#contract/findings/findings.ts'
import type { FindingSub } from '#contract/findings/words.ts'

/** Labels are in order of precedence. */
export const labelTypes = {
  bias: 'bias_indicator',
  hardship: 'hardship',
  key_statement: 'key_statement',
} as const satisfies Record<string, FindingType>
export type Label = keyof typeof labelTypes
export type SpokenType = (typeof labelTypes)[Label]
export const labels = Object.keys(labelTypes) as readonly Label[]

type Category = {
  label: Label
  severity: Severity
  /** Completes the sentence "The juror …". */
  says: string
  ground: string
}

const hardship = (
  severity: Severity,
  says: string,
  ground = 'Undue hardship: 28 USC 1866(c); Cal. Rules of Court 2.1008',
): Category => ({ label: 'hardship', severity, says, ground })
const bias = (severity: Severity, says: string, ground: string): Category => ({ label: 'bias', severity, says, ground })
const key = (severity: Severity, says: string, ground = ''): Category => ({
  label: 'key_statement',
  severity,
  says,
  ground,
})

const againstTheLaw = 'Bias against the law: Tex. CCP 35.16(b)(3), (c)(2)'
const implied = 'Implied or actual bias: Cal. CCP 225, 229'
const caution = 'Actual bias; presumed invalid as a reason for a peremptory under Cal. CCP 231.7(e), Wash. GR 37(h)'

export const taxonomy = {
  financial: hardship('high', 'says that serving would cost needed income'),
  employment_duty: hardship(
    'medium',
    'says that their employer can’t spare them or the business would suffer',
    'Court’s discretion: 28 USC 1866(c)',
  ),
  caregiving: hardship(
    'high',
    'says that someone depends on their care',
    'Cal. CCP 204(b); Cal. Rules of Court 2.1008; 28 USC 1866(c)',
  ),
  medical_self: hardship('high', 'mentions a health condition or treatment', '28 USC 1865(b)(4); Tex. CCP 35.16(a)(5)'),
  medical_family: hardship('medium', 'mentions the illness or death of someone close', 'Court’s discretion'),
  travel_prepaid: hardship('low', 'has planned or prepaid travel during the trial', 'Court’s discretion'),
  personal_event: hardship('low', 'has a family or life event during the trial', 'Court’s discretion'),
  education: hardship('medium', 'has classes or exams during the trial', 'Court’s discretion: 28 USC 1866(c)'),
  transport_commute: hardship('low', 'says that getting to the courthouse is hard', 'Cal. Rules of Court 2.1008'),
  language_comprehension: hardship('high', 'says that following or reading English is hard', '28 USC 1865(b)(2)-(3)'),
  religious_observance: hardship(
    'low',
    'has a religious observance during the trial',
    'Calls for an accommodation; never a reason for a strike: Cal. CCP 231.7',
  ),

  explicit_inability: bias(
    'critical',
    'says that they cannot be fair or should not serve',
    'Actual bias: Cal. CCP 225(b)(1)(C); Tex. CCP 35.16(a)(9); 28 USC 1866(c)(2)',
  ),
  party_lean: bias('high', 'leans toward or against one side', 'Actual bias; Tex. CCP 35.16(a)(9)'),
  presumption_burden: bias(
    'critical',
    'would not presume innocence, or would require more or less proof than the law does',
    'Tex. CCP 35.16(b)(3), (c)(2); due process',
  ),
  right_to_silence: bias('high', 'would hold silence against a party', 'Fifth Amendment; actual bias'),
  law_enforcement_pro: bias('high', 'would favor police or government witnesses', 'Actual bias'),
  law_enforcement_anti: bias('high', 'distrusts police or government witnesses', caution),
  institution_system: bias(
    'medium',
    'states a general distrust of, or undue trust in, courts, lawyers, or government',
    caution,
  ),
  experience_based: bias('high', 'says that a personal experience would affect them', implied),
  relationship: bias(
    'high',
    'has a tie to someone in the case that would affect them',
    'Implied bias: Cal. CCP 229(a)-(b); Tex. CCP 35.16(b)(2), (c)(1)',
  ),
  pretrial_opinion: bias('critical', 'already has an opinion about the case', 'Tex. CCP 35.16(a)(10); Cal. CCP 229(e)'),
  witness_credibility: bias('high', 'prejudges a witness or type of witness', 'Actual bias'),
  damages_attitude: bias('high', 'has a fixed view of money damages', 'Bias against the law on damages (civil)'),
  litigation_attitude: bias('medium', 'has a fixed view of lawsuits', 'Actual bias'),
  subject_matter: bias('medium', 'has strong feelings about the subject of the case', 'Actual bias'),
  association_political: bias(
    'high',
    'has feelings for or against someone’s politics or associations',
    'Actual bias; only if stated, never inferred',
  ),
  religious_conscience: bias(
    'high',
    'has moral or religious beliefs that conflict with judging or the law',
    'Cal. CCP 229(h); Tex. CCP 35.16(b)(1); Witherspoon v. Illinois',
  ),
  punishment_attitude: bias(
    'high',
    'could not consider the full range of punishment',
    'Tex. CCP 35.16(b)(3), (c)(2); Morgan v. Illinois',
  ),
  cannot_follow_law: bias('critical', 'would not follow a court instruction', againstTheLaw),
  occupational: bias('medium', 'says that their work would bias them', 'Actual bias; an occupation alone is not bias'),

  rehabilitation: key('medium', 'agrees to set a concern aside', 'Weighs against a challenge for cause'),
  rehabilitation_equivocal: key(
    'high',
    'agrees to set it aside, but hedges',
    'Equivocation supports a challenge for cause',
  ),
  unequivocal_fairness: key('low', 'clearly commits to being fair or following the law'),
  disclosure_relationship: key(
    'medium',
    'knows or is related to someone connected with the case',
    'Calls for a follow-up question',
  ),
  crime_victim: key(
    'medium',
    'was the victim of a crime or similar incident, or is close to someone who was',
    'Calls for a follow-up question',
  ),
  legal_history: key(
    'medium',
    'has been involved in a lawsuit, arrest, or claim, or has testified',
    'Calls for a follow-up question; caution in California and Washington',
  ),
  prior_jury: key('low', 'has served on a jury before'),
  case_knowledge: key('high', 'has seen or heard about the case or its locations', 'Tex. CCP 35.16(a)(10)'),
  expertise: key('medium', 'has training or work experience relevant to the issues', 'Not a bias by itself'),
} as const satisfies Record<FindingSub, Category>

export type Sub = keyof typeof taxonomy
export const subs = Object.keys(taxonomy) as readonly Sub[]
export const isSub = (name: string): name is Sub => Object.hasOwn(taxonomy, name)
export function toSub(name: string): Sub {
  if (!isSub(name)) throw new Error(`“${name}” is not a finding type.`)
  return name
}

/** These subcategories state that there is a bias, but not what it's about. */
export const unspecific: ReadonlySet<Sub> = new Set(['explicit_inability', 'party_lean'])
