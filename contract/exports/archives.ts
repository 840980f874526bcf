/**
 * Case archives that come in. The file itself is sent as it is: POST /api/case-imports, `content-type: application/zip`,
 * with the case number to use as `?caseNumber=` where that of the archive is taken; the answer is a CaseImport. Once every
 * byte was checked it waits as `review` until the importer said who is who.
 */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'

export const caseImportStatuses = ['waiting', 'running', 'review', 'done', 'failed'] as const

/** By whose key an archive is signed. `unverified`: by nobody's, or it was imported before archives were signed. */
export const archiveOrigins = ['this_installation', 'other_installation', 'unverified'] as const
export const ArchiveOrigin = z.object({
  kind: z.enum(archiveOrigins),
  /** Fingerprint of the key. */
  signedBy: z.string().nullable(),
})
export type ArchiveOrigin = z.infer<typeof ArchiveOrigin>

/** Whose key signed an archive, in a sentence. */
export const originWords = ({ kind, signedBy }: ArchiveOrigin): string =>
  kind === 'this_installation'
    ? 'The archive is signed by this installation.'
    : kind === 'other_installation'
      ? `The archive is signed by another installation, key ${signedBy}. Compare it with the sender’s.`
      : 'Unverified: the archive is not signed.'

/** What was found in an archive before anything of it was imported. */
export const FoundArchive = z.object({
  title: z.string(),
  caseNumber: z.string(),
  origin: ArchiveOrigin,
  /** By their ids in the archive. `suggestedId`: a member of the firm with the same address. */
  people: z.array(z.object({ id: Id, name: z.string(), email: z.string(), suggestedId: Id.nullable() })),
})
export type FoundArchive = z.infer<typeof FoundArchive>

export const CaseImport = z.object({
  id: Id,
  status: z.enum(caseImportStatuses),
  /** A sentence for the person who waits. */
  failure: z.string().nullable(),
  caseId: Id.nullable(),
  /** While it waits for the importer. */
  found: FoundArchive.nullable(),
  result: z
    .object({
      title: z.string(),
      caseNumber: z.string(),
      /** SHA-256 of the archive's manifest. */
      fingerprint: z.string(),
      /** Absent in imports made before archives were signed. */
      origin: ArchiveOrigin.optional(),
      /** Rows of each table. */
      counts: z.record(z.string(), z.int()),
      /** Matched to members by the importer, and those who are in the case by name alone. */
      people: z.object({ matched: z.array(z.string()), imported: z.array(z.string()) }),
      warnings: z.array(z.string()),
    })
    .nullable(),
  createdAt: Timestamp,
})
export type CaseImport = z.infer<typeof CaseImport>

const one = z.strictObject({ importId: Id })

/** Only for who sent it. */
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
    /** Every person of the archive. `userId` null keeps them as a name. */
    people: z.array(z.strictObject({ id: Id, userId: Id.nullable() })).max(10_000),
  }),
  output: CaseImport,
  touches: ['cases'],
})

/** Null for a case that was not imported. */
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
