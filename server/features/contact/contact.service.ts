import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type ContactKind,
  contactLimits,
  type ContactRequest,
  type sendContactRequest,
} from '#contract/operations/contact.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { listOperators } from '#server/features/team/operators.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { getAddressKey } from '#server/platform/http/address.ts'
import { newId } from '#server/platform/ids.ts'
import { findContactRequest } from './contact.queries.ts'

const hourSeconds = 3600
const kindWords: Record<ContactKind, string> = {
  demo: 'Live demo requested',
  trial: 'Free trial requested',
  support: 'Help requested',
  legal: 'Legal inquiry received',
}

type Request = { db: Db; ip: string; config: Config }

export function receiveContact(
  { db, ip, config }: Request,
  request: z.output<(typeof sendContactRequest)['input']>,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const sender = getAddressKey(ip)
    if (config.RATE_LIMIT > 0) await requireRequestQuota(tx, sender)
    const id = newId()
    const { kind, name, email, firm, subject, message } = request
    await tx.execute(sql`
      insert into contact_requests (id, kind, name, email, firm, subject, message, sender_ip)
      values (${id}, ${kind}, ${name}, ${email}, ${firm}, ${subject}, ${message}, ${sender})`)
    await recordAudit(tx, {
      firmId: null,
      actorId: null,
      ip,
      action: 'contact.received',
      entity: 'contact_request',
      entityId: id,
      details: { kind },
    })
    return notifyOperators(tx, id, kind, config)
  })
}

/** Counts in the database so that a restart doesn't reset the quota. The lock serializes senders. */
async function requireRequestQuota(tx: Db, sender: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('contact', 0))`)
  const { rows } = await tx.execute<{ an_hour: string; a_day: string; wait: string | null }>(sql`
    select count(*) filter (where sender_ip = ${sender} and created_at > now() - interval '1 hour') as an_hour,
      count(*) as a_day,
      ceil(extract(epoch from min(created_at) filter (
        where sender_ip = ${sender} and created_at > now() - interval '1 hour') + interval '1 hour' - now())) as wait
    from contact_requests where created_at > now() - interval '1 day'`)
  const [counted] = rows
  if (Number(counted?.an_hour) >= contactLimits.perHour) {
    const retryAfterSeconds = Math.max(1, Number(counted?.wait ?? hourSeconds))
    const minutes = Math.ceil(retryAfterSeconds / 60)
    throw new Refusal(
      'too_many',
      `You can send ${contactLimits.perHour} requests per hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds },
    )
  }
  if (Number(counted?.a_day) >= contactLimits.perDay) {
    throw new Refusal('too_many', 'Too many requests today. Try again tomorrow.', {
      retryAfterSeconds: hourSeconds,
    })
  }
}

/** Omits the message, which may contain names. */
async function notifyOperators(tx: Db, id: string, kind: ContactKind, config: Config): Promise<string[]> {
  const operators = (await listOperators(tx, config)).filter(({ isPending }) => !isPending)
  if (operators.length === 0) return []
  const operatorIds = operators.map(({ userId }) => userId)
  const { rows } = await tx.execute<{ firm_id: string; user_ids: string[] }>(sql`
    select firm_id, array_agg(user_id::text) as user_ids from members
    where status = 'active' and user_id in ${operatorIds} group by firm_id`)
  for (const { firm_id: firmId, user_ids: userIds } of rows) {
    await notify(tx, {
      firmId,
      actorId: null,
      topic: 'contact.received',
      entityId: id,
      type: 'info',
      category: 'system',
      title: kindWords[kind],
      message: 'Read it under “Contact requests.”',
      action: { url: '/contact-requests' },
      to: { userIds },
    })
  }
  return rows.map((row) => row.firm_id)
}

export function markHandled(
  { db, ip, actor }: { db: Db; ip: string; actor: Actor },
  id: string,
  handled: boolean,
): Promise<ContactRequest> {
  return db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update contact_requests set handled_at = ${handled ? sql`coalesce(handled_at, now())` : sql`null`},
        handled_by = ${handled ? sql`coalesce(handled_by, ${actor.userId}::uuid)` : sql`null`}
      where id = ${id} returning id`)
    const found = changed.rows.length > 0 ? await findContactRequest(tx, id) : null
    if (!found) throw absent('request')
    await recordAudit(tx, {
      firmId: null,
      actorId: actor.userId,
      ip,
      action: handled ? 'contact.handled' : 'contact.reopened',
      entity: 'contact_request',
      entityId: id,
    })
    return found
  })
}

export async function purgeContact(db: Db): Promise<void> {
  await db.execute(sql`
    update contact_requests set sender_ip = null
    where sender_ip is not null and created_at < now() - interval '1 day'`)
  await db.execute(sql`
    delete from contact_requests where handled_at < now() - make_interval(days => ${contactLimits.keepDays})`)
}
