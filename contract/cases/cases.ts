import { z } from 'zod'
import { CaseData, CaseSides, caseStatuses, caseTypes } from './data.ts'
import { defineEndpoint, done, Id, nothing, page, textLimits, Timestamp } from '../endpoint.ts'
import { caseActions, caseRoles } from '../account/permissions.ts'

export const recordingBases = ['court_record', 'court_order', 'own_mock', 'other'] as const
export const RecordingPermission = z.object({
  basis: z.enum(recordingBases, 'Choose why your team may have the recording.'),
  note: z.string().trim().max(500).default(''),
})
export type RecordingPermission = z.infer<typeof RecordingPermission>

export const CaseSummary = z.object({
  id: Id,
  title: z.string(),
  /** Empty for users behind the ethical wall, who see only the title and status. */
  caseNumber: z.string(),
  caseType: z.enum(caseTypes).nullable(),
  court: z.string(),
  judge: z.string(),
  trialDate: z.string().nullable(),
  voirDireDate: z.string().nullable(),
  status: z.enum(caseStatuses),
  myRole: z.enum(caseRoles).nullable(),
  anonymousJury: z.boolean(),
  recordingDeclared: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp.nullable(),
})
export type CaseSummary = z.infer<typeof CaseSummary>

export const ListedCase = CaseSummary.extend({
  sessions: z.int(),
  /**
   * Counts strikes not yet on the record and cause challenges without a ruling. For viewers, counts only strikes on the
   * record.
   */
  openStrikes: z.int(),
})
export type ListedCase = z.infer<typeof ListedCase>

export const caseSorts = ['newest', 'updated', 'title', 'trial_date', 'status'] as const
/** `mine` is the user's cases, and `led` is the cases they lead. `firm` and `deleted` are for administrators only. */
export const caseScopes = ['mine', 'led', 'firm', 'deleted'] as const

export const CaseTotals = z.object({ total: z.number().int(), byStatus: z.record(z.string(), z.number().int()) })
export type CaseTotals = z.infer<typeof CaseTotals>

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/cases',
  summary: 'List your cases; administrators also see the titles of all others.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    ...page,
    q: z.string().trim().max(textLimits.title).optional(),
    status: z.enum(caseStatuses).optional(),
    caseType: z.enum(caseTypes).optional(),
    scope: z.enum(caseScopes).default('mine'),
    sort: z.enum(caseSorts).default('newest'),
  }),
  output: z.array(ListedCase),
  touches: ['cases', 'sessions', 'strikes'],
})

export const createCase = defineEndpoint({
  method: 'POST',
  path: '/api/cases',
  summary: 'Create a draft case with you as its lead.',
  needs: 'member',
  params: nothing,
  input: CaseData.partial().required({ title: true, caseNumber: true }),
  output: CaseSummary,
  touches: ['cases'],
})

const caseParams = z.strictObject({ caseId: Id })

const May = z.record(z.enum(caseActions), z.boolean())

const WalledCase = z.object({
  walled: z.literal(true),
  id: Id,
  title: z.string(),
  status: z.enum(caseStatuses),
  deletedAt: Timestamp.nullable(),
  may: May,
})

const OpenCase = CaseData.extend({
  walled: z.literal(false),
  id: Id,
  status: z.enum(caseStatuses),
  outcome: z.string(),
  closedAt: Timestamp.nullable(),
  archivedAt: Timestamp.nullable(),
  retainedUntil: Timestamp.nullable(),
  myRole: z.enum(caseRoles),
  myAccessEndsAt: Timestamp.nullable(),
  recordingPermission: RecordingPermission.extend({ declaredBy: z.string(), declaredAt: Timestamp }).nullable(),
  sides: CaseSides,
  /** The time zone of the case. Defaults to the time zone of its state, then of the firm, then UTC. */
  courtZone: z.string(),
  may: May,
  createdAt: Timestamp,
  createdBy: z.string(),
  updatedAt: Timestamp,
  updatedBy: z.string(),
  version: z.number().int(),
})
export type OpenCase = z.infer<typeof OpenCase>

export const CaseDetail = z.discriminatedUnion('walled', [OpenCase, WalledCase])
export type CaseDetail = z.infer<typeof CaseDetail>

export const readCase = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId',
  summary: 'Get a case and what you can do in it.',
  needs: 'member',
  params: caseParams,
  input: nothing,
  output: CaseDetail,
  touches: ['cases'],
})

/** Returns 409 if `version` is stale, with the latest case in `current`. */
export const updateCase = defineEndpoint({
  method: 'PATCH',
  path: '/api/cases/:caseId',
  summary: 'Change fields of a case.',
  needs: 'member',
  params: caseParams,
  input: CaseData.partial().extend({ version: z.number().int() }),
  output: OpenCase,
  touches: ['cases'],
})

export const moveCase = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/status',
  summary: 'Change the status of a case; moving back requires a reason.',
  needs: 'member',
  params: caseParams,
  input: z.strictObject({
    to: z.enum(caseStatuses),
    reason: z.string().trim().max(textLimits.short).default(''),
    outcome: z.string().trim().max(textLimits.short).default(''),
  }),
  output: CaseDetail,
  touches: ['cases'],
})

const bulkMax = 200

export const archiveCases = defineEndpoint({
  method: 'POST',
  path: '/api/cases/archive',
  summary: 'Archive several cases; the response lists any that were rejected and why.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ caseIds: z.array(Id).min(1, 'Choose at least one case.').max(bulkMax) }),
  output: z.object({ archived: z.array(Id), refused: z.array(z.object({ id: Id, reason: z.string() })) }),
  touches: ['cases'],
})

export const restoreCase = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/restore',
  summary: 'Restore an archived or deleted case.',
  needs: 'member',
  params: caseParams,
  input: nothing,
  output: done,
  touches: ['cases', 'videos'],
})

export const deleteCase = defineEndpoint({
  method: 'DELETE',
  path: '/api/cases/:caseId',
  summary: 'Delete a case; an administrator can restore it for a while.',
  needs: 'member',
  params: caseParams,
  input: z.strictObject({ reason: z.string().trim().max(textLimits.short).default('') }),
  output: done,
  touches: ['cases', 'videos'],
})

export const declareRecording = defineEndpoint({
  method: 'PUT',
  path: '/api/cases/:caseId/recording-permission',
  summary: 'Declare why the team may hold recordings of a case.',
  needs: 'member',
  params: caseParams,
  input: RecordingPermission.refine(({ basis, note }) => basis !== 'other' || note !== '', {
    path: ['note'],
    error: 'Explain in the note why your team may have the recording.',
  }),
  output: CaseSummary,
  touches: ['cases'],
})

export const ActivityEvent = z.object({
  seq: z.number().int(),
  at: Timestamp,
  /** Includes the email address if another person in the firm has the same name. */
  actor: z.string().nullable(),
  actorId: Id.nullable().default(null),
  actorEmail: z.string().nullable().default(null),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
})
export type ActivityEvent = z.infer<typeof ActivityEvent>

export const listCaseActivity = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/activity',
  summary: 'List what happened in a case, newest first.',
  needs: 'member',
  params: caseParams,
  input: z.strictObject(page),
  output: z.array(ActivityEvent),
  touches: ['cases'],
})
