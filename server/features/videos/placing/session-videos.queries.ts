import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { SessionVideo } from '#contract/sessions/session-videos.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { sessionVideos } from './session-videos.table.ts'
import { videos } from '../videos.table.ts'

/** Returns videos in session order. The caller must check access to the session. */
export async function readSessionVideos(db: Db, sessionId: string): Promise<SessionVideo[]> {
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

/** Ignores deleted sessions. The caller must check access to the video. */
export async function findSession(db: Db, videoId: string): Promise<{ id: string; name: string } | null> {
  const [found] = await db
    .select({ id: sessions.id, name: sessions.name })
    .from(sessionVideos)
    .innerJoin(sessions, and(eq(sessions.id, sessionVideos.sessionId), isNull(sessions.deletedAt)))
    .where(eq(sessionVideos.videoId, videoId))
  return found ?? null
}

export const inSession = ({ name }: { name: string }): Refusal =>
  new Refusal('conflict', `The session “${name}” already has this video. Remove it from that session first.`)
