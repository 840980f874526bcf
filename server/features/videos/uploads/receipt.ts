import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { cases } from '#server/features/cases/cases.table.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'
import { sessionVideos } from '../placing/session-videos.table.ts'
import { type VideoRow, videos, originalKey } from '../videos.table.ts'
import { nameToken, recordAudit } from '#server/features/audit/audit.service.ts'
import type { Config } from '#server/platform/config.ts'
import { absent } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { tryProtect } from '#server/platform/storage.ts'
import { emptyFile, quotaReached, readQuotaLeft } from './admission.ts'
import { recordCheck, toOriginal } from '../integrity.ts'
import { endUpload, requireUploader, type Sender, UploadEnded } from './permission.ts'
import type { Uploads } from './uploads.ts'

export type Received = Pick<VideoRow, 'id' | 'filename' | 'sizeBytes'> & { sha256: string }

/**
 * Turns a complete file into a video: flushes, hashes, and stores it, then commits the row, audit event, and analysis
 * together. If the process is killed at any point, this can safely be repeated. `fill` runs first, under the same lock.
 */
export function receiveUpload(
  uploads: Uploads,
  videoId: string,
  sender: Sender = { ip: null },
  db: Db = uploads.parts.database.db,
  fill: () => Promise<void> = async () => {},
): Promise<Received> {
  return uploads.locks.exclusively(videoId, async () => {
    await fill()
    try {
      return await receive(uploads, videoId, sender, db)
    } catch (error) {
      if (error instanceof UploadEnded) await endUpload(uploads, videoId, sender)
      throw error
    }
  })
}

async function sealFile(
  { storage, hasher }: Parts,
  folder: Uploads['folder'],
  video: VideoRow,
): Promise<{ sizeBytes: number; sha256: string }> {
  const key = originalKey(video)
  const file = await folder.received(video.id)
  if (file?.bytes === 0) throw emptyFile()
  if (file) {
    const sha256 = await folder.seal(video.id, file.bytes)
    await storage.adopt(folder.getPath(video.id), key)
    return { sizeBytes: file.bytes, sha256 }
  }
  // The server was killed after storing the file but before committing the row.
  const [sizeBytes, sha256] = [await storage.size(key), await storage.digest(key, hasher)]
  if (sizeBytes === null || sha256 === null) throw absent('upload')
  return { sizeBytes, sha256 }
}

/** A form without a length declares one byte, so check the number of bytes that arrived. */
async function requireQuota(tx: Db, { QUOTA_GB }: Config, video: VideoRow, sizeBytes: number): Promise<void> {
  const more = sizeBytes - video.sizeBytes
  if (more <= 0) return
  const left = await readQuotaLeft(tx, video.firmId, QUOTA_GB, 'lock')
  if (left !== null && more > left) throw quotaReached(QUOTA_GB)
}

async function receive(
  { parts, listeners, folder, stored }: Uploads,
  videoId: string,
  { ip, actor = {} }: Sender,
  db: Db,
): Promise<Received> {
  const [video] = await db
    .select()
    .from(videos)
    .where(and(eq(videos.id, videoId), isNull(videos.deletedAt)))
  if (!video) throw absent('upload')
  if (video.sha256) return { ...video, sha256: video.sha256 }

  // Checks early, before the file is hashed. The transaction checks again.
  await requireUploader(db, video)
  const key = originalKey(video)
  const { sizeBytes, sha256 } = (await stored.received(videoId))
    ? await stored.complete(video)
    : await sealFile(parts, folder, video)
  await tryProtect(parts.storage, key)

  const committed = await db.transaction(async (tx) => {
    // The video may have moved while the file was being hashed.
    const { caseId } = videos
    const [now = video] = await tx.select({ caseId }).from(videos).where(eq(videos.id, videoId))
    await requireUploader(tx, { ...video, ...now }, 'lock')
    const landing = await readLanding(tx, { ...video, ...now })
    await requireQuota(tx, parts.config, video, sizeBytes)
    const [row] = await tx
      .update(videos)
      .set({ receivedAt: new Date(), sha256, sizeBytes })
      .where(
        and(
          eq(videos.id, videoId),
          isNull(videos.receivedAt),
          isNull(videos.deletedAt),
          sql`${caseId} is not distinct from ${landing.caseId}::uuid`,
        ),
      )
      .returning()
    if (!row) return false
    await recordCheck(tx, toOriginal(row), sha256)
    await listeners.received(tx, parts, row, row.uploadedBy)
    await recordAudit(tx, {
      firmId: row.firmId,
      actorId: row.uploadedBy,
      ip,
      action: 'video.uploaded',
      entity: 'video',
      entityId: videoId,
      caseId: row.caseId,
      details: {
        ...{ filename: row.filename, sizeBytes, sha256, resumable: row.resumable },
        ...(landing.keptOutOf ? { keptOutOfCase: landing.keptOutOf.id } : {}),
        ...nameToken(actor),
      },
    })
    await notifyKeptOut(tx, row, landing)
    return true
  })
  if (!committed) return await readFinished(db, parts, video)
  // If this fails, upkeep tries again.
  await stored.remove(videoId).catch(() => {})
  parts.live.publish({ firmId: video.firmId, nouns: ['videos', 'sessions', 'notifications'] })
  return { id: videoId, filename: video.filename, sizeBytes, sha256 }
}

/** Another server may have finished the upload. If so, the stored file belongs to its video. */
async function readFinished(db: Db, { storage }: Parts, video: VideoRow): Promise<Received> {
  const [now] = await db.select().from(videos).where(eq(videos.id, video.id))
  if (now?.sha256) return { ...now, sha256: now.sha256 }
  if (!now || now.deletedAt) await storage.remove(originalKey(video))
  throw absent('upload')
}

export type Landing = { caseId: string | null; keptOutOf: { id: string; title: string } | null }

/**
 * Locks the case before the video's row, as moves do, so that the case can't be archived in between. If the case is
 * already archived, the video is removed from it.
 */
export async function readLanding(tx: Db, { id, caseId }: Pick<VideoRow, 'id' | 'caseId'>): Promise<Landing> {
  if (caseId === null) return { caseId, keptOutOf: null }
  const [found] = await tx
    .select({ id: cases.id, title: cases.title, status: cases.status })
    .from(cases)
    .where(eq(cases.id, caseId))
    .for('share')
  if (found?.status !== 'archived') return { caseId, keptOutOf: null }
  const held = tx.select({ id: sessionVideos.sessionId }).from(sessionVideos).where(eq(sessionVideos.videoId, id))
  await tx.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, held)).for('key share')
  await tx.delete(sessionVideos).where(eq(sessionVideos.videoId, id))
  await tx.update(videos).set({ caseId: null, keptOutOf: found.id }).where(eq(videos.id, id))
  return { caseId: null, keptOutOf: { id: found.id, title: found.title } }
}

export async function notifyKeptOut(
  tx: Db,
  { id, firmId, filename, uploadedBy }: VideoRow,
  { keptOutOf }: Landing,
): Promise<void> {
  if (!keptOutOf) return
  await notify(tx, {
    firmId,
    actorId: null,
    topic: 'video.kept_out',
    entityId: id,
    type: 'warning',
    category: 'video',
    title: 'Video not added to its case',
    message: `“${keptOutOf.title}” was archived while ${filename} was uploading. The upload is complete, but the video isn’t in a case. Restore the case, then add the video.`,
    action: { url: `/videos/${id}`, label: 'View' },
    to: { userIds: [uploadedBy] },
  })
}
