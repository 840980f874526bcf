import { CaseData, findConflictingFields } from '#contract/cases/data.ts'

export type Faults = Readonly<Record<string, string>>

export function findFaults(data: CaseData, fields: readonly (keyof CaseData)[]): Faults {
  const picked = Object.fromEntries(fields.map((field) => [field, data[field]]))
  const parsed = CaseData.partial().safeParse(picked)
  const faults: Record<string, string> = {}
  for (const issue of parsed.error?.issues ?? []) faults[issue.path.map(String).join('.')] ??= issue.message
  for (const [field, message] of Object.entries(findConflictingFields(data))) {
    if ((fields as readonly string[]).includes(field)) faults[field] ??= message
  }
  return faults
}

export const fieldGroups = {
  basics: [
    'title',
    'caseNumber',
    'caseType',
    'ourSide',
    'court',
    'judge',
    'courtroom',
    'county',
    'state',
    'timeZone',
    'voirDireDate',
    'trialDate',
    'confidentiality',
    'tags',
  ],
  forum: [
    'forumId',
    'forumRuleId',
    'selectionMethod',
    'jurySize',
    'alternates',
    'strikeBudget',
    'backStrikesAllowed',
    'alternateStrikesSeparate',
  ],
  people: ['parties', 'attorneys', 'witnesses'],
  themes: ['issues'],
} as const satisfies Record<string, readonly (keyof CaseData)[]>
export type FieldGroup = keyof typeof fieldGroups

export const isSameValue = (a: unknown, b: unknown): boolean => toCanonicalJson(a) === toCanonicalJson(b)

const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

export const emptyCase: CaseData = {
  title: '',
  caseNumber: '',
  caseType: null,
  forumId: null,
  forumRuleId: null,
  court: '',
  judge: '',
  courtroom: '',
  county: '',
  state: '',
  timeZone: null,
  ourSide: null,
  parties: [],
  attorneys: [],
  witnesses: [],
  trialDate: null,
  voirDireDate: null,
  selectionMethod: null,
  jurySize: 12,
  alternates: 0,
  strikeBudget: null,
  backStrikesAllowed: false,
  alternateStrikesSeparate: false,
  issues: [],
  confidentiality: 'standard',
  tags: [],
}
