/** What changes of a video mean to the session that holds it: its suggestions, and what its people hear. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CorrectionListeners } from '#server/features/corrections/corrections.listeners.ts'
import { readStates } from '#server/features/sessions/sessions.queries.ts'
import { type SessionRow, sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import type { SessionVideoListeners } from '#server/features/videos/videos.listeners.ts'
import type { Db } from '#server/platform/db.ts'
import { tellCritical, tellReady, tellTextChanged } from './highlights.notices.ts'
import { holdSession, syncVideo } from './highlights.sync.ts'
import { isSaid } from './said.ts'

type Changed = { id: string; decidedBy: string | null }
/** A video's session as it stood before something happened to the video. */
export type Standing = { session: SessionRow; status: string; changed: readonly Changed[] }

async function findSession(tx: Db, videoId: string): Promise<SessionRow | null> {
  const [found] = await tx
    .select({ session: sessions })
    .from(sessionVideos)
    .innerJoin(sessions, eq(sessions.id, sessionVideos.sessionId))
    .where(and(eq(sessionVideos.videoId, videoId), isNull(sessions.deletedAt)))
  return found?.session ?? null
}

/** Null for a video in no session. Holds the session: ask before any row of the video is written. */
export async function findStanding(tx: Db, videoId: string): Promise<Standing | null> {
  const session = await findSession(tx, videoId)
  if (!session) return null
  await holdSession(tx, session.id)
  return { session, status: (await readStates(tx, session.id)).status, changed: await textChanged(tx, videoId) }
}

/** After an analysis has ended, with or without results, in the same transaction. */
export async function followAnalysis(tx: Db, videoId: string, before: Standing | null): Promise<void> {
  if (!before) return
  const { session } = before
  const critical = await syncVideo(tx, session, videoId)
  if (critical > 0) await tellCritical(tx, session, null)
  await tellIfReady(tx, session, before.status, null)
  const known = new Set(before.changed.map(({ id }) => id))
  const changed = await textChanged(tx, videoId)
  if (changed.some(({ id }) => !known.has(id))) await tellTextChanged(tx, session, changed, null)
}

export const highlightListeners: CorrectionListeners & SessionVideoListeners = {
  async attached(tx, { session, statusBefore, videoId, by }) {
    const critical = await syncVideo(tx, session, videoId)
    if (critical > 0) await tellCritical(tx, session, by)
    await tellIfReady(tx, session, statusBefore, by)
  },

  async corrected(tx, { videoId, turn, before, by }) {
    // Only what this correction has taken away: a highlight that did not fit before is no news.
    const { rows } = await tx.execute(sql`
      select from highlights where ${decidedIn(videoId)} and ${turn} between turn and turn_to
        and ${isSaid(sql`quote`, spoken(sql`case when said.index = ${turn} then ${before} else said.text end`))}
        and not ${isSaid(sql`quote`, spoken(sql`said.text`))}
      limit 1`)
    const session = rows.length > 0 ? await findSession(tx, videoId) : null
    if (session) await tellTextChanged(tx, session, await textChanged(tx, videoId), by)
  },
}

async function tellIfReady(tx: Db, session: SessionRow, before: string, actorId: string | null): Promise<void> {
  const { status } = await readStates(tx, session.id)
  if (status === 'ready_for_review' && before !== status) await tellReady(tx, session, actorId)
}

/** What a person has confirmed, edited or marked, with words. */
const decidedIn = (videoId: string) =>
  sql`highlights.video_id = ${videoId} and status in ('confirmed', 'edited') and quote <> '' and turn is not null`

const spoken = (text: ReturnType<typeof sql>) => sql`coalesce((select string_agg(${text}, E'\n' order by said.index)
  from transcript_turns as said
  where said.video_id = highlights.video_id and said.index between highlights.turn and highlights.turn_to), '')`

async function textChanged(tx: Db, videoId: string): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed>(sql`
    select id, decided_by as "decidedBy" from highlights
    where ${decidedIn(videoId)} and not ${isSaid(sql`quote`, spoken(sql`said.text`))}`)
  return rows
}
