import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActivityEvent } from '#contract/cases/cases.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'

/** One page of the record of a case, newest first; `cursor` is the number of the last event seen. */
export async function listCaseActivity(
  db: Db,
  { firmId, caseId, limit, cursor }: { firmId: string; caseId: string; limit: number; cursor?: string | undefined },
): Promise<ActivityEvent[]> {
  const before = Number(cursor)
  // The record itself holds no names: a person who is renamed, or leaves, is named as they are called now.
  const subjects = alias(users, 'subjects')
  const rows = await db
    .select({ event: auditEvents, actor: users.name, subject: subjects.name })
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
  return rows.map(({ event, actor, subject }) => ({
    seq: event.seq,
    at: event.at.toISOString(),
    actor,
    action: event.action,
    entity: event.entity,
    entityId: event.entityId,
    subject,
    details: JSON.parse(event.details) as Record<string, unknown>,
    reason: event.reason,
  }))
}
