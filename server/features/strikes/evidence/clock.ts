import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { SessionClock } from '#contract/strikes/clock.ts'
import { instantIn } from '#contract/time-zone.ts'
import { readCourtZone, defaultZone } from '#server/features/cases/cases.queries.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { type SessionRow, sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { strikes } from '../strikes.table.ts'

export async function readClocks(
  db: Db,
  inCase: Pick<CaseRow, 'id' | 'firmId' | 'timeZone' | 'forumId' | 'state'>,
): Promise<ReadonlyMap<string, SessionClock>> {
  const caseId = inCase.id
  const recorded = await db
    .select({
      session: { id: sessions.id, date: sessions.date, startTime: sessions.startTime },
      videoId: sessionVideos.videoId,
      offsetMs: sessionVideos.offsetMs,
      durationMs: videos.durationMs,
    })
    .from(sessionVideos)
    .innerJoin(sessions, and(eq(sessions.id, sessionVideos.sessionId), isNull(sessions.deletedAt)))
    .innerJoin(videos, and(eq(videos.id, sessionVideos.videoId), isNull(videos.deletedAt)))
    .where(and(eq(sessions.caseId, caseId), isNotNull(videos.durationMs)))
    .orderBy(asc(sessionVideos.position), asc(sessionVideos.videoId))
  if (recorded.length === 0) return new Map()
  const marks = await readMarks(db, caseId)
  const zone = await readCourtZone(db, inCase)
  const clocks = new Map<string, SessionClock>()
  for (const { session, videoId, offsetMs, durationMs } of recorded) {
    const recording = { videoId, offset: offsetMs / 1000, duration: (durationMs ?? 0) / 1000 }
    const known = clocks.get(session.id)
    clocks.set(session.id, {
      recordings: [...(known?.recordings ?? []), recording],
      marks: known?.marks ?? marks.get(session.id) ?? [],
      startsAt: known ? known.startsAt : getStart(session, zone),
    })
  }
  return clocks
}

async function readMarks(db: Db, caseId: string): Promise<Map<string, SessionClock['marks'][number][]>> {
  const rows = await db
    .select({
      sessionId: strikes.sessionId,
      calledAt: strikes.calledAt,
      called: strikes.calledTimecode,
      ruledAt: strikes.ruledAt,
      ruled: strikes.rulingTimecode,
    })
    .from(strikes)
    .where(and(eq(strikes.caseId, caseId), or(isNotNull(strikes.calledTimecode), isNotNull(strikes.rulingTimecode))))
  const marks = new Map<string, SessionClock['marks'][number][]>()
  for (const { sessionId, calledAt, called, ruledAt, ruled } of rows) {
    const found = [
      ...(calledAt && called ? [{ at: calledAt.toISOString(), timecode: called }] : []),
      ...(ruledAt && ruled ? [{ at: ruledAt.toISOString(), timecode: ruled }] : []),
    ]
    marks.set(sessionId, [...(marks.get(sessionId) ?? []), ...found])
  }
  return marks
}

const getStart = ({ date, startTime }: Pick<SessionRow, 'date' | 'startTime'>, timeZone: string): string | null =>
  date === null || startTime === null || timeZone === defaultZone
    ? null
    : instantIn(timeZone, date, startTime).toISOString()
