/** Where an upload ends up whose case was archived while it came in: with its uploader, and never in the archive. */
import { eq, sql } from 'drizzle-orm'
import { cases } from '#server/features/cases/cases.table.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import type { Db } from '#server/platform/db.ts'
import { sessionVideos } from '../placing/session-videos.table.ts'
import { type VideoRow, videos } from '../videos.table.ts'

export type Landing = { caseId: string | null; keptOutOf: { id: string; title: string } | null }

/**
 * Asked before the video's own row is held, as everybody does who moves it. The case is held until the transaction
 * ends, so that it is archived either before this or after the video is in it.
 */
export async function readLanding(tx: Db, { id, caseId }: Pick<VideoRow, 'id' | 'caseId'>): Promise<Landing> {
  if (caseId === null) return { caseId, keptOutOf: null }
  const [found] = await tx
    .select({ id: cases.id, title: cases.title, status: cases.status })
    .from(cases)
    .where(eq(cases.id, caseId))
    .for('share')
  if (found?.status !== 'archived') return { caseId, keptOutOf: null }
  await tx.execute(sql`select from sessions where id in (select session_id from session_videos where video_id = ${id})
    for key share`)
  await tx.delete(sessionVideos).where(eq(sessionVideos.videoId, id))
  await tx.update(videos).set({ caseId: null }).where(eq(videos.id, id))
  return { caseId: null, keptOutOf: { id: found.id, title: found.title } }
}

/** Its uploader alone sees it now, and must hear of it. */
export async function tellKeptOut(
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
    title: 'Video kept outside its case',
    message: `“${keptOutOf.title}” was archived while ${filename} was being uploaded. The video is complete and in no case: take the case out of the archive and add it there.`,
    action: { url: `/videos/${id}`, label: 'View' },
    to: { userIds: [uploadedBy] },
  })
}
