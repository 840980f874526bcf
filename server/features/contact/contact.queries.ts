import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { ContactRequest } from '#contract/operations/contact.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { contactRequests } from './contact.table.ts'

type Row = typeof contactRequests.$inferSelect

const selectRequests = (db: Db) =>
  db
    .select({ request: contactRequests, handler: users.name })
    .from(contactRequests)
    .leftJoin(users, eq(users.id, contactRequests.handledBy))
    .$dynamic()

const toRequest = ({ request, handler }: { request: Row; handler: string | null }): ContactRequest => {
  const { id, kind, name, email, firm, subject, message, createdAt, handledAt } = request
  return {
    ...{ id, kind, name, email, firm, subject, message },
    createdAt: createdAt.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    handledBy: handler,
  }
}

export async function listContactRequests(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ requests: ContactRequest[]; nextCursor: string | null; open: number }> {
  const skipped = Number.parseInt(cursor ?? '0', 10) || 0
  const rows = await selectRequests(db)
    .orderBy(isNotNull(contactRequests.handledAt), desc(contactRequests.createdAt), desc(contactRequests.id))
    .limit(limit + 1)
    .offset(Math.max(0, skipped))
  return {
    requests: rows.slice(0, limit).map(toRequest),
    nextCursor: rows.length > limit ? String(skipped + limit) : null,
    open: await db.$count(contactRequests, isNull(contactRequests.handledAt)),
  }
}

export async function findContactRequest(db: Db, id: string): Promise<ContactRequest | null> {
  const [row] = await selectRequests(db).where(eq(contactRequests.id, id))
  return row ? toRequest(row) : null
}

export async function addContactRequest(db: Db, request: typeof contactRequests.$inferInsert): Promise<void> {
  await db.insert(contactRequests).values(request)
}

/** `waitSeconds` is the time until the sender's oldest request in the last hour no longer counts. */
export async function countRecentRequests(
  db: Db,
  sender: string,
): Promise<{ perHour: number; perDay: number; waitSeconds: number | null }> {
  const isRecent = sql`sender_ip = ${sender} and created_at > now() - interval '1 hour'`
  const oldest = sql`min(created_at) filter (where ${isRecent})`
  const [counted] = await db
    .select({
      perHour: sql<number>`count(*) filter (where ${isRecent})`.mapWith(Number),
      perDay: count(),
      waitSeconds: sql<number | null>`ceil(extract(epoch from ${oldest} + interval '1 hour' - now()))::float8`,
    })
    .from(contactRequests)
    .where(gt(contactRequests.createdAt, sql`now() - interval '1 day'`))
  return counted!
}

/** Keeps the first person and time. */
export async function setHandled(db: Db, id: string, by: string | null): Promise<void> {
  const handled =
    by === null
      ? { handledAt: null, handledBy: null }
      : { handledAt: sql`coalesce(handled_at, now())`, handledBy: sql`coalesce(handled_by, ${by}::uuid)` }
  await db.update(contactRequests).set(handled).where(eq(contactRequests.id, id))
}

export const listActiveFirms = (db: Db, userIds: readonly string[]): Promise<{ firmId: string; userIds: string[] }[]> =>
  db
    .select({ firmId: members.firmId, userIds: sql<string[]>`array_agg(${members.userId}::text)` })
    .from(members)
    .where(and(eq(members.status, 'active'), inArray(members.userId, [...userIds])))
    .groupBy(members.firmId)

export async function purgeContactRequests(db: Db, keepDays: number): Promise<void> {
  await db
    .update(contactRequests)
    .set({ senderIp: null })
    .where(and(isNotNull(contactRequests.senderIp), lt(contactRequests.createdAt, sql`now() - interval '1 day'`)))
  await db.delete(contactRequests).where(lt(contactRequests.handledAt, sql`now() - make_interval(days => ${keepDays})`))
}
