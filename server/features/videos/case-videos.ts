import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { videos } from './videos.table.ts'

/** Deletes the videos of a case that is being destroyed, as of when the case was; the purge of videos takes them next. */
export async function deleteVideosOfCase(db: Db, caseId: string, deletedAt: Date): Promise<void> {
  await db
    .update(videos)
    .set({ deletedAt })
    .where(and(eq(videos.caseId, caseId), isNull(videos.deletedAt)))
}

export async function hasVideos(db: Db, caseId: string): Promise<boolean> {
  const [one] = await db.select({ id: videos.id }).from(videos).where(eq(videos.caseId, caseId)).limit(1)
  return one !== undefined
}
