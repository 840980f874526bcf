/** Writing a strike: who changed it, which step it was, and its trace in the audit trail. */
import { eq } from 'drizzle-orm'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import type { Strike, StrikeEvent } from '#contract/strikes/strikes.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { strikeEvents, type StoredState, type StrikeRow, strikes } from '../strikes.table.ts'

/** Every write raises the version by one, so that a device that was offline knows what its next move meets. */
export async function writeStrike(
  tx: Db,
  { actor }: Who,
  row: StrikeRow,
  change: Partial<StrikeRow>,
): Promise<StrikeRow> {
  const [written] = await tx
    .update(strikes)
    .set({ ...change, updatedBy: actor.userId, updatedAt: new Date(), version: row.version + 1 })
    .where(eq(strikes.id, row.id))
    .returning()
  return written!
}

type Step = {
  id?: string
  kind: StrikeEvent['kind']
  strikeId: string
  from: StoredState | null
  to: StoredState
  at: Date
  text?: string
  answer?: Strike | null
}

export async function recordStep(tx: Db, { actor }: Who, { id, from, to, ...step }: Step): Promise<void> {
  await tx.insert(strikeEvents).values({
    ...step,
    id: id ?? newId(),
    fromState: from,
    toState: to,
    byUser: actor.userId,
    // The clock now and not at the start of the transaction, which may have waited for the case.
    receivedAt: new Date(),
  })
}

/** What this event id answered before; null for a new one. An id that was another's says nothing. */
export async function answeredBefore(
  tx: Db,
  { actor }: Who,
  eventId: string,
  strikeId: string | null,
): Promise<Strike | null> {
  const [event] = await tx.select().from(strikeEvents).where(eq(strikeEvents.id, eventId))
  if (!event) return null
  if (event.byUser === actor.userId && event.answer && (strikeId === null || event.strikeId === strikeId)) {
    return event.answer
  }
  throw new Refusal('conflict', 'This event id was used for something else. Make a new one for every move.')
}

/** When it happened by the device's clock; one that runs ahead is not believed. */
export function momentOf(at: string | undefined, now: Date): Date {
  if (at === undefined) return now
  const moment = new Date(at)
  return moment > now ? now : moment
}

/** Never the rationale or a comment: the trail says what was done, the strike keeps the words. */
export const auditStrike = (
  tx: Db,
  { actor, ip }: Who,
  verb: string,
  strike: StrikeRow,
  details: Record<string, unknown> = {},
  reason?: string,
): Promise<void> =>
  recordAct(tx, {
    actor,
    ip,
    action: `strike.${verb}`,
    entity: 'strike',
    entityId: strike.id,
    caseId: strike.caseId,
    details: {
      sessionId: strike.sessionId,
      jurorId: strike.jurorId,
      kind: strike.kind,
      madeBy: strike.madeBy,
      number: strike.number,
      ...details,
    },
    reason: reason || null,
  })
