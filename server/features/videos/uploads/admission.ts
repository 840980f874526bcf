import { eq, sql } from 'drizzle-orm'
import type { UploadLimits } from '#contract/videos/uploads.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { firms } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { z } from 'zod'
import { gigabyte, maxUploadBytes } from './folder.ts'
import type { Uploads } from './uploads.ts'
import { isStoredExport } from '../videos.queries.ts'
import { videos } from '../videos.table.ts'

export const maxFilenameLength = 255

export type Admission = {
  filename: string
  /** Declared size. For a multipart request, the number of bytes remaining in the request. */
  sizeBytes: number
  caseId: string | null
  resumable: boolean
}

export async function admitUpload(
  uploads: Uploads,
  actor: Actor,
  { filename, sizeBytes, caseId, resumable }: Admission,
  db: Db = uploads.parts.database.db,
): Promise<string> {
  const { config } = uploads.parts
  if (filename.trim() === '')
    throw new Refusal('invalid', 'Give the file a name.', { fields: { filename: 'Give the file a name.' } })
  // PostgreSQL can't store these characters.
  if (filename.includes('\0') || !filename.isWellFormed()) {
    const message = 'The file name contains characters that can’t be stored. Rename the file and try again.'
    throw new Refusal('invalid', message, { fields: { filename: message } })
  }
  if (filename.length > maxFilenameLength) {
    const message = `A file name can have up to ${maxFilenameLength} characters. This one has ${filename.length}. Shorten it and try again.`
    throw new Refusal('invalid', message, { fields: { filename: message } })
  }
  if (sizeBytes === 0) throw emptyFile()
  const maxBytes = maxUploadBytes(config)
  if (resumable && sizeBytes > maxBytes) throw tooLarge(config.MAX_UPLOAD_GB)
  const isStored = resumable && (await uploads.stored.isUsed())
  if (!isStored) await uploads.folder.requireSpace(Math.min(sizeBytes, maxBytes))

  const videoId = newId()
  await db.transaction(async (tx) => {
    if (caseId) await requireUploadTo(tx, actor, caseId)
    const left = await readQuotaLeft(tx, actor.firmId, config.QUOTA_GB, 'lock')
    if (left !== null && Math.min(sizeBytes, maxBytes) > left) throw quotaReached(config.QUOTA_GB)
    await tx
      .insert(videos)
      .values({ id: videoId, firmId: actor.firmId, caseId, uploadedBy: actor.userId, filename, sizeBytes, resumable })
    if (isStored) await uploads.stored.create(tx, { id: videoId, firmId: actor.firmId }, sizeBytes)
  })
  if (!isStored) await uploads.folder.create(videoId)
  return videoId
}

/** Throws unless permission to record has been declared for the case and the actor may upload to it. */
export async function requireUploadTo(db: Db, actor: Actor, caseId: string): Promise<void> {
  const target = await requireCase(db, actor, caseId, 'uploadVideos')
  if (target.recordingBasis === null) {
    throw new Refusal('conflict', 'Confirm the recording permission for this case before you upload.')
  }
}

export async function uploadLimits(
  { parts, folder, stored }: Uploads,
  actor: Actor,
): Promise<z.input<typeof UploadLimits>> {
  const { config, database } = parts
  return {
    maxFileBytes: maxUploadBytes(config),
    freeBytes: (await stored.isUsed()) ? null : await folder.freeBytes(),
    quotaLeftBytes: await readQuotaLeft(database.db, actor.firmId, config.QUOTA_GB),
  }
}

/**
 * Returns the remaining quota in bytes, or null if there is no quota. `lock` prevents parallel uploads from exceeding
 * it.
 */
export async function readQuotaLeft(
  db: Db,
  firmId: string,
  quotaGb: number | undefined,
  lock?: 'lock',
): Promise<number | null> {
  if (quotaGb === undefined) return null
  if (lock) await db.select({ id: firms.id }).from(firms).where(eq(firms.id, firmId)).for('no key update')
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(size_bytes), 0)::float8 as bytes from (
      select size_bytes from videos where firm_id = ${firmId} and deleted_at is null
      union all select size_bytes from exports where firm_id = ${firmId} and ${isStoredExport}) as stored`)
  return Math.max(0, Math.round(quotaGb * gigabyte) - rows[0]!.bytes)
}

export const quotaReached = (quotaGb: number | undefined): Refusal =>
  new Refusal(
    'no_space',
    `This file doesn’t fit in your firm’s ${quotaGb} GB of storage. Delete videos or revoke exports you no longer need.`,
  )
export const emptyFile = (): Refusal => new Refusal('invalid', 'The file is empty. Choose another file.')
export const tooLarge = (maxGb: number): Refusal =>
  new Refusal('too_large', `The file is larger than the ${maxGb} GB limit.`)
