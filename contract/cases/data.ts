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

/** `neutral` is for a consultant or the court. */
export const ourSides = ['plaintiff', 'prosecution', 'defense', 'neutral'] as const
export const partyRoles = ['plaintiff', 'prosecution', 'defendant', 'intervenor', 'other'] as const
/** The sides in a case caption. `plaintiff` includes the prosecution. */
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

export const confidentialities = ['standard', 'sealed', 'anonymous_jury'] as const

const shortText = z.string().trim().max(120)
const personName = z.string().trim().min(1, 'Enter a name.').max(160)
const day = z.iso.date('Enter a date such as 2026-03-14.')

export const Party = z.object({
  name: personName,
  role: z.enum(partyRoles),
  side: z.enum(partySides),
  representedBy: z.string().trim().max(160).default(''),
})
export type Party = z.infer<typeof Party>

export const NamedPerson = z.object({
  name: personName,
  firm: z.string().trim().max(160).default(''),
  side: z.enum(partySides),
})
export type NamedPerson = z.infer<typeof NamedPerson>

export const CaseIssue = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  description: z.string().trim().max(textLimits.short).default(''),
  watchWords: z.array(z.string().trim().min(1).max(60)).max(50).default([]),
})
export type CaseIssue = z.infer<typeof CaseIssue>

export const maxStrikes = 60
const strikeLimitMessage = `Strikes per side must be 0 to ${maxStrikes}.`
const strikes = z
  .number(strikeLimitMessage)
  .int(strikeLimitMessage)
  .min(0, strikeLimitMessage)
  .max(maxStrikes, strikeLimitMessage)

/** The number of peremptory strikes per side. For a neutral team, `us` is the plaintiff or prosecution. */
export const StrikeBudget = z
  .object({
    us: strikes,
    them: strikes,
    alternatesUs: strikes,
    alternatesThem: strikes,
    /** How many of the defense's strikes each defendant uses individually. Null if all strikes are joint. */
    perDefendant: strikes.nullable().default(null),
    source: z.enum(['default', 'order']),
    orderNote: z.string().trim().max(textLimits.short).default(''),
  })
  .refine((budget) => budget.source !== 'order' || budget.orderNote !== '', {
    path: ['orderNote'],
    message: 'Enter the court order that sets these numbers.',
  })
export type StrikeBudget = z.infer<typeof StrikeBudget>

export const CaseData = z.strictObject({
  title: z.string().trim().min(3, 'Enter a title of at least 3 characters.').max(textLimits.title),
  caseNumber: z.string().trim().min(1, 'Enter the case number.').max(60),
  caseType: z.enum(caseTypes).nullable(),
  /** A forum ID from law/forums/forums.data.ts. */
  forumId: z.string().max(60).nullable(),
  forumRuleId: z.string().max(60).nullable(),
  court: shortText,
  judge: shortText,
  courtroom: shortText,
  county: shortText,
  state: shortText,
  /** The court's time zone. If null, uses the time zone of the state or, if that's unknown, of the firm. */
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

/** Only the lead can change these fields because they determine how many strikes each side gets. */
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

export const captionSides = ['plaintiff', 'defense'] as const
export const CaseSides = z.object({ us: z.enum(captionSides), them: z.enum(captionSides) })
export const getSides = (ourSide: CaseData['ourSide']): z.infer<typeof CaseSides> =>
  ourSide === 'defense' ? { us: 'defense', them: 'plaintiff' } : { us: 'plaintiff', them: 'defense' }

type Fields = Partial<Record<keyof CaseData, string>>

export function findMissingFields(data: CaseData): Fields {
  const missing: Fields = {}
  if (!data.caseType) missing.caseType = 'Choose a case type.'
  if (!data.forumId) missing.forumId = 'Choose a forum.'
  if (!data.court) missing.court = 'Enter the court.'
  if (!data.ourSide) missing.ourSide = 'Choose your side.'
  const sides = new Set(data.parties.map((each) => each.side))
  if (!sides.has('plaintiff')) missing.parties = 'Add at least one plaintiff or prosecution party.'
  else if (!sides.has('defense')) missing.parties = 'Add at least one defense party.'
  return missing
}

export function findConflictingFields(data: Pick<CaseData, 'trialDate' | 'voirDireDate'>): Fields {
  if (data.trialDate && data.voirDireDate && data.voirDireDate > data.trialDate) {
    return { voirDireDate: 'Voir dire can’t be after the trial date.' }
  }
  return {}
}

type Dated = Pick<CaseData, 'trialDate' | 'voirDireDate'> & { status: CaseStatus }

/** All dates are YYYY-MM-DD. Pass undefined for `sessionDates` until they're known. */
export function caseWarnings(
  { status, trialDate, voirDireDate }: Dated,
  today: string,
  sessionDates: readonly (string | null)[] | undefined,
): string[] {
  const isBefore = status === 'draft' || status === 'active'
  const isLast = sessionDates?.every((date) => date === null || date < today) === true
  return [
    ...(isBefore && isLast && voirDireDate && voirDireDate < today ? ['The voir dire date has passed.'] : []),
    ...(trialDate && trialDate < today ? ['The trial date has passed.'] : []),
  ]
}
