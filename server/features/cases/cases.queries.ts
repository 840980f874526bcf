import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActivityEvent, CaseDetail, CaseSummary, OpenCase } from '#contract/cases/cases.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { users, firms } from '#server/features/team/team.table.ts'
import { findCourtZone } from '#law/forums/zones.ts'
import type { Db } from '#server/platform/db.ts'
import { CaseData, getSides } from '#contract/cases/data.ts'
import type { Actor } from '#server/platform/actor.ts'
import { listRights, requireCase, requireCaseOfFirm, type SeenCase, type CaseWithStanding } from './cases.access.ts'
import { getRetentionEnd } from './cases.purge.ts'
import { type CaseRow, cases } from './cases.table.ts'

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

export const summaryColumns = {
  id: cases.id,
  title: cases.title,
  status: cases.status,
  caseNumber: cases.caseNumber,
  caseType: cases.caseType,
  court: cases.court,
  judge: cases.judge,
  trialDate: cases.trialDate,
  voirDireDate: cases.voirDireDate,
  confidentiality: cases.confidentiality,
  recordingBasis: cases.recordingBasis,
  createdAt: cases.createdAt,
  updatedAt: cases.updatedAt,
  deletedAt: cases.deletedAt,
}

type SummaryRow = Pick<CaseWithStanding, keyof typeof summaryColumns | 'myRole'>

export function toSummary(row: SummaryRow): CaseSummary {
  const open = row.myRole !== null
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    myRole: row.myRole,
    caseNumber: open ? row.caseNumber : '',
    caseType: open ? row.caseType : null,
    court: open ? row.court : '',
    judge: open ? row.judge : '',
    trialDate: open ? row.trialDate : null,
    voirDireDate: open ? row.voirDireDate : null,
    anonymousJury: open && row.confidentiality === 'anonymous_jury',
    recordingDeclared: open && row.recordingBasis !== null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: iso(row.deletedAt),
  }
}

export const readSummary = async (db: Db, actor: Actor, caseId: string): Promise<CaseSummary> =>
  toSummary(await requireCase(db, actor, caseId))

/** The default for firms that haven't chosen a time zone. It doesn't count as the court's zone. */
export const defaultZone = 'UTC'

export async function readCourtZone(
  db: Db,
  { firmId, timeZone, ...court }: Pick<CaseRow, 'firmId'> & Partial<Pick<CaseRow, 'timeZone' | 'forumId' | 'state'>>,
): Promise<string> {
  if (timeZone) return timeZone
  const [firm] = await db.select({ timeZone: firms.timeZone }).from(firms).where(eq(firms.id, firmId))
  const firmZone = firm?.timeZone ?? defaultZone
  return findCourtZone({ forumId: court.forumId ?? null, state: court.state ?? '' }, firmZone) ?? firmZone
}

export const toData = (row: CaseRow): CaseData =>
  Object.fromEntries(
    Object.keys(CaseData.shape).map((field) => [field, row[field as keyof CaseData]]),
  ) as unknown as CaseData

export async function readCase(db: Db, actor: Actor, caseId: string): Promise<CaseDetail> {
  const row = await requireCaseOfFirm(db, actor, caseId, 'seeTitle')
  if (row.myRole === null) {
    const { id, title, status } = row
    return { walled: true, id, title, status, deletedAt: iso(row.deletedAt), may: listRights(row) }
  }
  return readOpenCase(db, { ...row, myRole: row.myRole })
}

export async function readOpenCase(db: Db, row: SeenCase): Promise<OpenCase> {
  const may = listRights(row)
  const [names] = await db
    .select({
      createdBy: selectName(row.createdBy),
      updatedBy: selectName(row.updatedBy ?? row.createdBy),
      declaredBy: selectName(row.recordingDeclaredBy),
      retentionDays: firms.retentionDays,
    })
    .from(firms)
    .where(eq(firms.id, row.firmId))
  return {
    ...toData(row),
    issues: may.seeWorkProduct ? row.issues : [],
    walled: false,
    id: row.id,
    status: row.status,
    outcome: row.outcome,
    closedAt: iso(row.closedAt),
    archivedAt: iso(row.archivedAt),
    retainedUntil:
      row.status === 'archived' && row.archivedAt && names
        ? getRetentionEnd(row.closedAt, row.archivedAt, names.retentionDays).toISOString()
        : null,
    myRole: row.myRole,
    myAccessEndsAt: iso(row.accessEndsAt),
    recordingPermission:
      row.recordingBasis && row.recordingDeclaredAt
        ? {
            basis: row.recordingBasis,
            note: row.recordingNote,
            declaredBy: names?.declaredBy ?? '',
            declaredAt: row.recordingDeclaredAt.toISOString(),
          }
        : null,
    sides: getSides(row.ourSide),
    courtZone: await readCourtZone(db, row),
    may,
    createdAt: row.createdAt.toISOString(),
    createdBy: names?.createdBy ?? '',
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: names?.updatedBy ?? '',
    version: row.version,
  }
}

const selectName = (userId: string | null) =>
  sql<string | null>`(select ${users.name} from ${users} where ${users.id} = ${userId}::uuid)`

export async function listCaseActivity(
  db: Db,
  { firmId, caseId, limit, cursor }: { firmId: string; caseId: string; limit: number; cursor?: string | undefined },
): Promise<ActivityEvent[]> {
  const before = Number(cursor)
  const subjects = alias(users, 'subjects')
  const rows = await db
    .select({
      event: auditEvents,
      actor: selectShownName('users', firmId) as SQL<string | null>,
      actorEmail: users.email,
      subject: selectShownName('subjects', firmId) as SQL<string | null>,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .leftJoin(subjects, and(eq(auditEvents.entity, 'user'), eq(sql`${subjects.id}::text`, auditEvents.entityId)))
    .where(
      and(
        eq(auditEvents.caseId, caseId),
        eq(auditEvents.chain, firmId),
        Number.isInteger(before) ? lt(auditEvents.seq, before) : undefined,
      ),
    )
    .orderBy(desc(auditEvents.seq))
    .limit(limit)
  return rows.map(({ event, actor, actorEmail, subject }) => ({
    seq: event.seq,
    at: event.at.toISOString(),
    actor,
    actorId: event.actorId,
    actorEmail,
    action: event.action,
    entity: event.entity,
    entityId: event.entityId,
    subject,
    details: JSON.parse(event.details) as Record<string, unknown>,
    reason: event.reason,
  }))
}

export async function hasStrikes(tx: Db, caseId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from strikes where case_id = ${caseId} limit 1`)
  return rows.length > 0
}
