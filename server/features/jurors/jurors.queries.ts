import { and, asc, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm'
import { mapJurorFields } from '#contract/jurors/fields.ts'
import type { Juror, JurorSummary, Rating, RatingSpread } from '#contract/jurors/jurors.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { listRights, type SeenCase } from '#server/features/cases/cases.access.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { isAnonymous, type SeenJuror } from './jurors.access.ts'
import { returnKinds } from './jurors.events.ts'
import { jurorEvents, jurorRatings, type JurorRow, jurors, jurorSeats } from './jurors.table.ts'

const seat = sql<{ seat: number; sessionId: string } | null>`(
  select jsonb_build_object('seat', juror_seats.seat, 'sessionId', juror_seats.session_id)
  from juror_seats join sessions on sessions.id = juror_seats.session_id and sessions.deleted_at is null
  where juror_seats.juror_id = jurors.id and juror_seats.to_at is null
  order by sessions.date desc nulls last, sessions.start_time desc nulls last, sessions.id desc limit 1)`

const spread = sql<RatingSpread>`(
  select jsonb_build_object(
    'counts', jsonb_build_array(count(*) filter (where lean = -2), count(*) filter (where lean = -1),
      count(*) filter (where lean = 0), count(*) filter (where lean = 1), count(*) filter (where lean = 2)),
    'raters', count(*), 'mean', round(avg(lean), 2)::float8, 'leaders', count(*) filter (where leader))
  from juror_ratings where juror_ratings.juror_id = jurors.id)`

const myLean = (actor: Actor): SQL<Rating['lean'] | null> => sql<Rating['lean'] | null>`(
  select lean from juror_ratings where juror_ratings.juror_id = jurors.id and juror_ratings.user_id = ${actor.userId})`

const { questionnaire: _, ...jurorColumns } = getTableColumns(jurors)
const columns = (actor: Actor) => ({
  ...jurorColumns,
  answers: sql<number>`jsonb_array_length(${jurors.questionnaire})`,
  seat,
  spread,
  myLean: myLean(actor),
})
type Row = Omit<JurorRow, 'questionnaire'> & {
  answers: number
  seat: { seat: number; sessionId: string } | null
  spread: RatingSpread
  myLean: Rating['lean'] | null
}

function toSummary(row: Row, inCase: SeenCase): JurorSummary {
  const seesWork = listRights(inCase).seeWorkProduct
  return {
    id: row.id,
    caseId: row.caseId,
    jurorNumber: row.jurorNumber,
    displayName: isAnonymous(inCase) ? null : row.displayName,
    status: row.status,
    seat: row.seat?.seat ?? null,
    seatSessionId: row.seat?.sessionId ?? null,
    orderIndex: row.orderIndex,
    ...mapJurorFields((field) => row[field]),
    tags: seesWork ? row.tags : [],
    questionnaireAnswers: row.answers,
    ratings: seesWork ? row.spread : null,
    myLean: seesWork ? row.myLean : null,
    version: row.version,
  }
}

export async function listJurors(db: Db, actor: Actor, inCase: SeenCase): Promise<JurorSummary[]> {
  const rows = await db
    .select(columns(actor))
    .from(jurors)
    .where(and(eq(jurors.caseId, inCase.id), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.orderIndex), asc(jurors.id))
  return rows.map((row) => toSummary(row, inCase))
}

export async function readJuror(db: Db, actor: Actor, { juror: { id }, inCase }: SeenJuror): Promise<Juror> {
  const [row] = await db
    .select({
      juror: { ...columns(actor), questionnaire: jurors.questionnaire },
      updatedByName: selectShownName('users', inCase.firmId),
    })
    .from(jurors)
    .innerJoin(users, eq(users.id, jurors.updatedBy))
    .where(eq(jurors.id, id))
  const { juror, updatedByName } = row!
  const may = listRights(inCase)
  const seesWork = may.seeWorkProduct
  return {
    ...toSummary(juror, inCase),
    questionnaire: juror.questionnaire,
    questionsToAsk: seesWork ? juror.questionsToAsk : [],
    notes: seesWork ? juror.notes : '',
    ratingList: seesWork ? await listRatings(db, inCase, id) : [],
    seatHistory: await readSeatHistory(db, id),
    events: await readEvents(db, inCase, id, seesWork),
    isAnonymous: isAnonymous(inCase),
    updatedAt: juror.updatedAt.toISOString(),
    updatedByName,
    may: {
      edit: may.manageJurors,
      rate: may.rateJurors,
      rule: may.recordRulings,
      seeWorkProduct: seesWork,
      restricted: may.restrictedRecord,
      keepRestricted: may.keepRestrictedRecords,
    },
  }
}

async function listRatings(db: Db, { firmId }: SeenCase, jurorId: string): Promise<Rating[]> {
  const rows = await db
    .select({ ...getTableColumns(jurorRatings), name: selectShownName('users', firmId) })
    .from(jurorRatings)
    .innerJoin(users, eq(users.id, jurorRatings.userId))
    .where(eq(jurorRatings.jurorId, jurorId))
    .orderBy(asc(jurorRatings.at))
  return rows.map(({ jurorId: _jurorId, at, ...row }) => ({ ...row, at: at.toISOString() }))
}

async function readSeatHistory(db: Db, jurorId: string): Promise<Juror['seatHistory']> {
  const rows = await db
    .select({ ...getTableColumns(jurorSeats), sessionName: sessions.name })
    .from(jurorSeats)
    .innerJoin(sessions, eq(sessions.id, jurorSeats.sessionId))
    .where(eq(jurorSeats.jurorId, jurorId))
    .orderBy(asc(jurorSeats.fromAt), asc(jurorSeats.id))
  return rows.map(({ sessionId, sessionName, seat: at, fromAt, toAt }) => ({
    sessionId,
    sessionName,
    seat: at,
    from: fromAt.toISOString(),
    to: toAt?.toISOString() ?? null,
  }))
}

async function readEvents(db: Db, { firmId }: SeenCase, jurorId: string, seesWork: boolean): Promise<Juror['events']> {
  const rows = await db
    .select({ ...getTableColumns(jurorEvents), byName: selectShownName('users', firmId) })
    .from(jurorEvents)
    .innerJoin(users, eq(users.id, jurorEvents.byUser))
    .where(eq(jurorEvents.jurorId, jurorId))
    .orderBy(asc(jurorEvents.id))
  const privileged: readonly string[] = seesWork ? [] : returnKinds
  return rows.map(({ id, kind, status, reason, byName, at }) => ({
    id,
    kind,
    status,
    reason: privileged.includes(kind) ? '' : reason,
    byName,
    at: at.toISOString(),
  }))
}
