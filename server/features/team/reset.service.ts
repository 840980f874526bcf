import { and, eq } from 'drizzle-orm'
import { type OneTimeLink, passwordResetHours } from '#contract/account/team.ts'
import { recordAct, recordAudit } from '#server/features/audit/audit.service.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context, OpenContext } from '#server/platform/http/route.ts'
import { resetLetter, countLinks, createLink, voidLinks } from './links.service.ts'
import { members, oneTimeLinks, users } from './team.table.ts'
import { lockPerson, requireReach } from './team.queries.ts'

const lettersPerHour = 3

/**
 * If mail isn't configured, the administrator sees the link. Throws `conflict` if it would open more than the
 * administrator may see.
 */
export function createResetLink({ db, actor, parts, ip }: Context, userId: string): Promise<OneTimeLink> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, actor, parts.config, userId)
    const { name, email } = person
    if (userId === actor.userId) throw new Refusal('conflict', 'Change your own password on your profile.')
    const mailed = parts.mailer.isConfigured
    if (!mailed) requireReach(person, 'reset-password')
    if (mailed && (await countRecentLinks(tx, userId)) >= lettersPerHour)
      throw new Refusal(
        'too_many',
        `${name} was already sent ${lettersPerHour} links in the last hour. Try again later.`,
      )
    await voidLinks(tx, 'password_reset', userId)
    await recordAct(tx, {
      actor,
      ip,
      action: 'password.reset_link_created',
      entity: 'user',
      entityId: userId,
      details: { mailed },
    })
    const link = await createLink(tx, publicUrl(parts.config), {
      kind: 'password_reset',
      isMailed: mailed,
      hours: passwordResetHours,
      userId,
      createdBy: actor.userId,
    })
    await parts.mailer.send(tx, resetLetter({ to: email, ...link }), actor.firmId)
    return { ...link, url: mailed ? null : link.url, mailed }
  })
}

const countRecentLinks = (tx: Db, userId: string): Promise<number> =>
  countLinks(tx, 'password_reset', eq(oneTimeLinks.userId, userId), 3_600_000)

/**
 * For an unknown address, or if mail isn't configured, only records the request. Never reveals whether the address has
 * an account.
 */
export async function mailResetLink({ db, parts, ip }: OpenContext, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('update')
    await recordAudit(tx, {
      firmId: null,
      actorId: null,
      ip,
      action: 'password.reset_requested',
      entity: 'user',
      entityId: user?.id ?? null,
    })
    if (!user || !parts.mailer.isConfigured) return
    if ((await countRecentLinks(tx, user.id)) >= lettersPerHour) return
    await voidLinks(tx, 'password_reset', user.id)
    const given = { kind: 'password_reset', isMailed: true, hours: passwordResetHours, userId: user.id } as const
    const link = await createLink(tx, publicUrl(parts.config), given)
    const [firm] = await tx
      .select({ id: members.firmId })
      .from(members)
      .where(and(eq(members.userId, user.id), eq(members.status, 'active')))
      .limit(1)
    await parts.mailer.send(tx, resetLetter({ to: email, ...link }), firm?.id ?? null)
  })
}
