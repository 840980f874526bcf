import { z } from 'zod'
import { defineEndpoint, Id, nothing, page, Timestamp } from './endpoint.ts'
import { caseRoles } from './permissions.ts'

export const caseStatuses = ['draft', 'active', 'in_selection', 'jury_seated', 'closed', 'archived'] as const

/** Why the team may hold a recording of this voir dire; asked before the first upload to a case. */
export const recordingBases = ['court_record', 'court_order', 'own_mock', 'other'] as const
export const RecordingPermission = z.object({
  basis: z.enum(recordingBases),
  note: z.string().trim().max(500).default(''),
})
export type RecordingPermission = z.infer<typeof RecordingPermission>

export const CaseSummary = z.object({
  id: Id,
  title: z.string(),
  caseNumber: z.string(),
  status: z.enum(caseStatuses),
  myRole: z.enum(caseRoles).nullable(),
  recordingDeclared: z.boolean(),
  createdAt: Timestamp,
})
export type CaseSummary = z.infer<typeof CaseSummary>

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/cases',
  summary: 'The cases I am a member of.',
  needs: 'member',
  params: nothing,
  input: z.strictObject(page),
  output: z.array(CaseSummary),
  touches: ['cases'],
})

export const createCase = defineEndpoint({
  method: 'POST',
  path: '/api/cases',
  summary: 'Create a case; the creator becomes its lead.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    title: z.string().trim().min(3, 'Enter a title of at least 3 characters.').max(200),
    caseNumber: z.string().trim().min(1, 'Enter the case number.').max(60),
  }),
  output: CaseSummary,
  touches: ['cases'],
})

export const declareRecording = defineEndpoint({
  method: 'PUT',
  path: '/api/cases/:caseId/recording-permission',
  summary: 'Declare why the team may hold recordings of this case.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: RecordingPermission,
  output: CaseSummary,
  touches: ['cases'],
})
