import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { cases } from './cases.table.ts'

type DueCase = { id: string; firmId: string; title: string; caseNumber: string; deletedAt: Date | null }

const batch = 50
const dayMs = 86_400_000
const due = {
  id: cases.id,
  firmId: cases.firmId,
  title: cases.title,
  caseNumber: cases.caseNumber,
  deletedAt: cases.deletedAt,
}

/** If a case closed long ago, archiving it must not cause it to be deleted before anyone can object. */
const leastDaysArchived = 7

export const retentionEnd = sql`greatest(
  coalesce(cases.closed_at, cases.archived_at) + make_interval(days => (select retention_days from firms where firms.id = cases.firm_id)),
  cases.archived_at + make_interval(days => ${sql.raw(String(leastDaysArchived))}))`

export const getRetentionEnd = (closedAt: Date | null, archivedAt: Date, retentionDays: number): Date =>
  new Date(
    Math.max(
      (closedAt ?? archivedAt).getTime() + retentionDays * dayMs,
      archivedAt.getTime() + leastDaysArchived * dayMs,
    ),
  )

/** Also matches deleted cases because they keep their status. */
const retentionOver = sql`cases.status = 'archived' and ${retentionEnd} < now()`

export async function isRetentionOver(db: Db, caseId: string): Promise<boolean> {
  const found = await db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, caseId), retentionOver))
  return found.length > 0
}

export async function deleteExpiredCases(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const expired = await tx
      .select(due)
      .from(cases)
      .where(and(isNull(cases.deletedAt), retentionOver))
      .orderBy(cases.archivedAt)
      .limit(batch)
      .for('update')
    for (const each of expired) {
      await tx.update(cases).set({ deletedAt: new Date(), deletedBy: null }).where(eq(cases.id, each.id))
      await recordAudit(tx, {
        firmId: each.firmId,
        actorId: null,
        action: 'case.deleted',
        entity: 'case',
        entityId: each.id,
        caseId: each.id,
        details: { caseNumber: each.caseNumber },
        reason: 'The retention period for this archived case has ended.',
      })
    }
    return expired.length
  })
}

export function listCasesToPurge(db: Db, keepDays: number): Promise<DueCase[]> {
  return db
    .select(due)
    .from(cases)
    .where(and(isNotNull(cases.deletedAt), lt(cases.deletedAt, new Date(Date.now() - keepDays * dayMs))))
    .orderBy(cases.deletedAt)
    .limit(batch)
}

/** Purge the case's videos and their files first. Returns false if an export's file is left, so it can be retried. */
export function purgeCase(db: Db, found: DueCase): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(cases)
      .where(
        and(
          eq(cases.id, found.id),
          isNotNull(cases.deletedAt),
          sql`not exists (select from exports where exports.case_id = ${cases.id} and exports.file_key is not null)`,
        ),
      )
      .returning({ id: cases.id })
    if (gone.length === 0) return false
    await recordAudit(tx, {
      firmId: found.firmId,
      actorId: null,
      action: 'case.destroyed',
      entity: 'case',
      entityId: found.id,
      caseId: found.id,
      details: { caseNumber: found.caseNumber },
      reason: 'The restore period has ended.',
    })
    return true
  })
}

/** Kept until the case is destroyed. Recordings of an anonymous jury may say these names, so exports and search must redact them. */
const isNeededToRedact = sql`(coalesce(jurors.display_name, '') <> '' and exists (select from cases
  where cases.id = jurors.case_id and cases.confidentiality = 'anonymous_jury'))`

const purged = {
  sessions: { entity: 'session', isKept: sql`false` },
  jurors: { entity: 'juror', isKept: isNeededToRedact },
} as const

/** Permanently deletes records past their restore period. A session's videos are kept. */
export function purgeRecords(db: Db, table: keyof typeof purged, keepDays: number): Promise<void> {
  const { entity, isKept } = purged[table]
  return db.transaction(async (tx) => {
    const gone = await tx.execute<{ id: string; firmId: string; caseId: string }>(sql`
      delete from ${sql.identifier(table)} where deleted_at < now() - make_interval(days => ${keepDays}) and not ${isKept}
      returning id, firm_id as "firmId", case_id as "caseId"`)
    for (const { id, firmId, caseId } of gone.rows) {
      const event = { firmId, actorId: null, action: `${entity}.destroyed`, entity, entityId: id, caseId }
      await recordAudit(tx, { ...event, reason: 'The restore period has ended.' })
    }
  })
}
