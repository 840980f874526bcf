import type { CaseData, CaseStatus, CaseType, PartySide, SelectionMethod } from '#contract/cases/data.ts'
import type { caseSorts } from '#contract/cases/cases.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import { formatDay } from '#web/platform/format.ts'

export const caseStatusLabels: Record<CaseStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  in_selection: 'In selection',
  jury_seated: 'Jury seated',
  closed: 'Closed',
  archived: 'Archived',
}

export const caseRoleLabels: Record<CaseRole, string> = {
  lead: 'Lead',
  attorney: 'Attorney',
  paralegal: 'Paralegal',
  consultant: 'Consultant',
  viewer: 'Viewer',
}

export const caseTypeLabels: Record<CaseType, string> = {
  criminal_felony: 'Criminal, felony',
  criminal_misdemeanor: 'Criminal, misdemeanor',
  criminal_capital: 'Criminal, capital',
  civil_personal_injury: 'Civil, personal injury',
  civil_medmal: 'Civil, medical malpractice',
  civil_employment: 'Civil, employment',
  civil_commercial: 'Civil, commercial',
  civil_ip: 'Civil, intellectual property',
  civil_other: 'Civil, other',
  family: 'Family',
  other: 'Other',
}

export const ourSideLabels: Record<NonNullable<CaseData['ourSide']>, string> = {
  plaintiff: 'Plaintiff',
  prosecution: 'Prosecution',
  defense: 'Defense',
  neutral: 'Neutral (consultant or court)',
}

export const partySideLabels: Record<PartySide, string> = {
  plaintiff: 'Plaintiff or prosecution',
  defense: 'Defense',
  other: 'Neither side',
}

export const partyRoleLabels: Record<CaseData['parties'][number]['role'], string> = {
  plaintiff: 'Plaintiff',
  prosecution: 'Prosecution',
  defendant: 'Defendant',
  intervenor: 'Intervenor',
  other: 'Other',
}

export const methodLabels: Record<SelectionMethod, string> = {
  strike_and_replace: 'Jury box: strike and replace',
  struck_panel: 'Struck panel: qualify the whole pool first',
  rounds_no_back: 'Rounds, no back-strikes',
  random_order: 'Random replacement order',
  custom: 'Other method',
}

export const confidentialityLabels: Record<CaseData['confidentiality'], string> = {
  standard: 'Standard',
  sealed: 'Sealed',
  anonymous_jury: 'Anonymous jury: names hidden everywhere',
}

export const caseSortLabels: Record<(typeof caseSorts)[number], string> = {
  newest: 'Newest first',
  updated: 'Recently updated',
  title: 'Title',
  trial_date: 'Trial date, soonest first',
  status: 'Status',
}

export const fieldLabels: Record<keyof CaseData, string> = {
  title: 'Title',
  caseNumber: 'Case number',
  caseType: 'Case type',
  forumId: 'Forum',
  forumRuleId: 'Strike rule',
  court: 'Court',
  judge: 'Judge',
  courtroom: 'Courtroom',
  county: 'County',
  state: 'State',
  timeZone: 'Court time zone',
  ourSide: 'Our side',
  parties: 'Parties',
  attorneys: 'Attorneys',
  witnesses: 'Witnesses',
  trialDate: 'Trial date',
  voirDireDate: 'Voir dire date',
  selectionMethod: 'Selection method',
  jurySize: 'Jurors',
  alternates: 'Alternates',
  strikeBudget: 'Strike budget',
  backStrikesAllowed: 'Back-strikes allowed',
  alternateStrikesSeparate: 'Separate strikes for alternates',
  issues: 'Themes',
  confidentiality: 'Confidentiality',
  tags: 'Tags',
}

/** Returns "in 12 days", "tomorrow", or "3 days ago". Both dates are YYYY-MM-DD. */
export function daysUntil(day: string, from: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day')
}

const describeBudget = (budget: NonNullable<CaseData['strikeBudget']>): string =>
  `Us ${budget.us}, them ${budget.them}. Alternates: us ${budget.alternatesUs}, them ${budget.alternatesThem}.` +
  (budget.source === 'order' ? ` Court order: ${budget.orderNote}` : '')

export const notSet = 'Not set'
export const noneListed = 'None'

const listNames = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join(', ') || noneListed
const formatYesNo = (value: boolean): string => (value ? 'Yes' : 'No')

const valueLabels: { [Field in keyof CaseData]?: (value: NonNullable<CaseData[Field]>) => string } = {
  caseType: (value) => caseTypeLabels[value],
  ourSide: (value) => ourSideLabels[value],
  selectionMethod: (value) => methodLabels[value],
  confidentiality: (value) => confidentialityLabels[value],
  timeZone: (value) => value.replaceAll('_', ' '),
  trialDate: formatDay,
  voirDireDate: formatDay,
  strikeBudget: describeBudget,
  parties: listNames,
  attorneys: listNames,
  witnesses: listNames,
  issues: listNames,
  tags: (value) => value.join(', ') || noneListed,
  backStrikesAllowed: formatYesNo,
  alternateStrikesSeparate: formatYesNo,
}

export function describeField(field: keyof CaseData, data: CaseData): string {
  const value = data[field]
  if (value === null || value === '') return notSet
  const toWords = valueLabels[field]
  // TypeScript can't correlate the field with the type of its value.
  return toWords ? toWords(value as never) : `${value as string | number}`
}
