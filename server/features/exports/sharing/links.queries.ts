import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ShareAccess, ShareLink } from '#contract/exports/share.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import { shareAccesses, type ShareLinkRow, shareLinks } from '../core/share.table.ts'

/** Whether it gives no more downloads than those that it gave. */
export const isUsedUp = ({ maxDownloads, downloads }: ShareLinkRow): boolean =>
  maxDownloads !== null && downloads >= maxDownloads

/** What would happen to somebody who opens it now. */
export function stateOf(link: ShareLinkRow, now = Date.now()): ShareLink['state'] {
  if (link.revokedAt !== null) return 'revoked'
  if (link.expiresAt.getTime() <= now) return 'expired'
  if (isUsedUp(link)) return 'used_up'
  return link.lockedUntil !== null && link.lockedUntil.getTime() > now ? 'locked' : 'open'
}

const present = (link: ShareLinkRow, createdBy: string): ShareLink => ({
  id: link.id,
  label: link.label,
  recipients: link.recipients,
  hasPassword: link.passwordHash !== null,
  hasEmailCode: link.emailCode,
  state: stateOf(link),
  expiresAt: link.expiresAt.toISOString(),
  downloads: link.downloads,
  maxDownloads: link.maxDownloads,
  createdAt: link.createdAt.toISOString(),
  createdBy,
  lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
})

/** The links of each export, oldest first. */
export async function linksOf(db: Db, exportIds: readonly string[]): Promise<Map<string, ShareLink[]>> {
  const links = new Map<string, ShareLink[]>()
  if (exportIds.length === 0) return links
  const rows = await db
    .select({ link: shareLinks, by: users.name })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
    .where(inArray(shareLinks.exportId, [...exportIds]))
    .orderBy(shareLinks.id)
  for (const { link, by } of rows) {
    links.set(link.exportId, [...(links.get(link.exportId) ?? []), present(link, by)])
  }
  return links
}

export async function linkOf(db: Db, exportId: string, linkId: string): Promise<ShareLink> {
  const link = (await linksOf(db, [exportId])).get(exportId)?.find((each) => each.id === linkId)
  if (!link) throw absent('link')
  return link
}

export async function accessesOf(
  db: Db,
  { exportId, linkId }: { exportId: string; linkId: string },
): Promise<ShareAccess[]> {
  const [link] = await db
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(and(eq(shareLinks.id, linkId), eq(shareLinks.exportId, exportId)))
  if (!link) throw absent('link')
  const rows = await db
    .select()
    .from(shareAccesses)
    .where(eq(shareAccesses.linkId, linkId))
    .orderBy(desc(shareAccesses.id))
    .limit(500)
  return rows.map(({ at, kind, ip, browser, recipient }) => ({ at: at.toISOString(), kind, ip, browser, recipient }))
}
