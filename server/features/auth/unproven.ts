import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { emailChangeHours } from '#contract/account/profile.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { confirmEmailLetter, createLink, requireMailQuota, voidLinks } from '#server/features/team/links.service.ts'
import { isUnproven, unproven } from '#server/features/team/operators.ts'
import { firms, members, oneTimeLinks, users } from '#server/features/team/team.table.ts'
import { tryEach } from '#server/platform/batch.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import type { Parts } from '#server/platform/parts.ts'
import { countConfirmationLetter } from './passwords/guesses.service.ts'

const keepDays = 7

type Mailing = { userId: string; firmId: string; email: string; ip: string }

export async function mailConfirmation(
  tx: Db,
  { config, mailer }: Pick<Parts, 'config' | 'mailer'>,
  { userId, firmId, email, ip }: Mailing,
): Promise<void> {
  await voidLinks(tx, 'email_change', userId)
  await requireMailQuota(tx, { kind: 'email_change', email, userId })
  await countConfirmationLetter(tx, ip)
  const given = { kind: 'email_change', hours: emailChangeHours, userId, email } as const
  const link = await createLink(tx, publicUrl(config), given)
  await mailer.send(tx, confirmEmailLetter({ to: email, ...link }), firmId)
}

export function resendConfirmation({ db, actor, parts, ip }: Context): Promise<void> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, actor.userId)).for('update')
    if (!user || !isUnproven(user)) throw new Refusal('conflict', 'Your email address is already confirmed.')
    if (!parts.mailer.isConfigured)
      throw new Refusal('unavailable', 'This installation no longer sends email. Contact its operator.')
    await mailConfirmation(tx, parts, { ...actor, email: user.email, ip })
  })
}

/**
 * Deletes the account that someone opened with this address without confirming it, and the firm they created. Keeps an
 * account that made something or has colleagues, which only a server of an earlier version allows.
 */
export async function removeUnproven(
  tx: Db,
  email: string,
  { ip = null, reason, before }: { ip?: string | null; reason: string; before?: Date },
): Promise<boolean> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), unproven, before && lt(users.unprovenSince, before)))
    .for('update')
  if (!user) return false
  const joined = await tx.select({ firmId: members.firmId }).from(members).where(eq(members.userId, user.id))
  const firmIds = joined.map(({ firmId }) => firmId)
  if (await hasMadeSomething(tx, user.id)) return false
  // The emails sent to this address still count toward its limit.
  await tx.update(oneTimeLinks).set({ userId: null, usedAt: new Date() }).where(eq(oneTimeLinks.userId, user.id))
  await tx.delete(users).where(eq(users.id, user.id))
  await tx
    .delete(firms)
    .where(
      and(
        inArray(firms.id, firmIds),
        ...['members', 'cases', 'videos'].map(
          (table) => sql`not exists (select from ${sql.identifier(table)} where firm_id = ${firms.id})`,
        ),
      ),
    )
  await recordAudit(tx, {
    firmId: null,
    actorId: null,
    ip,
    action: 'user.unproven_removed',
    entity: 'user',
    entityId: user.id,
    details: { email, firms: firmIds },
    reason,
  })
  return true
}

async function hasMadeSomething(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from cases where created_by = ${userId}
    union all select from videos where uploaded_by = ${userId}
    union all select from members mine join members other using (firm_id)
      where mine.user_id = ${userId} and other.user_id <> ${userId} limit 1`)
  return rows.length > 0
}

export async function removeStaleUnproven(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - keepDays * 86_400_000)
  const stale = await db
    .select({ email: users.email })
    .from(users)
    .where(and(unproven, lt(users.unprovenSince, before)))
  const reason = `not confirmed within ${keepDays} days`
  await tryEach(stale, async ({ email }) => {
    await db.transaction((tx) => removeUnproven(tx, email, { reason, before }))
  })
}
