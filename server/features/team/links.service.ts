import type { Letter } from '#server/platform/mail.ts'
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { type LinkKind, oneTimeLinks, type OneTimeLinkRow } from './team.table.ts'

/** The screen a link opens, by its kind. */
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

/** Makes a link that works once. Only its hash is stored, so it can be shown now and never again. */
export async function createLink(db: Db, publicUrl: string, { hours, ...link }: NewLink): Promise<NewUrl> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + hours * 3_600_000)
  await db.insert(oneTimeLinks).values({ id: newId(), tokenHash: hashToken(token), expiresAt, ...link })
  return { url: `${publicUrl}${screens[link.kind]}?token=${token}`, expiresAt: expiresAt.toISOString() }
}

const usable = (kind: LinkKind, token: string) =>
  and(
    eq(oneTimeLinks.kind, kind),
    eq(oneTimeLinks.tokenHash, hashToken(token)),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, new Date()),
  )

export async function isLinkUsable(db: Db, kind: LinkKind, token: string): Promise<boolean> {
  const [link] = await db.select({ id: oneTimeLinks.id }).from(oneTimeLinks).where(usable(kind, token))
  return link !== undefined
}

const usedUp = () => new Refusal('gone', 'This link was already used or has expired. Ask for a new one.')

/** Returns a link that still works, without using it. */
export async function findLink(db: Db, kind: LinkKind, token: string): Promise<OneTimeLinkRow> {
  const [link] = await db.select().from(oneTimeLinks).where(usable(kind, token))
  if (!link) throw usedUp()
  return link
}

/** Marks the link used and answers it; two people using it at once leave one with a refusal. */
export async function spendLink(tx: Db, kind: LinkKind, token: string): Promise<OneTimeLinkRow> {
  const [link] = await tx.update(oneTimeLinks).set({ usedAt: new Date() }).where(usable(kind, token)).returning()
  if (!link) throw usedUp()
  return link
}

/** Ends every unused link that changes how a person signs in. */
export async function voidCredentialLinks(tx: Db, userId: string): Promise<void> {
  for (const kind of ['password_reset', 'email_change'] as const) await voidLinks(tx, kind, userId)
}

/** Ends the unused links of one kind for one person, so that only the newest works. */
export async function voidLinks(tx: Db, kind: LinkKind, userId: string): Promise<void> {
  await tx
    .update(oneTimeLinks)
    .set({ usedAt: new Date() })
    .where(and(eq(oneTimeLinks.kind, kind), eq(oneTimeLinks.userId, userId), isNull(oneTimeLinks.usedAt)))
}

const hourMs = 3_600_000
/** Letters to one address, and to all that one account asks for. More would fill the mailbox of somebody else. */
const addressPerHour = 3
const accountPerHour = 10
/** Invitations of one firm, wherever they go: nobody sends advertisements through an installation. */
const firmPerDay = 200

type Letters =
  | { kind: 'invitation'; email: string; firmId: string }
  | { kind: 'email_change'; email: string; userId: string }

/** Counts the links of a kind that were made within this time, used ones included. */
export const countLinks = (tx: Db, kind: LinkKind, whose: SQL, withinMs: number): Promise<number> =>
  tx.$count(
    oneTimeLinks,
    and(eq(oneTimeLinks.kind, kind), whose, gt(oneTimeLinks.createdAt, new Date(Date.now() - withinMs))),
  )

/** Throws `too_many` if too many links were mailed lately. Askers take turns until their transactions end. */
export async function requireFewLetters(tx: Db, letters: Letters): Promise<void> {
  const { kind, email } = letters
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('letters', 0))`)
  const count = (whose: SQL, withinMs: number) => countLinks(tx, kind, whose, withinMs)
  const refuse = (most: number, what: string, wait: string) =>
    new Refusal('too_many', `${most} ${what}. Try again ${wait}.`, { retryAfterSeconds: hourMs / 1000 })
  if ((await count(eq(oneTimeLinks.email, email), hourMs)) >= addressPerHour)
    throw refuse(addressPerHour, 'letters were sent to this address within an hour', 'later')
  if (letters.kind === 'email_change') {
    if ((await count(eq(oneTimeLinks.userId, letters.userId), hourMs)) >= accountPerHour)
      throw refuse(accountPerHour, 'letters were sent from your account within an hour', 'later')
  } else if ((await count(eq(oneTimeLinks.firmId, letters.firmId), 24 * hourMs)) >= firmPerDay)
    throw refuse(firmPerDay, 'invitations were sent from your firm today', 'tomorrow')
}

/** "21 November 2026 at 14:05 UTC": a letter is read in any time zone. */
const formatMoment = (iso: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`

type Invited = { to: string; firmName: string; invitedBy: string | null; url: string; expiresAt: string }

/** Asks somebody to join a firm. */
export const invitationLetter = ({ to, firmName, invitedBy, url, expiresAt }: Invited): Letter => ({
  to,
  subject: `Invitation to ${firmName} on Venire`,
  text: [
    `${invitedBy ?? 'An administrator'} invites you to join ${firmName} on Venire.`,
    `Open this link to choose a password. It works once, until ${formatMoment(expiresAt)}:`,
    url,
    'If you do not know this firm, you need do nothing.',
  ].join('\n\n'),
})

/** Lets somebody set a new password. */
export const resetLetter = ({ to, url, expiresAt }: Pick<Invited, 'to' | 'url' | 'expiresAt'>): Letter => ({
  to,
  subject: 'A new password for Venire',
  text: [
    'Somebody asked for a link with which you set a new password for your Venire account.',
    `It works once, until ${formatMoment(expiresAt)}:`,
    url,
    'If it was not you, you need do nothing: your password stays as it is.',
  ].join('\n\n'),
})

/** Proves that a new address is its owner's. */
export const confirmEmailLetter = ({ to, url, expiresAt }: Pick<Invited, 'to' | 'url' | 'expiresAt'>): Letter => ({
  to,
  subject: 'Confirm your e-mail address for Venire',
  text: [
    'Somebody wants to sign in to Venire with this address.',
    `If it was you, open this link to confirm it. It works once, until ${formatMoment(expiresAt)}:`,
    url,
    'If it was not you, you need do nothing.',
  ].join('\n\n'),
})

/** Tells whoever reads the old address, in case it was not they. */
export const emailChangedLetter = ({ to }: Pick<Invited, 'to'>): Letter => ({
  to,
  subject: 'Your e-mail address for Venire was changed',
  text: [
    'Your Venire account now has another e-mail address, and this one no longer signs you in.',
    'If it was not you, tell an administrator of your firm at once.',
  ].join('\n\n'),
})
