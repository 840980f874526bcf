import { and, eq, isNull } from 'drizzle-orm'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { type Act, recordAct, type Who } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { jurorEvents, type JurorRow, jurors, jurorSeats } from './jurors.table.ts'

export const returnKinds = ['strike_taken_back', 'excusal_taken_back'] as const
export type ReturnKind = (typeof returnKinds)[number]

type Event = { kind: string; status: JurorStatus; reason?: string; sessionId?: string | null }

export const applyJurorEvent = async (tx: Db, who: Who, juror: JurorRow, event: Event): Promise<void> =>
  recordAct(tx, { ...who, ...(await writeJurorEvent(tx, who, juror, event)) })

/**
 * Records a status change and, if the juror was removed, frees the seat. All status changes must go through this
 * function. The caller must hold the lock on the juror's row and audit the returned act.
 */
export async function writeJurorEvent(tx: Db, who: Who, juror: JurorRow, event: Event): Promise<Act> {
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
  return describeJurorAct(`juror.${kind}`, juror, { from: juror.status, to: status }, reason)
}

/** Identifies the juror by number because names must never be in the audit record. */
const describeJurorAct = (
  action: string,
  juror: Pick<JurorRow, 'id' | 'caseId' | 'jurorNumber'>,
  details: Record<string, unknown> = {},
  reason?: string,
): Act => ({
  action,
  entity: 'juror',
  entityId: juror.id,
  caseId: juror.caseId,
  details: { jurorNumber: juror.jurorNumber, ...details },
  reason: reason || null,
})

export const auditJuror = (
  tx: Db,
  { actor, ip }: Who,
  ...[action, juror, details, reason]: Parameters<typeof describeJurorAct>
): Promise<void> => recordAct(tx, { actor, ip, ...describeJurorAct(action, juror, details, reason) })
