import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { type LinkKind, oneTimeLinks, type OneTimeLinkRow } from './links.table.ts'

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
