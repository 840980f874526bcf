import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { SessionVideo } from '#contract/session-videos.ts'
import type { Db } from '#server/platform/db.ts'
import { sessionVideos } from './session-videos.table.ts'
import { videos } from './videos.table.ts'

/** In the order of the session. The caller has checked that the actor may see the session, and with it its case. */
export async function videosOfSession(db: Db, sessionId: string): Promise<SessionVideo[]> {
  const rows = await db
    .select({ ...getTableColumns(sessionVideos), filename: videos.filename, durationMs: videos.durationMs })
    .from(sessionVideos)
    .innerJoin(videos, eq(videos.id, sessionVideos.videoId))
    .where(and(eq(sessionVideos.sessionId, sessionId), isNull(videos.deletedAt)))
    .orderBy(asc(sessionVideos.position), asc(sessionVideos.videoId))
  return rows.map(({ offsetMs, durationMs, sessionId: _sessionId, ...row }) => ({
    ...row,
    offset: offsetMs / 1000,
    duration: durationMs === null ? null : durationMs / 1000,
  }))
}
