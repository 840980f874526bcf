import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type inviteMember as inviteEndpoint,
  type Invitation,
  invitationDays,
  type OneTimeLink,
} from '#contract/account/team.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { readFirm } from './members.service.ts'
import { invitationLetter, createLink, requireMailQuota } from './links.service.ts'
import { oneTimeLinks, users } from './team.table.ts'
import { isMember } from './team.queries.ts'

const open = (firmId: string) =>
  and(eq(oneTimeLinks.kind, 'invitation'), eq(oneTimeLinks.firmId, firmId), isNull(oneTimeLinks.usedAt))

export function inviteMember(
  { db, actor, parts, ip }: Context,
  { email, role, profession }: z.output<typeof inviteEndpoint.input>,
): Promise<OneTimeLink> {
  return db.transaction(async (tx) => {
    if (await isMember(tx, actor.firmId, email))
      throw new Refusal(
        'conflict',
        `${email} is already a member of this firm. If they belong to several firms, they can switch to it in the account menu.`,
      )
    const mailed = parts.mailer.isConfigured
    if (mailed) await requireMailQuota(tx, { kind: 'invitation', email, firmId: actor.firmId })
    await tx
      .update(oneTimeLinks)
      .set({ usedAt: new Date() })
      .where(and(open(actor.firmId), eq(oneTimeLinks.email, email)))
    await recordAct(tx, { actor, ip, action: 'member.invited', entity: 'user', details: { email, role, profession } })
    const link = await createLink(tx, publicUrl(parts.config), {
      kind: 'invitation',
      isMailed: mailed,
      hours: invitationDays * 24,
      firmId: actor.firmId,
      email,
      role,
      profession,
      createdBy: actor.userId,
    })
    const { name: firmName } = await readFirm(tx, actor.firmId)
    const [inviter] = await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.userId))
    await parts.mailer.send(
      tx,
      invitationLetter({ to: email, firmName, invitedBy: inviter?.name ?? null, ...link }),
      actor.firmId,
    )
    // Anyone with the link can set the password, so the link isn't shown if it was emailed.
    return { ...link, url: mailed ? null : link.url, mailed }
  })
}

export async function listInvitations(db: Db, actor: Actor): Promise<Invitation[]> {
  const rows = await db
    .select({
      link: oneTimeLinks,
      invitedBy: sql<
        string | null
      >`(select inviter.name from users inviter where inviter.id = ${oneTimeLinks.createdBy})`,
    })
    .from(oneTimeLinks)
    .where(open(actor.firmId))
    .orderBy(desc(oneTimeLinks.id))
    .limit(200)
  return rows.map(({ link, invitedBy }) => ({
    id: link.id,
    email: link.email ?? '',
    role: link.role ?? 'member',
    profession: link.profession ?? 'attorney',
    invitedBy,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    isExpired: link.expiresAt.getTime() <= Date.now(),
  }))
}

export function revokeInvitation({ db, actor, ip }: Context, invitationId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [link] = await tx
      .update(oneTimeLinks)
      .set({ usedAt: new Date() })
      .where(and(open(actor.firmId), eq(oneTimeLinks.id, invitationId)))
      .returning({ email: oneTimeLinks.email })
    if (!link) throw absent('invitation')
    await recordAct(tx, {
      actor,
      ip,
      action: 'member.invitation_revoked',
      entity: 'user',
      details: { email: link.email },
    })
  })
}
