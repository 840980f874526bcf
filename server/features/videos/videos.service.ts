import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { recordAudit, recordAct } from '#server/features/audit/audit.service.ts'
import { getRestoreCutoff } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type VideoRow, videoPrefix, videos } from './videos.table.ts'
import { moveNotifications } from '#server/features/notifications/notifications.service.ts'
import type { Context } from '#server/platform/http/route.ts'
import { findSession, inSession } from './placing/session-videos.queries.ts'
import { sessionVideos } from './placing/session-videos.table.ts'
import { quotaReached, readQuotaLeft, requireUploadTo } from './uploads/admission.ts'
import type { Uploads } from './uploads/uploads.ts'
import { discardUpload } from './uploads/upkeep.ts'
import { requireMay, requireVideo } from './videos.access.ts'
import type { VideoListeners, VoiceListeners } from './videos.listeners.ts'

type Moving = Pick<VideoListeners, 'moved'> & VoiceListeners

export function moveVideo(
  listeners: Moving,
  context: Context,
  videoId: string,
  caseId: string | null,
): Promise<{ ok: true }> {
  return context.db.transaction(async (tx) => {
    await changeCase(listeners, tx, context, { videoId, caseId })
    return { ok: true }
  })
}

export async function changeCase(
  listeners: Moving,
  tx: Db,
  { actor, ip, parts }: Pick<Context, 'actor' | 'ip' | 'parts'>,
  { videoId, caseId }: { videoId: string; caseId: string | null },
): Promise<void> {
  const video = await requireVideo(tx, actor, videoId, 'lock')
  if (video.caseId === caseId) return
  if (video.caseId) requireMay(actor, video, 'remove')
  const session = await findSession(tx, videoId)
  if (session) throw inSession(session)
  // If there is still a row, it belongs to a deleted session, which could be restored.
  await tx.delete(sessionVideos).where(eq(sessionVideos.videoId, videoId))
  if (caseId) await requireUploadTo(tx, actor, caseId)
  const lostJurors = await listeners.leavingCase(tx, videoId)
  await tx.update(videos).set({ caseId, keptOutOf: null }).where(eq(videos.id, videoId))
  await moveNotifications(tx, video, caseId)
  await listeners.moved(tx, parts, { videoId, lostJurors, by: actor.userId })
  const details = { filename: video.filename, from: video.caseId, to: caseId }
  // Each case's activity must show the move.
  for (const each of [video.caseId, caseId])
    if (each !== null)
      await recordAct(tx, {
        actor,
        ip,
        action: 'video.moved',
        entity: 'video',
        entityId: videoId,
        caseId: each,
        details,
      })
}

export async function deleteVideo(
  uploads: Uploads,
  { db, actor, ip }: Context,
  videoId: string,
): Promise<{ ok: true }> {
  const unfinished = await db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'lock')
    requireMay(actor, video, 'remove')
    if (video.receivedAt) {
      await tx.update(videos).set({ deletedAt: new Date(), deletedBy: actor.userId }).where(eq(videos.id, videoId))
      await uploads.listeners.deleted(tx, uploads.parts, video)
    }
    await recordAct(tx, {
      actor,
      ip,
      action: video.receivedAt ? 'video.deleted' : 'video.upload_cancelled',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
      details: { filename: video.filename, sha256: video.sha256 },
    })
    return !video.receivedAt
  })
  if (unfinished && !(await discardUpload(uploads, videoId))) {
    // The upload finished in the meantime, so delete the resulting video.
    return deleteVideo(uploads, { db, actor, ip } as Context, videoId)
  }
  return { ok: true }
}

export async function restoreVideo(
  { parts, listeners }: Uploads,
  { db, actor, ip }: Context,
  videoId: string,
): Promise<{ ok: true }> {
  const since = getRestoreCutoff(parts.config)
  return db.transaction(async (tx) => {
    const left = await readQuotaLeft(tx, actor.firmId, parts.config.QUOTA_GB, 'lock')
    const deleted = await requireVideo(tx, actor, videoId, 'lock', { deleted: true })
    if (!deleted.deletedAt || deleted.deletedAt <= since) throw absent('video')
    requireMay(actor, deleted, 'remove')
    if (left !== null && deleted.sizeBytes > left) throw quotaReached(parts.config.QUOTA_GB)
    const [video] = await tx
      .update(videos)
      .set({ deletedAt: null, deletedBy: null })
      .where(eq(videos.id, videoId))
      .returning()
    await listeners.restored(tx, parts, video!, actor.userId)
    await recordAct(tx, {
      actor,
      ip,
      action: 'video.restored',
      entity: 'video',
      entityId: videoId,
      caseId: deleted.caseId,
    })
    return { ok: true }
  })
}

const batch = 50

export function videosToPurge(db: Db, keepDays: number): Promise<VideoRow[]> {
  const before = new Date(Date.now() - keepDays * 86_400_000)
  return db
    .select()
    .from(videos)
    .where(and(isNotNull(videos.deletedAt), lt(videos.deletedAt, before)))
    .orderBy(videos.deletedAt)
    .limit(batch)
}

/** Deletes files first. If the process is killed, the row is still there for the next upkeep run. */
export async function purgeVideo({ database, storage }: Parts, video: VideoRow): Promise<void> {
  await storage.removeAll(videoPrefix(video))
  await database.db.transaction(async (tx) => {
    const gone = await tx
      .delete(videos)
      .where(and(eq(videos.id, video.id), isNotNull(videos.deletedAt)))
      .returning({ id: videos.id })
    if (gone.length === 0) return
    await recordAudit(tx, {
      firmId: video.firmId,
      actorId: null,
      action: 'video.destroyed',
      entity: 'video',
      entityId: video.id,
      caseId: video.caseId,
      details: { filename: video.filename, sha256: video.sha256, deletedBy: video.deletedBy },
      reason: 'The restore period has ended.',
    })
  })
}
