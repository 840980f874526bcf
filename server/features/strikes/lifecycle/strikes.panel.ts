/** What strikes and excusals do to jurors: take them off the panel, and put them back as they were. */
import { and, eq, isNull } from 'drizzle-orm'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { Who } from '#server/features/audit/audit.service.ts'
import { applyJurorEvent } from '#server/features/jurors/jurors.events.ts'
import { type JurorRow, jurors, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { fateWords } from './strikes.labels.ts'
import type { JurorBefore } from '../strikes.table.ts'

/** The juror of the case, held until the transaction ends. */
export async function lockJuror(tx: Db, caseId: string, jurorId: string): Promise<JurorRow> {
  const [juror] = await tx
    .select()
    .from(jurors)
    .where(and(eq(jurors.id, jurorId), eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .for('update')
  if (juror) return juror
  const message = 'Choose a juror of this case.'
  throw new Refusal('invalid', message, { fields: { jurorId: message } })
}

/** The juror's seat in a session now; null without one. */
export async function seatOf(tx: Db, jurorId: string, sessionId: string): Promise<number | null> {
  const [sits] = await tx
    .select({ seat: jurorSeats.seat })
    .from(jurorSeats)
    .where(and(eq(jurorSeats.jurorId, jurorId), eq(jurorSeats.sessionId, sessionId), isNull(jurorSeats.toAt)))
  return sits?.seat ?? null
}

/** Why this juror cannot be struck or excused now; null where they can. `isAllowed`: the court lets an accepted one be struck. */
export function whyOut(
  { jurorNumber, status }: Pick<JurorRow, 'jurorNumber' | 'status'>,
  { backStrikesAllowed }: Pick<SeenCase, 'backStrikesAllowed'>,
  isPeremptory: boolean,
  isAllowed = false,
): string | null {
  if (liveJurorStatuses.includes(status)) return null
  if (status === 'selected' || status === 'alternate') {
    // The court may release for cause whom both sides have accepted.
    if (!isPeremptory || backStrikesAllowed || isAllowed) return null
    return `Juror ${jurorNumber} ${fateWords[status]}, and back-strikes are not allowed in this case.`
  }
  return `Juror ${jurorNumber} ${fateWords[status]} and is no longer on the panel.`
}

type Event = { kind: string; sessionId: string; reason?: string }

/** Answers what the juror was taken from. */
export async function takeJuror(
  tx: Db,
  who: Who,
  juror: JurorRow,
  { status, ...event }: Event & { status: JurorStatus },
): Promise<JurorBefore> {
  const seats = await tx
    .select({ sessionId: jurorSeats.sessionId, seat: jurorSeats.seat })
    .from(jurorSeats)
    .where(and(eq(jurorSeats.jurorId, juror.id), isNull(jurorSeats.toAt)))
  await applyJurorEvent(tx, who, juror, { ...event, status })
  return { status: juror.status, seats }
}

/**
 * Puts a juror back to status and seats. Somebody who sits there meanwhile keeps the seat; a juror whom something else
 * has taken since stays where that put them.
 */
export async function returnJuror(
  tx: Db,
  who: Who,
  jurorId: string,
  { status, seats }: JurorBefore,
  { takenAs, ...event }: Event & { takenAs: JurorStatus },
): Promise<void> {
  const [juror] = await tx.select().from(jurors).where(eq(jurors.id, jurorId)).for('update')
  if (!juror || juror.status !== takenAs) return
  let isSeated = false
  for (const { sessionId, seat } of seats) {
    const sat = await tx
      .insert(jurorSeats)
      .values({ id: newId(), sessionId, jurorId, seat, movedBy: who.actor.userId })
      .onConflictDoNothing()
      .returning({ id: jurorSeats.id })
    isSeated ||= sat.length > 0
  }
  await applyJurorEvent(tx, who, juror, { ...event, status: status === 'seated' && !isSeated ? 'in_venire' : status })
}
