/**
 * Imports a case archive uploaded with POST /api/case-imports. After the archive is verified, the import stays in
 * `review` until the importer matches people in the archive to members of the firm.
 */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'

export const caseImportStatuses = ['waiting', 'running', 'review', 'done', 'failed'] as const

/** `unverified` means the archive is unsigned or was imported before archives were signed. */
export const archiveOrigins = ['this_installation', 'other_installation', 'unverified'] as const
export const ArchiveOrigin = z.object({
  kind: z.enum(archiveOrigins),
  signedBy: z.string().nullable(),
})
export type ArchiveOrigin = z.infer<typeof ArchiveOrigin>

export const originWords = ({ kind, signedBy }: ArchiveOrigin): string =>
  kind === 'this_installation'
    ? 'Signed by this installation.'
    : kind === 'other_installation'
      ? `Signed by another installation (key ${signedBy}). Confirm the key with the sender.`
      : 'Unverified: not signed.'

export const FoundArchive = z.object({
  title: z.string(),
  caseNumber: z.string(),
  origin: ArchiveOrigin,
  /** `id` comes from the archive. `suggestedId` is the firm member with the same email address, if any. */
  people: z.array(z.object({ id: Id, name: z.string(), email: z.string(), suggestedId: Id.nullable() })),
})
export type FoundArchive = z.infer<typeof FoundArchive>

export const CaseImport = z.object({
  id: Id,
  status: z.enum(caseImportStatuses),
  failure: z.string().nullable(),
  caseId: Id.nullable(),
  found: FoundArchive.nullable(),
  result: z
    .object({
      title: z.string(),
      caseNumber: z.string(),
      fingerprint: z.string(),
      origin: ArchiveOrigin.optional(),
      counts: z.record(z.string(), z.int()),
      people: z.object({ matched: z.array(z.string()), imported: z.array(z.string()) }),
      warnings: z.array(z.string()),
    })
    .nullable(),
  createdAt: Timestamp,
})
export type CaseImport = z.infer<typeof CaseImport>

const one = z.strictObject({ importId: Id })

export const readCaseImport = defineEndpoint({
  method: 'GET',
  path: '/api/case-imports/:importId',
  summary: 'Get the progress of a case import you started.',
  needs: 'member',
  params: one,
  input: nothing,
  output: CaseImport,
  touches: ['cases'],
})

export const confirmCaseImport = defineEndpoint({
  method: 'POST',
  path: '/api/case-imports/:importId/confirm',
  summary: 'Match the people in the archive to members, and import the case.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    /** Must list every person in the archive. If `userId` is null, only that person's name is kept. */
    people: z.array(z.strictObject({ id: Id, userId: Id.nullable() })).max(10_000),
  }),
  output: CaseImport,
  touches: ['cases'],
})

export const readCaseOrigin = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/import',
  summary: 'Get which archive a case came from, when, and who imported it.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z
    .object({
      importedAt: Timestamp,
      importedBy: z.string(),
      fingerprint: z.string(),
      origin: ArchiveOrigin,
    })
    .nullable(),
  touches: ['cases'],
})
