import { z } from 'zod'
import type { CaseStatus, CaseType } from '#contract/cases/data.ts'
import type { caseScopes, caseSorts } from '#contract/cases/cases.ts'
import type { VideoStatus, videoSorts } from '#contract/videos/videos.ts'

export const word = z.coerce.string().optional().catch(undefined)
export const flag = z.boolean().optional().catch(undefined)
// Importing the contract's schemas would add 5 kB to the shell. TypeScript checks that these values match.
export const videoStatus = z.enum({
  uploading: 'uploading',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
} satisfies { [Word in VideoStatus]: Word })
export const videoSort = z.enum({
  newest: 'newest',
  oldest: 'oldest',
  name: 'name',
  longest: 'longest',
  largest: 'largest',
} satisfies { [Word in (typeof videoSorts)[number]]: Word })
export const caseStatus = z.enum({
  draft: 'draft',
  active: 'active',
  in_selection: 'in_selection',
  jury_seated: 'jury_seated',
  closed: 'closed',
  archived: 'archived',
} satisfies { [Word in CaseStatus]: Word })
export const caseType = z.enum({
  criminal_felony: 'criminal_felony',
  criminal_misdemeanor: 'criminal_misdemeanor',
  criminal_capital: 'criminal_capital',
  civil_personal_injury: 'civil_personal_injury',
  civil_medmal: 'civil_medmal',
  civil_employment: 'civil_employment',
  civil_commercial: 'civil_commercial',
  civil_ip: 'civil_ip',
  civil_other: 'civil_other',
  family: 'family',
  other: 'other',
} satisfies { [Word in CaseType]: Word })
export const caseScope = z.enum({ mine: 'mine', led: 'led', firm: 'firm', deleted: 'deleted' } satisfies {
  [Word in (typeof caseScopes)[number]]: Word
})
export const caseSort = z.enum({
  newest: 'newest',
  updated: 'updated',
  title: 'title',
  trial_date: 'trial_date',
  status: 'status',
} satisfies { [Word in (typeof caseSorts)[number]]: Word })
export const caseView = z.enum(['table', 'cards'])
