import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { changeEmail as changeEndpoint } from '#contract/account/profile.ts'
import { recordAct, recordAudit, type Who } from '#server/features/audit/audit.service.ts'
import { findUser, findHomeFirm, requireSignIn } from '#server/features/auth/auth.queries.ts'
import { requirePasskeySignIn } from '#server/features/auth/two-factor/passkeys.guard.ts'
import { mailConfirmation, removeUnproven } from '#server/features/auth/unproven.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import {
  emailChangedLetter,
  findLink,
  consumeLink,
  usedUp,
  voidCredentialLinks,
  voidLinks,
} from '#server/features/team/links.service.ts'
import { isUnproven, markAddressProven } from '#server/features/team/operators.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal, sqlState, uniqueViolation } from '#server/platform/errors.ts'
import type { Context, OpenContext } from '#server/platform/http/route.ts'

const taken = (): Refusal => {
  const sentence = 'Another account already uses this email address.'
  return new Refusal('conflict', sentence, { fields: { email: sentence } })
}

/**
 * If mail is configured, the address changes only after the new one is verified by link. Otherwise, it changes
 * immediately.
 */
export async function changeEmail(
  context: Context,
  { email }: z.output<typeof changeEndpoint.input>,
): Promise<{ email: string; mustConfirm: boolean }> {
  const { db, actor, ip, parts } = context
  return db.transaction(async (tx) => {
    await requireSignIn(tx, actor)
    await requirePasskeySignIn({ db: tx, actor, parts })
    if (!parts.mailer.isConfigured) {
      await voidLinks(tx, 'email_change', actor.userId)
      await setEmail(tx, parts, { userId: actor.userId, firmId: actor.firmId, ip, email, isProven: false })
      return { email, mustConfirm: false }
    }
    const known = await findUser(tx, email)
    if (known && !isUnproven(known)) throw taken()
    await mailConfirmation(tx, parts, { ...actor, email, ip })
    await recordAct(tx, {
      actor,
      ip,
      action: 'user.email_change_asked',
      entity: 'user',
      entityId: actor.userId,
      details: { email },
    })
    return { email, mustConfirm: true }
  })
}

/**
 * Only the account's own user can confirm. Anyone can enter someone else's address, and that person might click the
 * link without looking.
 */
export function confirmEmail(
  { db, ip, parts, request }: OpenContext,
  token: string,
): Promise<{ email: string; firmId: string | null }> {
  return db.transaction(async (tx) => {
    const { userId, email } = await findLink(tx, 'email_change', token)
    if (!userId || !email) throw new Error('email change has no user')
    const { actor } = request
    if (actor?.userId !== userId || actor.scopes)
      throw new Refusal(
        'not_allowed',
        'In this browser, first sign in to the account that asked for this. Then open the link again.',
      )
    // Locks the account before the link, in the same order as when someone joins a firm, to prevent deadlocks.
    await requireSignIn(tx, actor)
    await consumeLink(tx, 'email_change', token)
    if (actor.isUnproven) {
      await confirmSignUp(tx, { actor, ip }, email)
      return { email, firmId: actor.firmId }
    }
    await requirePasskeySignIn({ db: tx, actor, parts })
    await removeUnproven(tx, email, { ip, reason: 'another account confirmed this address' })
    const firmId = await findHomeFirm(tx, userId)
    await setEmail(tx, parts, { userId, firmId, ip, email, isProven: true })
    return { email, firmId }
  })
}

async function confirmSignUp(tx: Db, who: Who, email: string): Promise<void> {
  const { userId } = who.actor
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user?.email !== email) throw usedUp()
  await markAddressProven(tx, userId)
  const act = { action: 'user.email_confirmed', entity: 'user', entityId: userId, details: { email } }
  await recordAct(tx, { ...who, ...act })
}

type Change = { userId: string; firmId: string | null; ip: string; email: string; isProven: boolean }

async function setEmail(
  tx: Db,
  { mailer }: Pick<OpenContext['parts'], 'mailer'>,
  { userId, firmId, ip, email, isProven }: Change,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw new Error('email change has no user')
  await tx
    .update(users)
    .set({ email, emailProvenAt: isProven ? new Date() : null, unprovenSince: null })
    .where(eq(users.id, userId))
    .catch((error: unknown): never => {
      if (sqlState(error) !== uniqueViolation) throw error
      throw taken()
    })
  // Revokes links that were sent to the old address or requested for it.
  await voidCredentialLinks(tx, userId)
  await recordAudit(tx, {
    firmId,
    actorId: userId,
    ip,
    action: 'user.email_changed',
    entity: 'user',
    entityId: userId,
    details: { before: user.email, after: email },
  })
  if (mailer.isConfigured) await mailer.send(tx, emailChangedLetter({ to: user.email }), firmId)
  if (firmId === null) return
  await notify(tx, {
    firmId,
    actorId: userId,
    topic: 'user.email_changed',
    entityId: userId,
    type: 'info',
    category: 'team',
    title: 'Email address changed',
    message: `${user.name} now signs in as ${email}.`,
    action: { url: '/team' },
    to: { administrators: true },
  })
}
