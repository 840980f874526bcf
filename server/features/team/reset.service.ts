import { and, count, eq, gt } from 'drizzle-orm'
import { type OneTimeLink, passwordResetHours } from '#contract/team.ts'
import { recordAct, recordAudit } from '#server/features/audit/audit.service.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Context, OpenContext } from '#server/platform/route.ts'
import { resetLetter } from './letters.ts'
import { createLink, voidLinks } from './links.service.ts'
import { oneTimeLinks } from './links.table.ts'
import { requireMember } from './team.queries.ts'
import { users } from './team.table.ts'

/** A link for a member: by e-mail where mail is set up, so that nobody else holds it; else shown to who asked. */
export function createResetLink({ db, actor, parts, ip }: Context, userId: string): Promise<OneTimeLink> {
  return db.transaction(async (tx) => {
    const { email } = await requireMember(tx, actor, userId)
    await voidLinks(tx, 'password_reset', userId)
    const mailed = parts.mailer.isConfigured
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
      hours: passwordResetHours,
      userId,
      createdBy: actor.userId,
    })
    await parts.mailer.send(tx, resetLetter({ to: email, ...link }))
    return { ...link, url: mailed ? null : link.url, mailed }
  })
}

/** More would let anybody fill the mailbox of a person whose address they know. */
const lettersPerHour = 3

/**
 * Mails a link to whoever has this address; without mail, and for an address that nobody has, only the asking is
 * recorded. The caller answers alike in every case.
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
    const anHourAgo = new Date(Date.now() - 3_600_000)
    const [made] = await tx
      .select({ links: count() })
      .from(oneTimeLinks)
      .where(
        and(
          eq(oneTimeLinks.kind, 'password_reset'),
          eq(oneTimeLinks.userId, user.id),
          gt(oneTimeLinks.createdAt, anHourAgo),
        ),
      )
    if (Number(made?.links) >= lettersPerHour) return
    await voidLinks(tx, 'password_reset', user.id)
    const given = { kind: 'password_reset', hours: passwordResetHours, userId: user.id } as const
    const link = await createLink(tx, publicUrl(parts.config), given)
    await parts.mailer.send(tx, resetLetter({ to: email, ...link }))
  })
}
