/**
 * Demographic data that a juror reported or the court listed. It's kept only to make or answer a Batson objection. It's
 * off by default, visible only to the lead, and audited. It's never searched, exported, or passed to the engine.
 */
import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'

export const restrictedSources = ['self_reported', 'court_listed'] as const

export const RestrictedState = z.object({
  open: z.boolean(),
  openedAt: Timestamp.nullable(),
  openedByName: z.string().nullable(),
  reason: z.string(),
})
export type RestrictedState = z.infer<typeof RestrictedState>

export const RestrictedRecord = z.object({
  source: z.enum(restrictedSources),
  value: z.string(),
  updatedAt: Timestamp,
  updatedByName: z.string(),
})
export type RestrictedRecord = z.infer<typeof RestrictedRecord>

const inCase = z.strictObject({ caseId: Id })
const one = z.strictObject({ jurorId: Id })

export const readRestrictedState = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/restricted-records',
  summary: 'Get whether a case keeps restricted records; only for its lead.',
  needs: 'member',
  params: inCase,
  input: nothing,
  output: RestrictedState,
  touches: ['jurors'],
})

export const openRestrictedRecords = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/restricted-records',
  summary: 'Start keeping restricted records in a case, with a reason.',
  needs: 'member',
  params: inCase,
  input: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(10, 'Explain in at least 10 characters why you need this record.')
      .max(textLimits.short),
  }),
  output: RestrictedState,
  touches: ['jurors'],
})

export const closeRestrictedRecords = defineEndpoint({
  method: 'DELETE',
  path: '/api/cases/:caseId/restricted-records',
  summary: 'Stop keeping restricted records and destroy them.',
  needs: 'member',
  params: inCase,
  input: nothing,
  output: done,
  touches: ['jurors'],
})

export const readRestrictedRecord = defineEndpoint({
  method: 'GET',
  path: '/api/jurors/:jurorId/restricted-record',
  summary: 'Get a juror’s restricted record; every view is audited.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.object({ record: RestrictedRecord.nullable() }),
  // This is empty because every live refresh would read the record again and add an entry to the audit log.
  touches: [],
})

export const saveRestrictedRecord = defineEndpoint({
  method: 'PUT',
  path: '/api/jurors/:jurorId/restricted-record',
  summary: 'Save or remove a juror’s restricted record.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    record: z
      .strictObject({
        source: z.enum(restrictedSources),
        value: z.string().trim().min(1, 'Enter what was reported or listed.').max(textLimits.short),
      })
      .nullable(),
  }),
  output: done,
  touches: [],
})
