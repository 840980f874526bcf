/**
 * Case archives that come in. The file itself is sent as it is: POST /api/case-imports, `content-type: application/zip`,
 * with the case number to use as `?caseNumber=` where that of the archive is taken; the answer is a CaseImport.
 */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from './endpoint.ts'

export const caseImportStatuses = ['waiting', 'running', 'done', 'failed'] as const

export const CaseImport = z.object({
  id: Id,
  status: z.enum(caseImportStatuses),
  /** A sentence for the person who waits. */
  failure: z.string().nullable(),
  caseId: Id.nullable(),
  result: z
    .object({
      title: z.string(),
      caseNumber: z.string(),
      /** SHA-256 of the archive's manifest. */
      fingerprint: z.string(),
      /** Rows of each table. */
      counts: z.record(z.string(), z.int()),
      /** Known again by their address, and those who stand in the case by name alone. */
      people: z.object({ matched: z.array(z.string()), imported: z.array(z.string()) }),
      warnings: z.array(z.string()),
    })
    .nullable(),
  createdAt: Timestamp,
})
export type CaseImport = z.infer<typeof CaseImport>

/** Only for who sent it. */
export const readCaseImport = defineEndpoint({
  method: 'GET',
  path: '/api/case-imports/:importId',
  summary: 'How far a case archive that I sent is.',
  needs: 'member',
  params: z.strictObject({ importId: Id }),
  input: nothing,
  output: CaseImport,
  touches: ['cases'],
})
