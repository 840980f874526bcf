/** What people enter about a case: its fields with their rules, and what a case needs to leave draft. */
import { z } from 'zod'
import { textLimits } from '../endpoint.ts'
import { isTimeZone } from '../time-zone.ts'

export const caseStatuses = ['draft', 'active', 'in_selection', 'jury_seated', 'closed', 'archived'] as const
export type CaseStatus = (typeof caseStatuses)[number]

export const caseTypes = [
  'criminal_felony',
  'criminal_misdemeanor',
  'criminal_capital',
  'civil_personal_injury',
  'civil_medmal',
  'civil_employment',
  'civil_commercial',
  'civil_ip',
  'civil_other',
  'family',
  'other',
] as const
export type CaseType = (typeof caseTypes)[number]

/** `neutral`: a consultant or the court itself. */
export const ourSides = ['plaintiff', 'prosecution', 'defense', 'neutral'] as const
export const partyRoles = ['plaintiff', 'prosecution', 'defendant', 'intervenor', 'other'] as const
/** The side of the caption. Plaintiff stands for the prosecution, too. */
export const partySides = ['plaintiff', 'defense', 'other'] as const
export type PartySide = (typeof partySides)[number]

export const selectionMethods = [
  'strike_and_replace',
  'struck_panel',
  'rounds_no_back',
  'random_order',
  'custom',
] as const
export type SelectionMethod = (typeof selectionMethods)[number]

/** `anonymous_jury`: jurors' names are hidden everywhere. */
export const confidentialities = ['standard', 'sealed', 'anonymous_jury'] as const

const shortText = z.string().trim().max(120)
const personName = z.string().trim().min(1, 'Enter a name.').max(160)
const day = z.iso.date('Enter a date as year-month-day.')

export const Party = z.object({
  name: personName,
  role: z.enum(partyRoles),
  side: z.enum(partySides),
  representedBy: z.string().trim().max(160).default(''),
})
export type Party = z.infer<typeof Party>

/** An attorney in the case or a witness on a list, for "do you know anyone" checks. */
export const NamedPerson = z.object({
  name: personName,
  firm: z.string().trim().max(160).default(''),
  side: z.enum(partySides),
})
export type NamedPerson = z.infer<typeof NamedPerson>

/** A theme of the case; its words are watched for in what jurors say. */
export const CaseIssue = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  description: z.string().trim().max(textLimits.short).default(''),
  watchWords: z.array(z.string().trim().min(1).max(60)).max(50).default([]),
})
export type CaseIssue = z.infer<typeof CaseIssue>

/** More than any forum allows; a greater number is a typing mistake. */
export const mostStrikes = 60
const strikesWords = `A side has 0 to ${mostStrikes} strikes.`
const strikes = z.number(strikesWords).int(strikesWords).min(0, strikesWords).max(mostStrikes, strikesWords)

/** Peremptory challenges of each side. `us` of a neutral team is the plaintiff's or the prosecution's side. */
export const StrikeBudget = z
  .object({
    us: strikes,
    them: strikes,
    alternatesUs: strikes,
    alternatesThem: strikes,
    /** Of the defense's number, how many each defendant may use alone; null where they are all used jointly. */
    perDefendant: strikes.nullable().default(null),
    source: z.enum(['default', 'order']),
    orderNote: z.string().trim().max(textLimits.short).default(''),
  })
  .refine((budget) => budget.source !== 'order' || budget.orderNote !== '', {
    path: ['orderNote'],
    message: 'Say which order of the court sets these numbers.',
  })
export type StrikeBudget = z.infer<typeof StrikeBudget>

export const CaseData = z.strictObject({
  title: z.string().trim().min(3, 'Enter a title of at least 3 characters.').max(textLimits.title),
  caseNumber: z.string().trim().min(1, 'Enter the case number.').max(60),
  caseType: z.enum(caseTypes).nullable(),
  /** Of law/forums/forums.ts. */
  forumId: z.string().max(60).nullable(),
  /** Which rule of the forum applies: the offence, the number of parties. */
  forumRuleId: z.string().max(60).nullable(),
  court: shortText,
  judge: shortText,
  courtroom: shortText,
  county: shortText,
  state: shortText,
  /** Of the court, by whose clocks the record is kept; null follows the firm's. */
  timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone such as America/Chicago.').nullable(),
  ourSide: z.enum(ourSides).nullable(),
  parties: z.array(Party).max(100),
  attorneys: z.array(NamedPerson).max(200),
  witnesses: z.array(NamedPerson).max(500),
  trialDate: day.nullable(),
  voirDireDate: day.nullable(),
  selectionMethod: z.enum(selectionMethods).nullable(),
  jurySize: z.number().int().min(1, 'Jury size must be 1 to 23.').max(23, 'Jury size must be 1 to 23.'),
  alternates: z.number().int().min(0, 'Alternates must be 0 to 12.').max(12, 'Alternates must be 0 to 12.'),
  strikeBudget: StrikeBudget.nullable(),
  backStrikesAllowed: z.boolean(),
  alternateStrikesSeparate: z.boolean(),
  issues: z.array(CaseIssue).max(30),
  confidentiality: z.enum(confidentialities),
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
})
export type CaseData = z.infer<typeof CaseData>

/** Fields that the lead alone changes, since they decide who may strike how often. */
export const budgetFields = [
  'forumId',
  'forumRuleId',
  'selectionMethod',
  'jurySize',
  'alternates',
  'strikeBudget',
  'backStrikesAllowed',
  'alternateStrikesSeparate',
] as const satisfies readonly (keyof CaseData)[]

/** The two sides of a caption: the prosecution is the plaintiff's. */
export const captionSides = ['plaintiff', 'defense'] as const
export const CaseSides = z.object({ us: z.enum(captionSides), them: z.enum(captionSides) })
export const getSides = (ourSide: CaseData['ourSide']): z.infer<typeof CaseSides> =>
  ourSide === 'defense' ? { us: 'defense', them: 'plaintiff' } : { us: 'plaintiff', them: 'defense' }

type Fields = Partial<Record<keyof CaseData, string>>

/** What is still missing before a case may leave draft: one sentence a field. */
export function missingFields(data: CaseData): Fields {
  const missing: Fields = {}
  if (!data.caseType) missing.caseType = 'Choose the type of the case.'
  if (!data.forumId) missing.forumId = 'Choose the forum.'
  if (!data.court) missing.court = 'Enter the court.'
  if (!data.ourSide) missing.ourSide = 'Choose the side you work for.'
  const sides = new Set(data.parties.map((each) => each.side))
  if (!sides.has('plaintiff')) missing.parties = 'Enter at least one party of the plaintiff or the prosecution.'
  else if (!sides.has('defense')) missing.parties = 'Enter at least one party of the defense.'
  return missing
}

/** What cannot stand together, whatever the status. */
export function clashingFields(data: Pick<CaseData, 'trialDate' | 'voirDireDate'>): Fields {
  if (data.trialDate && data.voirDireDate && data.voirDireDate > data.trialDate) {
    return { voirDireDate: 'Voir dire cannot be after the trial date.' }
  }
  return {}
}

/**
 * What is allowed and yet deserves a second look. `today` as year-month-day. A day of voir dire that is over is what one
 * expects of a case in selection: it is strange only before.
 */
export function caseWarnings(
  { status, trialDate, voirDireDate }: Pick<CaseData, 'trialDate' | 'voirDireDate'> & { status: CaseStatus },
  today: string,
): string[] {
  const isBefore = status === 'draft' || status === 'active'
  return [
    ...(isBefore && voirDireDate && voirDireDate < today ? ['The date of voir dire has passed.'] : []),
    ...(trialDate && trialDate < today ? ['The trial date has passed.'] : []),
  ]
}
