import { and, eq, isNull } from 'drizzle-orm'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { jurorEvents, type JurorRow, jurors, jurorSeats } from './jurors.table.ts'

type Event = { kind: string; status: JurorStatus; reason?: string; sessionId?: string | null }

/**
 * Records a status change and frees the seat of a removed juror. All status changes must go through this function. The
 * caller must hold the lock on the juror's row.
 */
export async function applyJurorEvent(tx: Db, who: Who, juror: JurorRow, event: Event): Promise<void> {
  const { kind, status, reason = '', sessionId = null } = event
  const byUser = who.actor.userId
  await tx.insert(jurorEvents).values({ id: newId(), jurorId: juror.id, sessionId, kind, status, reason, byUser })
  await tx
    .update(jurors)
    .set({ status, version: juror.version + 1, updatedBy: byUser, updatedAt: new Date() })
    .where(eq(jurors.id, juror.id))
  if (!liveJurorStatuses.includes(status) && status !== 'selected' && status !== 'alternate') {
    await tx
      .update(jurorSeats)
      .set({ toAt: new Date() })
      .where(and(eq(jurorSeats.jurorId, juror.id), isNull(jurorSeats.toAt)))
  }
  await auditJuror(tx, who, `juror.${kind}`, juror, { from: juror.status, to: status }, reason)
}

/** Identifies the juror by number because names must not enter the audit record. */
export const auditJuror = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  juror: Pick<JurorRow, 'id' | 'caseId' | 'jurorNumber'>,
  details: Record<string, unknown> = {},
  reason?: string,
): Promise<void> =>
  recordAct(tx, {
    actor,
    ip,
    action,
    entity: 'juror',
    entityId: juror.id,
    caseId: juror.caseId,
    details: { jurorNumber: juror.jurorNumber, ...details },
    reason: reason || null,
  })
