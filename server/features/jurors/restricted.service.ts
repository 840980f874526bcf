import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  RestrictedRecord,
  RestrictedState,
  saveRestrictedRecord as saveEndpoint,
} from '#contract/jurors/restricted-records.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { requireJuror } from './jurors.access.ts'
import { auditJuror } from './jurors.events.ts'
import { restrictedRecords, restrictedRecordsOpen } from './restricted.table.ts'

/*
 * Only this file may read the restricted tables, so that records can't leak into lists, filters, search, exports, or
 * the engine.
 */

export async function readState({ db, actor }: Context, caseId: string): Promise<RestrictedState> {
  await requireCase(db, actor, caseId, 'restrictedRecord')
  return loadState(db, caseId)
}

export function openRecords({ db, actor, ip }: Context, caseId: string, reason: string): Promise<RestrictedState> {
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'keepRestrictedRecords', { lock: true })
    const opened = await tx
      .insert(restrictedRecordsOpen)
      .values({ caseId, reason, openedBy: actor.userId })
      .onConflictDoNothing()
      .returning({ caseId: restrictedRecordsOpen.caseId })
    if (opened.length > 0) await auditCase(tx, { actor, ip }, 'restricted_record.opened', caseId, reason)
    return loadState(tx, caseId)
  })
}

export function closeRecords({ db, actor, ip }: Context, caseId: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'keepRestrictedRecords', { lock: true })
    const closed = await tx
      .delete(restrictedRecordsOpen)
      .where(eq(restrictedRecordsOpen.caseId, caseId))
      .returning({ caseId: restrictedRecordsOpen.caseId })
    if (closed.length > 0) await auditCase(tx, { actor, ip }, 'restricted_record.closed', caseId, null)
    return { ok: true }
  })
}

export function readRecord({ db, actor, ip }: Context, jurorId: string): Promise<{ record: RestrictedRecord | null }> {
  return db.transaction(async (tx) => {
    const { juror } = await requireJuror(tx, actor, jurorId, 'restrictedRecord')
    await requireOpen(tx, juror.caseId)
    const [row] = await tx
      .select({ record: restrictedRecords, name: selectShownName('users', actor.firmId) })
      .from(restrictedRecords)
      .innerJoin(users, eq(users.id, restrictedRecords.updatedBy))
      .where(eq(restrictedRecords.jurorId, jurorId))
    await auditJuror(tx, { actor, ip }, 'restricted_record.viewed', juror)
    if (!row) return { record: null }
    const { source, value, updatedAt } = row.record
    return { record: { source, value, updatedAt: updatedAt.toISOString(), updatedByName: row.name } }
  })
}

export function saveRecord(
  { db, actor, ip }: Context,
  jurorId: string,
  { record }: z.output<typeof saveEndpoint.input>,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const { juror } = await requireJuror(tx, actor, jurorId, 'keepRestrictedRecords')
    await requireOpen(tx, juror.caseId)
    if (record) {
      const row = { ...record, updatedBy: actor.userId, updatedAt: new Date() }
      await tx
        .insert(restrictedRecords)
        .values({ jurorId, caseId: juror.caseId, ...row })
        .onConflictDoUpdate({ target: restrictedRecords.jurorId, set: row })
    } else await tx.delete(restrictedRecords).where(eq(restrictedRecords.jurorId, jurorId))
    // Omits the content because attorneys read the audit record.
    await auditJuror(tx, { actor, ip }, record ? 'restricted_record.written' : 'restricted_record.removed', juror)
    return { ok: true }
  })
}

async function loadState(db: Db, caseId: string): Promise<RestrictedState> {
  const [row] = await db
    .select({
      open: restrictedRecordsOpen,
      name: selectShownName('users', sql`(select firm_id from cases where id = ${caseId})`),
    })
    .from(restrictedRecordsOpen)
    .innerJoin(users, eq(users.id, restrictedRecordsOpen.openedBy))
    .where(eq(restrictedRecordsOpen.caseId, caseId))
  if (!row) return { open: false, openedAt: null, openedByName: null, reason: '' }
  return { open: true, openedAt: row.open.openedAt.toISOString(), openedByName: row.name, reason: row.open.reason }
}

async function requireOpen(tx: Db, caseId: string): Promise<void> {
  const { open } = await loadState(tx, caseId)
  if (!open) {
    throw new Refusal(
      'conflict',
      'This case doesn’t keep restricted records. The lead can start keeping them by giving a reason.',
    )
  }
}

const auditCase = (tx: Db, { actor, ip }: Who, action: string, caseId: string, reason: string | null): Promise<void> =>
  recordAct(tx, { actor, ip, action, entity: 'case', entityId: caseId, caseId, reason })
