import type { CaseSummary } from '#contract/cases.ts'

export const caseStatusWords: Record<CaseSummary['status'], string> = {
  draft: 'Draft',
  active: 'Active',
  in_selection: 'In selection',
  jury_seated: 'Jury seated',
  closed: 'Closed',
  archived: 'Archived',
}

export const caseRoleWords: Record<NonNullable<CaseSummary['myRole']>, string> = {
  lead: 'Lead',
  attorney: 'Attorney',
  paralegal: 'Paralegal',
  consultant: 'Consultant',
  viewer: 'Viewer',
}
