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
import { lockName } from '#server/platform/lease.ts'
import {
  addContactRequest,
  countRecentRequests,
  findContactRequest,
  listActiveFirms,
  setHandled,
} from './contact.queries.ts'

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
    await addContactRequest(tx, { id, ...request, senderIp: sender })
    await recordAudit(tx, {
      firmId: null,
      actorId: null,
      ip,
      action: 'contact.received',
      entity: 'contact_request',
      entityId: id,
      details: { kind: request.kind },
    })
    return notifyOperators(tx, id, request.kind, config)
  })
}

/** Counts in the database so that a restart doesn't reset the quota. The lock serializes senders. */
async function requireRequestQuota(tx: Db, sender: string): Promise<void> {
  await lockName(tx, 'contact')
  const { perHour, perDay, waitSeconds } = await countRecentRequests(tx, sender)
  if (perHour >= contactLimits.perHour) {
    const retryAfterSeconds = Math.max(1, waitSeconds ?? hourSeconds)
    const minutes = Math.ceil(retryAfterSeconds / 60)
    throw new Refusal(
      'too_many',
      `You can send ${contactLimits.perHour} requests per hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds },
    )
  }
  if (perDay >= contactLimits.perDay) {
    throw new Refusal('too_many', 'Too many requests today. Try again tomorrow.', {
      retryAfterSeconds: hourSeconds,
    })
  }
}

/** Omits the message, which may contain names. */
async function notifyOperators(tx: Db, id: string, kind: ContactKind, config: Config): Promise<string[]> {
  const operators = (await listOperators(tx, config)).filter(({ isPending }) => !isPending)
  if (operators.length === 0) return []
  const firms = await listActiveFirms(
    tx,
    operators.map(({ userId }) => userId),
  )
  for (const { firmId, userIds } of firms) {
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
  return firms.map(({ firmId }) => firmId)
}

export function markHandled(
  { db, ip, actor }: { db: Db; ip: string; actor: Actor },
  id: string,
  handled: boolean,
): Promise<ContactRequest> {
  return db.transaction(async (tx) => {
    await setHandled(tx, id, handled ? actor.userId : null)
    const found = await findContactRequest(tx, id)
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
