import type { Letter } from '#server/platform/mail.ts'
import { and, eq, gt, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { type LinkKind, oneTimeLinks, type OneTimeLinkRow } from './team.table.ts'
import { lockName } from '#server/platform/lease.ts'

const screens: Record<LinkKind, string> = {
  new_firm: '/sign-up',
  invitation: '/invitation',
  password_reset: '/reset',
  email_change: '/confirm-email',
}

type NewLink = Partial<
  Pick<OneTimeLinkRow, 'firmId' | 'userId' | 'email' | 'role' | 'profession' | 'createdBy' | 'isMailed'>
> & {
  kind: LinkKind
  hours: number
}

type NewUrl = { url: string; expiresAt: string }

export async function createLink(db: Db, publicUrl: string, { hours, ...link }: NewLink): Promise<NewUrl> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + hours * 3_600_000)
  await db.insert(oneTimeLinks).values({ id: newId(), tokenHash: hashToken(token), expiresAt, ...link })
  return { url: `${publicUrl}${screens[link.kind]}?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/** The administrator may have lost the role while the link was being created. */
const isCreatorAdministrator = sql`exists (select from members where members.user_id = ${oneTimeLinks.createdBy}
  and members.role = 'administrator' and members.status = 'active' and (members.firm_id = ${oneTimeLinks.firmId}
    or exists (select from members theirs where theirs.firm_id = members.firm_id and theirs.user_id = ${oneTimeLinks.userId})))`

/**
 * Whether the person is on a case that the administrator could open only with a reason. Counts deleted cases, because
 * an administrator can restore them.
 */
export const isBehindWall = (userId: SQLWrapper | string, administratorId: SQLWrapper | string) => sql<boolean>`exists (
  select from case_members theirs where theirs.user_id = ${userId}
    and (theirs.expires_at is null or theirs.expires_at > now())
    and not exists (select from case_members own where own.case_id = theirs.case_id and own.user_id = ${administratorId}
      and (own.role <> 'viewer' or own.break_glass_reason is null)
      and (own.expires_at is null or own.expires_at > now())))`

const usable = (kind: LinkKind, token: string) =>
  and(
    eq(oneTimeLinks.kind, kind),
    eq(oneTimeLinks.tokenHash, hashToken(token)),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, new Date()),
    or(
      isNull(oneTimeLinks.createdBy),
      and(eq(oneTimeLinks.kind, 'password_reset'), oneTimeLinks.isMailed),
      and(isCreatorAdministrator, not(isBehindWall(oneTimeLinks.userId, oneTimeLinks.createdBy))),
    ),
  )

export async function isLinkUsable(db: Db, kind: LinkKind, token: string): Promise<boolean> {
  const [link] = await db.select({ id: oneTimeLinks.id }).from(oneTimeLinks).where(usable(kind, token))
  return link !== undefined
}

export const usedUp = () => new Refusal('gone', 'This link was already used or has expired. Ask for a new one.')

export async function findLink(db: Db, kind: LinkKind, token: string): Promise<OneTimeLinkRow> {
  const [link] = await db.select().from(oneTimeLinks).where(usable(kind, token))
  if (!link) throw usedUp()
  return link
}

export async function consumeLink(tx: Db, kind: LinkKind, token: string): Promise<OneTimeLinkRow> {
  const [link] = await tx.update(oneTimeLinks).set({ usedAt: new Date() }).where(usable(kind, token)).returning()
  if (!link) throw usedUp()
  return link
}

export async function voidCredentialLinks(tx: Db, userId: string): Promise<void> {
  for (const kind of ['password_reset', 'email_change'] as const) await voidLinks(tx, kind, userId)
}

export async function voidLinks(tx: Db, kind: LinkKind, userId: string): Promise<void> {
  await tx
    .update(oneTimeLinks)
    .set({ usedAt: new Date() })
    .where(and(eq(oneTimeLinks.kind, kind), eq(oneTimeLinks.userId, userId), isNull(oneTimeLinks.usedAt)))
}

/**
 * Ends a former administrator's invitations, and the reset links that they saw. With either, they could sign in again
 * as someone else.
 */
export async function voidLinksBy(tx: Db, { firmId, userId }: { firmId: string; userId: string }): Promise<number> {
  const ended = await tx
    .update(oneTimeLinks)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(oneTimeLinks.createdBy, userId),
        isNull(oneTimeLinks.usedAt),
        or(
          and(eq(oneTimeLinks.kind, 'invitation'), eq(oneTimeLinks.firmId, firmId)),
          and(
            eq(oneTimeLinks.kind, 'password_reset'),
            eq(oneTimeLinks.isMailed, false),
            sql`exists (select from members where members.user_id = ${oneTimeLinks.userId} and members.firm_id = ${firmId})`,
          ),
        ),
      ),
    )
    .returning({ id: oneTimeLinks.id })
  return ended.length
}

const hourMs = 3_600_000
const addressPerHour = 3
const accountPerHour = 10
const firmPerDay = 200

type Letters =
  | { kind: 'invitation'; email: string; firmId: string }
  | { kind: 'email_change'; email: string; userId: string }

export const countLinks = (tx: Db, kind: LinkKind, whose: SQL, withinMs: number): Promise<number> =>
  tx.$count(
    oneTimeLinks,
    and(eq(oneTimeLinks.kind, kind), whose, gt(oneTimeLinks.createdAt, new Date(Date.now() - withinMs))),
  )

/** Throws `too_many` if too many links were emailed recently. Holds a lock until the transaction ends. */
export async function requireMailQuota(tx: Db, letters: Letters): Promise<void> {
  const { kind, email } = letters
  await lockName(tx, 'letters')
  const count = (whose: SQL, withinMs: number) => countLinks(tx, kind, whose, withinMs)
  const refuse = (most: number, what: string, wait: string) =>
    new Refusal('too_many', `${most} ${what}. Try again ${wait}.`, { retryAfterSeconds: hourMs / 1000 })
  if ((await count(eq(oneTimeLinks.email, email), hourMs)) >= addressPerHour)
    throw refuse(addressPerHour, 'emails were already sent to this address in the last hour', 'later')
  if (letters.kind === 'email_change') {
    if ((await count(eq(oneTimeLinks.userId, letters.userId), hourMs)) >= accountPerHour)
      throw refuse(accountPerHour, 'emails were already sent from your account in the last hour', 'later')
  } else if ((await count(eq(oneTimeLinks.firmId, letters.firmId), 24 * hourMs)) >= firmPerDay)
    throw refuse(firmPerDay, 'invitations were already sent from your firm today', 'tomorrow')
}

const formatMoment = (iso: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`

type Invited = { to: string; firmName: string; invitedBy: string | null; url: string; expiresAt: string }

export const invitationLetter = ({ to, firmName, invitedBy, url, expiresAt }: Invited): Letter => ({
  to,
  subject: `Join ${firmName} on Venire`,
  text: [
    `${invitedBy ?? 'An administrator'} invited you to join ${firmName} on Venire.`,
    `Open this link to choose a password. It works once and expires on ${formatMoment(expiresAt)}:`,
    url,
    'If you don’t know this firm, ignore this email.',
  ].join('\n\n'),
})

export const resetLetter = ({ to, url, expiresAt }: Pick<Invited, 'to' | 'url' | 'expiresAt'>): Letter => ({
  to,
  subject: 'Reset your Venire password',
  text: [
    'Someone requested a password reset for your Venire account.',
    `To set a new password, open this link. It works once and expires on ${formatMoment(expiresAt)}:`,
    url,
    'If this wasn’t you, ignore this email. Your password won’t change.',
  ].join('\n\n'),
})

export const confirmEmailLetter = ({ to, url, expiresAt }: Pick<Invited, 'to' | 'url' | 'expiresAt'>): Letter => ({
  to,
  subject: 'Confirm your email address for Venire',
  text: [
    'Someone asked to use this address to sign in to Venire.',
    `If this was you, open this link to confirm. It works once and expires on ${formatMoment(expiresAt)}:`,
    url,
    'If this wasn’t you, ignore this email.',
  ].join('\n\n'),
})

/** Sent to the old address in case its owner didn't request the change. */
export const emailChangedLetter = ({ to }: Pick<Invited, 'to'>): Letter => ({
  to,
  subject: 'Your Venire email address was changed',
  text: [
    'Your Venire account now uses a different email address. You can no longer sign in with this one.',
    'If this wasn’t you, tell a firm administrator right away.',
  ].join('\n\n'),
})
