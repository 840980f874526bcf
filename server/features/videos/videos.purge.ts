import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type VideoRow, videoPrefix, videos } from './videos.table.ts'

/** So many at a time: the next upkeep takes the rest. */
const batch = 50

/** Videos whose deletion can no longer be taken back. */
export function videosToPurge(db: Db, keepDays: number): Promise<VideoRow[]> {
  const before = new Date(Date.now() - keepDays * 86_400_000)
  return db
    .select()
    .from(videos)
    .where(and(isNotNull(videos.deletedAt), lt(videos.deletedAt, before)))
    .orderBy(videos.deletedAt)
    .limit(batch)
}

/** Destroys the bytes, then the row with all that hangs on it. A kill in between leaves the row for the next upkeep. */
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
      reason: 'The time in which a deletion can be taken back has passed.',
    })
  })
}
