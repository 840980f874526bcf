import type { CaseType } from '#contract/cases/data.ts'
import type { AlternateRule, Forum, ForumRule, Joint } from './forum.ts'

export const felony = ['criminal_felony'] as const
export const misdemeanor = ['criminal_misdemeanor'] as const
export const capital = ['criminal_capital'] as const
export const civil = [
  'civil_personal_injury',
  'civil_medmal',
  'civil_employment',
  'civil_commercial',
  'civil_ip',
  'civil_other',
] as const

type Given = Pick<ForumRule, 'id' | 'label'> &
  Partial<Pick<ForumRule, 'counts' | 'joint' | 'mostParties' | 'verified'>> & { suits: readonly CaseType[] }
const shared: Joint = { kind: 'shared' }
export const oneMoreEach: Joint = { kind: 'extraEach', each: 1, prosecutionExtra: 'byOrder' }
export const divided: Joint = { kind: 'divided', atLeast: 2 }

export const rule = (plaintiff: number, defense: number, given: Given): ForumRule => ({
  counts: 'side',
  joint: shared,
  verified: true,
  ...given,
  plaintiff,
  defense,
})
export const even = (each: number, given: Given): ForumRule => rule(each, each, given)

type GivenForum = Pick<Forum, 'id' | 'name' | 'rules' | 'source' | 'verified'> & Partial<Forum>
export const forum = (given: GivenForum): Forum => ({
  jury: { sizes: [12], usual: 12, note: '' },
  alternates: { usual: 0, most: 12 },
  alternateExtra: { kind: 'unknown' },
  backStrikes: null,
  method: null,
  notes: [],
  ...given,
})

type GivenExtra = Pick<AlternateRule, 'joint' | 'separate' | 'verified'> & Partial<AlternateRule>
export const perAlternate = (given: GivenExtra): AlternateRule => ({
  kind: 'rule',
  perAlternates: 1,
  each: 1,
  atMostAlternates: Infinity,
  countsPartGroups: true,
  ...given,
})
export const byPairs = (given: GivenExtra): AlternateRule => perAlternate({ perAlternates: 2, ...given })
