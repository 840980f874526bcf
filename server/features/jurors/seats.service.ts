import { and, asc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { SeatedJuror } from '#contract/jurors/seats.ts'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { countSeats } from '#contract/sessions/seating.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import type { Who } from '#server/features/audit/audit.service.ts'
import { applyJurorEvent, auditJuror } from './jurors.events.ts'
import { type JurorRow, jurors, jurorSeats } from './jurors.table.ts'

const seatable: readonly JurorStatus[] = [...liveJurorStatuses, 'selected', 'alternate']

export function listSeats(db: Db, sessionId: string): Promise<SeatedJuror[]> {
  return db
    .select({ seat: jurorSeats.seat, jurorId: jurorSeats.jurorId })
    .from(jurorSeats)
    .innerJoin(jurors, eq(jurors.id, jurorSeats.jurorId))
    .where(and(eq(jurorSeats.sessionId, sessionId), isNull(jurorSeats.toAt), isNull(jurors.deletedAt)))
    .orderBy(asc(jurorSeats.seat))
}

/** Locks the session so that concurrent moves can't fill the same seat. */
export function moveSeat(
  { db, actor, ip }: Context,
  sessionId: string,
  { jurorId, seat }: { jurorId: string; seat: number | null },
): Promise<SeatedJuror[]> {
  const who = { actor, ip }
  return db.transaction(async (tx) => {
    const { session } = await requireSession(tx, actor, sessionId, 'manageJurors', { lock: 'edit' })
    const juror = await requireSeatable(tx, session, jurorId)
    requireSeat(session, seat)
    const seated = await listSeats(tx, sessionId)
    const from = seated.find((each) => each.jurorId === jurorId)?.seat ?? null
    if (from === seat) return seated
    const other = seat === null ? undefined : seated.find((each) => each.seat === seat)
    if (other && from === null) {
      throw new Refusal(
        'conflict',
        `Seat ${seat} is taken by juror ${await readNumber(tx, other.jurorId)}. Choose a free seat.`,
      )
    }
    const second = other ? await requireSeatable(tx, session, other.jurorId) : null
    if (from !== null) await leave(tx, session, jurorId)
    if (second) await leave(tx, session, second.id)
    if (seat === null) await stand(tx, who, session, juror, from)
    else await sit(tx, who, session, juror, from, seat)
    if (second && from !== null) await sit(tx, who, session, second, seat, from)
    return listSeats(tx, sessionId)
  })
}

/** Empties all seats first so that jurors can trade seats. */
export function arrangeSeats(
  { db, actor, ip }: Context,
  sessionId: string,
  { places, replaces }: { places: readonly SeatedJuror[]; replaces: readonly SeatedJuror[] },
): Promise<SeatedJuror[]> {
  const who = { actor, ip }
  return db.transaction(async (tx) => {
    const { session } = await requireSession(tx, actor, sessionId, 'manageJurors', { lock: 'edit' })
    const before = new Map((await listSeats(tx, sessionId)).map(({ jurorId, seat }) => [jurorId, seat]))
    if (before.size !== replaces.length || replaces.some(({ jurorId, seat }) => before.get(jurorId) !== seat))
      throw new Refusal('conflict', 'Someone else changed the seating. Review it, then seat the jurors again.')
    const wanted = new Map(places.map(({ jurorId, seat }) => [jurorId, seat]))
    const moving = [...new Set([...before.keys(), ...wanted.keys()])].filter((id) => before.get(id) !== wanted.get(id))
    const found = await lockJurors(tx, session, moving)
    for (const { seat } of places) requireSeat(session, seat)
    for (const juror of found.filter(({ id }) => wanted.has(id))) requireCanSit(juror)
    for (const { id } of found) if (before.has(id)) await leave(tx, session, id)
    for (const juror of found) {
      const seat = wanted.get(juror.id)
      const from = before.get(juror.id) ?? null
      if (seat === undefined) await stand(tx, who, session, juror, from)
      else await sit(tx, who, session, juror, from, seat)
    }
    return listSeats(tx, sessionId)
  })
}

async function lockJurors(tx: Db, session: SessionRow, ids: string[]): Promise<JurorRow[]> {
  if (ids.length === 0) return []
  const found = await tx
    .select()
    .from(jurors)
    .where(and(inArray(jurors.id, ids), eq(jurors.caseId, session.caseId), isNull(jurors.deletedAt)))
    .orderBy(asc(jurors.id))
    .for('update')
  if (found.length < ids.length) throw absent('juror')
  return found
}

export async function vacateRemovedSeats(tx: Db, who: Who, session: SessionRow): Promise<void> {
  const seats = countSeats(session.seatingLayout)
  for (const { seat, jurorId } of await listSeats(tx, session.id)) {
    if (seat <= seats) continue
    const [juror] = await tx.select().from(jurors).where(eq(jurors.id, jurorId)).for('update')
    await leave(tx, session, jurorId)
    if (juror) await stand(tx, who, session, juror, seat)
  }
}

export function fillSeats({ db, actor, ip }: Context, sessionId: string): Promise<SeatedJuror[]> {
  return db.transaction(async (tx) => {
    const { session } = await requireSession(tx, actor, sessionId, 'manageJurors', { lock: 'edit' })
    const taken = new Set((await listSeats(tx, sessionId)).map((each) => each.seat))
    const free = Array.from({ length: countSeats(session.seatingLayout) }, (_, index) => index + 1).filter(
      (each) => !taken.has(each),
    )
    const here = tx
      .select({ one: sql`1` })
      .from(jurorSeats)
      .where(and(eq(jurorSeats.jurorId, jurors.id), eq(jurorSeats.sessionId, sessionId), isNull(jurorSeats.toAt)))
    const waiting = await tx
      .select()
      .from(jurors)
      .where(
        and(
          eq(jurors.caseId, session.caseId),
          isNull(jurors.deletedAt),
          sql`${jurors.status} in ('in_venire', 'seated', 'questioned', 'qualified')`,
          notExists(here),
        ),
      )
      .orderBy(asc(jurors.orderIndex), asc(jurors.id))
      .limit(Math.max(1, free.length))
      .for('update', { of: jurors })
    for (const [index, juror] of waiting.entries()) {
      const seat = free[index]
      if (seat !== undefined) await sit(tx, { actor, ip }, session, juror, null, seat)
    }
    return listSeats(tx, sessionId)
  })
}

async function requireSeatable(tx: Db, session: SessionRow, jurorId: string): Promise<JurorRow> {
  const [juror] = await tx
    .select()
    .from(jurors)
    .where(and(eq(jurors.id, jurorId), eq(jurors.caseId, session.caseId), isNull(jurors.deletedAt)))
    .for('update')
  if (!juror) throw absent('juror')
  requireCanSit(juror)
  return juror
}

function requireCanSit({ jurorNumber, status }: JurorRow): void {
  if (seatable.includes(status)) return
  throw new Refusal('conflict', `Juror ${jurorNumber} can’t be seated. Current status: ${status.replaceAll('_', ' ')}.`)
}

function requireSeat({ seatingLayout }: SessionRow, seat: number | null): void {
  const seats = countSeats(seatingLayout)
  if (seat === null || seat <= seats) return
  const message = `Seat must be a number from 1 to ${seats}.`
  throw new Refusal('invalid', message, { fields: { seat: message } })
}

async function leave(tx: Db, { id }: SessionRow, jurorId: string): Promise<void> {
  await tx
    .update(jurorSeats)
    .set({ toAt: new Date() })
    .where(and(eq(jurorSeats.sessionId, id), eq(jurorSeats.jurorId, jurorId), isNull(jurorSeats.toAt)))
}

async function sit(
  tx: Db,
  who: Who,
  { id: sessionId }: SessionRow,
  juror: JurorRow,
  from: number | null,
  seat: number,
): Promise<void> {
  await tx.insert(jurorSeats).values({ id: newId(), sessionId, jurorId: juror.id, seat, movedBy: who.actor.userId })
  if (juror.status === 'in_venire') {
    await applyJurorEvent(tx, who, juror, { kind: 'seated', status: 'seated', sessionId })
  } else await auditJuror(tx, who, 'juror.moved', juror, { sessionId, from, to: seat })
}

async function stand(
  tx: Db,
  who: Who,
  { id: sessionId }: SessionRow,
  juror: JurorRow,
  from: number | null,
): Promise<void> {
  if (juror.status === 'seated') {
    await applyJurorEvent(tx, who, juror, { kind: 'left_seat', status: 'in_venire', sessionId })
  } else await auditJuror(tx, who, 'juror.moved', juror, { sessionId, from, to: null })
}

async function readNumber(tx: Db, jurorId: string): Promise<string> {
  const [row] = await tx.select({ number: jurors.jurorNumber }).from(jurors).where(eq(jurors.id, jurorId))
  return row?.number ?? ''
}
