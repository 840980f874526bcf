import { sql } from 'drizzle-orm'
import type { ContactKind, ContactRequest } from '#contract/operations/contact.ts'
import type { Db } from '#server/platform/db.ts'

type Row = {
  id: string
  kind: ContactKind
  name: string
  email: string
  firm: string
  subject: string
  message: string
  created_at: Date | string
  handled_at: Date | string | null
  handler: string | null
}

const columns = sql`contact_requests.id, kind, contact_requests.name, contact_requests.email, firm, subject, message,
  contact_requests.created_at, handled_at, users.name as handler`
const from = sql`contact_requests left join users on users.id = handled_by`

function shape({ created_at, handled_at, handler, ...row }: Row): ContactRequest {
  return {
    ...row,
    createdAt: new Date(created_at).toISOString(),
    handledAt: handled_at === null ? null : new Date(handled_at).toISOString(),
    handledBy: handler,
  }
}

export async function contactRequests(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ requests: ContactRequest[]; nextCursor: string | null; open: number }> {
  const skipped = Number.parseInt(cursor ?? '0', 10) || 0
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from ${from}
    order by (handled_at is not null), contact_requests.created_at desc, contact_requests.id desc
    limit ${limit + 1} offset ${Math.max(0, skipped)}`)
  const counted = await db.execute<{ open: string }>(
    sql`select count(*) as open from contact_requests where handled_at is null`,
  )
  return {
    requests: rows.slice(0, limit).map(shape),
    nextCursor: rows.length > limit ? String(skipped + limit) : null,
    open: Number(counted.rows[0]?.open),
  }
}

export async function findContactRequest(db: Db, id: string): Promise<ContactRequest | null> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from ${from} where contact_requests.id = ${id}`)
  return rows[0] ? shape(rows[0]) : null
}
