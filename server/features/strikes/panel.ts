import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CaseStatus } from '#contract/cases/data.ts'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import { swornSentence } from '#contract/strikes/workflow.ts'
import type { Act, Who } from '#server/features/audit/audit.service.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { writeJurorEvent } from '#server/features/jurors/jurors.events.ts'
import type { JurorListeners } from '#server/features/jurors/jurors.routes.ts'
import { jurorRatings, type JurorRow, jurors, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import type { SessionListeners } from '#server/features/sessions/sessions.routes.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { type FieldErrors, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { excusals, type JurorBefore, strikes } from './strikes.table.ts'

/** Uses `no key update` so that other transactions can still insert rows that reference the case. */
export async function lockCase(tx: Db, caseId: string): Promise<void> {
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, caseId)).for('no key update')
}

export type HeldJuror = JurorRow & Pick<JurorBefore, 'seats'>

export async function lockJuror(tx: Db, caseId: string, jurorId: string): Promise<HeldJuror> {
  const [juror] = await tx
    .select()
    .from(jurors)
    .where(and(eq(jurors.id, jurorId), eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
    .for('update')
  if (!juror) throw fault('jurorId', 'Choose a juror in this case.')
  const seats = await tx
    .select({ sessionId: jurorSeats.sessionId, seat: jurorSeats.seat })
    .from(jurorSeats)
    .where(and(eq(jurorSeats.jurorId, jurorId), isNull(jurorSeats.toAt)))
  return { ...juror, seats }
}

/**
 * Restores the juror's status and any seats that are still free. If the juror was also removed for another reason, the
 * juror stays removed. Returns the acts to audit.
 */
export async function returnJuror(
  tx: Db,
  who: Who,
  { jurorId, sessionId, jurorBefore }: { jurorId: string; sessionId: string; jurorBefore: JurorBefore | null },
  { takenAs, ...event }: { kind: string; reason: string; takenAs: JurorStatus },
): Promise<Act[]> {
  if (!jurorBefore) return []
  const [juror] = await tx.select().from(jurors).where(eq(jurors.id, jurorId)).for('update')
  if (!juror || juror.status !== takenAs) return []
  let isSeated = false
  for (const seat of jurorBefore.seats) {
    const sat = await tx
      .insert(jurorSeats)
      .values({ ...seat, id: newId(), jurorId, movedBy: who.actor.userId })
      .onConflictDoNothing()
      .returning({ id: jurorSeats.id })
    isSeated ||= sat.length > 0
  }
  const status = jurorBefore.status === 'seated' && !isSeated ? 'in_venire' : jurorBefore.status
  return [await writeJurorEvent(tx, who, juror, { ...event, sessionId, status })]
}

const fateWords: Record<JurorStatus, string> = {
  in_venire: 'is in the venire',
  seated: 'is seated',
  questioned: 'was questioned',
  qualified: 'is qualified',
  excused_hardship: 'was excused for hardship',
  struck_cause: 'was struck for cause',
  struck_peremptory_us: 'was struck by your side',
  struck_peremptory_them: 'was struck by the opposing side',
  excused_other: 'was excused',
  no_show: 'did not appear',
  selected: 'is selected',
  alternate: 'is an alternate',
  dismissed: 'was dismissed',
}

/**
 * Returns the reason the juror can't be struck or excused, or null. `isAllowed` means that the court permits striking
 * an accepted juror.
 */
export function getRemovalReason(
  { jurorNumber, status }: Pick<JurorRow, 'jurorNumber' | 'status'>,
  { backStrikesAllowed }: Pick<SeenCase, 'backStrikesAllowed'>,
  isPeremptory: boolean,
  isAllowed = false,
): string | null {
  if (liveJurorStatuses.includes(status)) return null
  if (status === 'selected' || status === 'alternate') {
    // The court may release an accepted juror for cause.
    if (!isPeremptory || backStrikesAllowed || isAllowed) return null
    return `Juror ${jurorNumber} ${fateWords[status]}, and back-strikes are not allowed in this case.`
  }
  return `Juror ${jurorNumber} ${fateWords[status]} and is no longer on the panel.`
}

export const isSworn = ({ status }: { status: CaseStatus }): boolean => status === 'jury_seated' || status === 'closed'

export function getBlockingReason(inCase: Pick<SeenCase, 'selectionMethod'> & { status: CaseStatus }): string | null {
  if (isSworn(inCase)) return swornSentence
  if (inCase.status === 'archived') return 'This case is archived and read-only.'
  if (inCase.status === 'draft') return 'This case is a draft. Complete and activate it before exercising strikes.'
  if (!inCase.selectionMethod) return 'Choose a selection method on the case page before the first strike.'
  return null
}

export function toMoment(at: string | undefined, now: Date): Date {
  if (at === undefined) return now
  const moment = new Date(at)
  return moment > now ? now : moment
}

export function refuse(sentence: string | null): void {
  if (sentence !== null) throw new Refusal('conflict', sentence)
}

export function refuseFaults(fields: FieldErrors): void {
  if (Object.keys(fields).length === 0) return
  throw new Refusal('invalid', [...new Set(Object.values(fields))].join(' '), { fields })
}

export const fault = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })

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

export const jurorGuards: JurorListeners = {
  async refuseDeletion(tx, { id, jurorNumber }) {
    if (await isOnRecord(tx, eq(strikes.jurorId, id), eq(excusals.jurorId, id)))
      throw new Refusal('conflict', `Juror ${jurorNumber} is in the strike log and can’t be deleted.`)
  },
}

export const sessionGuards: Pick<SessionListeners, 'refuseDeletion'> = {
  async refuseDeletion(tx, { id, name }) {
    if (await isOnRecord(tx, eq(strikes.sessionId, id), eq(excusals.sessionId, id)))
      throw new Refusal('conflict', `“${name}” has strikes or excusals on the record and can’t be deleted.`)
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
