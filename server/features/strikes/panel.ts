import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { JurorStatus } from '#contract/jurors/jurors.ts'
import { countSeats } from '#contract/sessions/seating.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { Act, Who } from '#server/features/audit/audit.service.ts'
import { type ReturnKind, writeJurorEvent } from '#server/features/jurors/jurors.events.ts'
import type { JurorListeners } from '#server/features/jurors/jurors.routes.ts'
import { jurorRatings, type JurorRow, jurors, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import type { SessionListeners } from '#server/features/sessions/sessions.routes.ts'
import { type SessionRow, sessions } from '#server/features/sessions/sessions.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { excusals, type JurorBefore, selectionSteps, strikes } from './strikes.table.ts'

export type HeldJuror = JurorRow & Pick<JurorBefore, 'seats'>

/**
 * Restores the juror's status and any seats that still exist and are free. If the juror was also removed for another
 * reason, the juror stays removed. Returns the acts to audit.
 */
export async function returnJuror(
  tx: Db,
  who: Who,
  { jurorId, sessionId, jurorBefore }: { jurorId: string; sessionId: string; jurorBefore: JurorBefore | null },
  { takenAs, ...event }: { kind: ReturnKind; reason: string; takenAs: JurorStatus },
): Promise<Act[]> {
  if (!jurorBefore) return []
  const [juror] = await tx.select().from(jurors).where(eq(jurors.id, jurorId)).for('update')
  if (!juror || juror.status !== takenAs) return []
  let isSeated = false
  for (const seat of jurorBefore.seats) {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, seat.sessionId))
    if (!session || seat.seat > countSeats(session.seatingLayout)) continue
    const sat = await tx
      .insert(jurorSeats)
      .values({ ...seat, id: newId(), jurorId, movedBy: who.actor.userId })
      .onConflictDoNothing()
      .returning({ id: jurorSeats.id })
    isSeated ||= sat.length > 0 && session.deletedAt === null
  }
  const status = jurorBefore.status === 'seated' && !isSeated ? 'in_venire' : jurorBefore.status
  return [await writeJurorEvent(tx, who, juror, { ...event, sessionId, status })]
}

const lean = sql<number | null>`(
  select round(avg(${jurorRatings.lean}), 2)::float8 from ${jurorRatings} where ${jurorRatings.jurorId} = ${jurors.id})`

export const readPanel = (
  db: Db,
  session: Pick<SessionRow, 'id' | 'caseId'>,
): Promise<Omit<BoardJuror, 'quote' | 'worst' | 'hands'>[]> =>
  db
    .select({
      id: jurors.id,
      number: jurors.jurorNumber,
      name: jurors.displayName,
      seat: jurorSeats.seat,
      orderIndex: jurors.orderIndex,
      status: jurors.status,
      occupation: jurors.occupation,
      lean,
    })
    .from(jurors)
    .leftJoin(
      jurorSeats,
      and(eq(jurorSeats.jurorId, jurors.id), eq(jurorSeats.sessionId, session.id), isNull(jurorSeats.toAt)),
    )
    .where(and(eq(jurors.caseId, session.caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.orderIndex), asc(jurors.id))

/**
 * Returns whether there are strikes or excusals. Permanent deletion would erase what happened in court and refund the
 * challenges.
 */
async function isOnRecord(tx: Db, strike: SQL, excusal: SQL): Promise<boolean> {
  const held = await tx.select({ id: strikes.id }).from(strikes).where(strike).limit(1)
  if (held.length > 0) return true
  return (await tx.select({ id: excusals.id }).from(excusals).where(excusal).limit(1)).length > 0
}

async function hasSteps(tx: Db, step: SQL): Promise<boolean> {
  const standing = and(step, isNull(selectionSteps.undoneAt))
  return (await tx.select({ id: selectionSteps.id }).from(selectionSteps).where(standing).limit(1)).length > 0
}

export const jurorGuards: JurorListeners = {
  async refuseDeletion(tx, { id, jurorNumber }) {
    if (await isOnRecord(tx, eq(strikes.jurorId, id), eq(excusals.jurorId, id)))
      throw new Refusal('conflict', `Juror ${jurorNumber} is in the strike log and can’t be deleted.`)
    if (await hasSteps(tx, eq(selectionSteps.jurorId, id)))
      throw new Refusal('conflict', `Juror ${jurorNumber} was drawn or moved to the end. Undo that step first.`)
  },
}

export const sessionGuards: Pick<SessionListeners, 'refuseDeletion'> = {
  async refuseDeletion(tx, { id, name }) {
    if (await isOnRecord(tx, eq(strikes.sessionId, id), eq(excusals.sessionId, id)))
      throw new Refusal('conflict', `“${name}” has strikes or excusals on the record and can’t be deleted.`)
    if (await hasSteps(tx, eq(selectionSteps.sessionId, id)))
      throw new Refusal('conflict', `“${name}” has passes or draws on the record. Undo them first.`)
  },
}

/** If an event ID repeats, it must be for the same subject. */
export type Subject = { id?: string; sessionId?: string }

/** Returns the stored response. Throws `conflict` if the event ID was used by someone else or for something else. */
export function requireSameAct<Answer extends { id: string; sessionId: string }>(
  actor: Actor,
  { byUser, answer }: { byUser: string | null; answer: Answer | null },
  { id, sessionId }: Subject,
): Answer {
  const isSame =
    byUser === actor.userId &&
    (id ?? answer?.id) === answer?.id &&
    (sessionId ?? answer?.sessionId) === answer?.sessionId
  if (answer && isSame) return answer
  throw new Refusal('conflict', 'This event ID was already used. Use a new one for each move.')
}
