import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListedSession, Session, SessionStatus, SessionSummary } from '#contract/sessions/sessions.ts'
import { listRights } from '#server/features/cases/cases.access.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { SeenSession } from './sessions.access.ts'
import { type SessionRow, sessions } from './sessions.table.ts'

type States = SessionSummary['videos'] & { status: SessionStatus }

const states = sql<States>`(select to_jsonb(session_states) - 'session_id' from session_states
  where session_states.session_id = sessions.id)`

const toSummary = (row: SessionRow, { status, ...videos }: States): SessionSummary => ({
  id: row.id,
  caseId: row.caseId,
  name: row.name,
  type: row.type,
  date: row.date,
  startTime: row.startTime,
  endTime: row.endTime,
  panelName: row.panelName,
  status,
  videos,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

/** SQL condition on `highlights`. Excludes highlights of deleted or removed recordings. */
export const isToReview = sql`highlights.status = 'suggested' and exists (select from session_videos
  join videos on videos.id = session_videos.video_id and videos.deleted_at is null
  where session_videos.session_id = highlights.session_id and session_videos.video_id = highlights.video_id)`

const toReview = sql<number>`(select count(*)::int from highlights
  where highlights.session_id = sessions.id and ${isToReview})`

export async function listSessions(db: Db, caseId: string): Promise<ListedSession[]> {
  const rows = await db
    .select({ session: sessions, states, toReview })
    .from(sessions)
    .where(and(eq(sessions.caseId, caseId), isNull(sessions.deletedAt)))
    .orderBy(sql`sessions.date asc nulls last, sessions.start_time asc nulls last, sessions.id`)
  return rows.map((row) => ({ ...toSummary(row.session, row.states), toReview: row.toReview }))
}

const creators = alias(users, 'creators')
const updaters = alias(users, 'updaters')

export async function readSession(db: Db, { session: { id }, inCase }: SeenSession): Promise<Session> {
  const [row] = await db
    .select({
      session: sessions,
      states,
      caseTitle: cases.title,
      recordingBasis: cases.recordingBasis,
      createdByName: creators.name,
      updatedByName: updaters.name,
    })
    .from(sessions)
    .innerJoin(cases, eq(cases.id, sessions.caseId))
    .innerJoin(creators, eq(creators.id, sessions.createdBy))
    .innerJoin(updaters, eq(updaters.id, sessions.updatedBy))
    .where(eq(sessions.id, id))
  const { session, ...rest } = row!
  const may = listRights(inCase)
  const isOpen = session.lockedAt === null
  return {
    ...toSummary(session, rest.states),
    caseTitle: rest.caseTitle,
    recordingDeclared: rest.recordingBasis !== null,
    venireSize: session.venireSize,
    seatingLayout: session.seatingLayout,
    transcriptSource: session.transcriptSource,
    checklist: session.checklist,
    notes: may.seeWorkProduct ? session.notes : '',
    lockedAt: session.lockedAt?.toISOString() ?? null,
    createdByName: rest.createdByName,
    updatedAt: session.updatedAt.toISOString(),
    updatedByName: rest.updatedByName,
    may: {
      edit: may.manageSessions && isOpen,
      upload: may.uploadVideos && isOpen,
      unlock: may.overrideStrikes && !isOpen,
    },
  }
}

export async function readStates(db: Db, sessionId: string): Promise<States> {
  const [row] = await db.select({ states }).from(sessions).where(eq(sessions.id, sessionId))
  return row!.states
}

/** Includes deleted sessions so that default names are never reused. */
export async function countSessions(db: Db, caseId: string): Promise<number> {
  const count: SQL<number> = sql<number>`count(*)::int`
  const [row] = await db.select({ count }).from(sessions).where(eq(sessions.caseId, caseId))
  return row?.count ?? 0
}
