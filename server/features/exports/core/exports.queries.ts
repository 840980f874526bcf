import { and, desc, eq, inArray, isNull, lt, type SQL, sql, gt, isNotNull, or } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { Export, ExportDetail } from '#contract/exports/exports.ts'
import { caseRule } from '#contract/account/permissions.ts'
import { defaultExportPolicy } from '#contract/exports/policy.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { users } from '#server/features/team/team.table.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { ShareAccess, ShareLink } from '#contract/exports/share.ts'
import { absent } from '#server/platform/errors.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { hashToken } from '#server/platform/ids.ts'
import { getRights, mayRevokeLink, type SeenExport, readPolicy } from './exports.access.ts'
import {
  exportDownloads,
  type ExportRow,
  exports,
  shareAccesses,
  type ShareLinkRow,
  shareLinks,
} from './exports.table.ts'

type Listed = { row: ExportRow; createdByName: string; downloads: number; filmTitle: string | null }

async function select(db: Db, where: SQL | undefined, limit: number): Promise<Listed[]> {
  return db
    .select({
      row: exports,
      createdByName: selectShownName('users', exports.firmId),
      downloads: sql<number>`(select count(*)::int from export_downloads where export_downloads.export_id = exports.id)`,
      filmTitle: sql<string | null>`(select film.title from exports film where film.id = exports.film_id)`,
    })
    .from(exports)
    .innerJoin(users, eq(users.id, exports.createdBy))
    .where(where)
    .orderBy(desc(exports.id))
    .limit(limit)
}

type Place = { kind: 'case' | 'session' | 'video'; id: string }
type Page = {
  limit: number
  cursor?: string | undefined
  status?: Export['status'] | undefined
  type?: Export['type'] | undefined
}
const columnByPlace = { case: exports.caseId, session: exports.sessionId, video: exports.videoId }

export async function listExports(
  db: Db,
  actor: Actor,
  inCase: SeenCase | null,
  place: Place,
  { limit, cursor, status, type }: Page,
): Promise<{ list: Export[]; nextCursor: string | null }> {
  const isId = /^[0-9a-f-]{36}$/.test(cursor ?? '')
  const rows = await select(
    db,
    and(
      eq(columnByPlace[place.kind], place.id),
      eq(exports.firmId, actor.firmId),
      // A video may have moved here from a case that the actor can't see.
      or(isNull(exports.caseId), inCase ? eq(exports.caseId, inCase.id) : undefined),
      status && eq(exports.status, status),
      type && eq(exports.type, type),
      isId ? lt(exports.id, cursor!) : undefined,
    ),
    limit + 1,
  )
  const shown = rows.slice(0, limit)
  const list = await present(db, actor, inCase, shown)
  return { list, nextCursor: rows.length > limit ? (shown.at(-1)?.row.id ?? null) : null }
}

export async function readExport(db: Db, actor: Actor, { row, inCase }: SeenExport): Promise<Export> {
  const [shown] = await present(db, actor, inCase, await select(db, eq(exports.id, row.id), 1))
  return shown!
}

export async function readExportDetail(db: Db, actor: Actor, seen: SeenExport): Promise<ExportDetail> {
  const downloadList = await db
    .select({
      at: exportDownloads.at,
      by: sql<string>`coalesce(${selectShownName('users', actor.firmId)}, 'by link')`,
      ip: exportDownloads.ip,
      byLink: sql<boolean>`${exportDownloads.userId} is null`,
    })
    .from(exportDownloads)
    .leftJoin(users, eq(users.id, exportDownloads.userId))
    .where(eq(exportDownloads.exportId, seen.row.id))
    .orderBy(desc(exportDownloads.id))
    .limit(200)
  // Get the export and its manifest from the same row because the file may become ready between two reads.
  const listed = await select(db, eq(exports.id, seen.row.id), 1)
  const [shown] = await present(db, actor, seen.inCase, listed)
  const { manifest } = listed[0]!.row
  return {
    ...shown!,
    manifest,
    recordings: await readRecordings(db, actor, manifest),
    downloadList: downloadList.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
  }
}

const Inputs = z.object({ inputs: z.array(z.object({ videoId: Id, sha256: z.string().nullable() })) })

/** A recording may have moved to a case that the actor can't see. */
async function readRecordings(
  db: Db,
  actor: Actor,
  manifest: ExportDetail['manifest'],
): Promise<ExportDetail['recordings']> {
  const inputs = Inputs.safeParse(manifest).data?.inputs ?? []
  if (inputs.length === 0) return []
  const ids = inputs.map(({ videoId }) => videoId)
  const named = await db
    .select({ id: videos.id, filename: videos.filename })
    .from(videos)
    .where(and(inArray(videos.id, ids), visibleTo(actor)))
  const names = new Map(named.map(({ id, filename }) => [id, filename]))
  return inputs.map(({ videoId, sha256 }) => ({ videoId, sha256, filename: names.get(videoId) ?? null }))
}

async function present(db: Db, actor: Actor, inCase: SeenCase | null, rows: Listed[]): Promise<Export[]> {
  const { allowLinks } = await readPolicy(db, actor.firmId)
  const links = await listLinks(
    db,
    actor,
    rows.map(({ row }) => ({ row, inCase })),
  )
  return rows.map(({ row, createdByName, downloads, filmTitle }) => ({
    id: row.id,
    caseId: row.caseId,
    sessionId: row.sessionId,
    videoId: row.videoId,
    type: row.type,
    template: row.template,
    title: row.title,
    scope: row.scope,
    filters: row.filters,
    options: row.options,
    hasPassword: row.hasPassword,
    neverLinked: row.neverLinked,
    film: row.filmId === null ? null : { exportId: row.filmId, title: filmTitle ?? '' },
    status: row.status,
    progress:
      row.status === 'running' ? { fraction: row.progress, step: row.step, secondsLeft: row.secondsLeft } : null,
    failure: row.failure,
    filename: row.filename,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    createdAt: row.createdAt.toISOString(),
    createdBy: createdByName,
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    downloads,
    links: links.get(row.id) ?? [],
    may: getRights(actor, row, inCase, allowLinks),
  }))
}

export async function listLiveExportIds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: exports.id })
    .from(exports)
    .where(inArray(exports.status, ['queued', 'running']))
  return rows.map(({ id }) => id)
}

export const isUsedUp = ({ maxDownloads, downloads }: ShareLinkRow): boolean =>
  maxDownloads !== null && downloads >= maxDownloads

export function getLinkState(link: ShareLinkRow, isServed: boolean, now = Date.now()): ShareLink['state'] {
  if (link.revokedAt !== null) return 'revoked'
  if (link.expiresAt.getTime() <= now) return 'expired'
  if (!isServed) return 'unavailable'
  if (isUsedUp(link)) return 'used_up'
  return link.lockedUntil !== null && link.lockedUntil.getTime() > now ? 'locked' : 'open'
}

type LinkFacts = { isServed: boolean; isRevocable: boolean }

const presentLink = (link: ShareLinkRow, createdBy: string, { isServed, isRevocable }: LinkFacts): ShareLink => ({
  id: link.id,
  label: link.label,
  recipients: link.recipients,
  hasPassword: link.passwordHash !== null,
  hasEmailCode: link.emailCode,
  state: getLinkState(link, isServed),
  mayRevoke: isRevocable && link.revokedAt === null,
  expiresAt: link.expiresAt.toISOString(),
  downloads: link.downloads,
  maxDownloads: link.maxDownloads,
  createdAt: link.createdAt.toISOString(),
  createdBy,
  lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
})

const selectPolicy = (column: SQL) =>
  sql`(select ${column} from export_policies where export_policies.firm_id = ${exports.firmId})`

/** For queries that join the export, its video, and the case of either. */
const isServed = and(
  isNull(shareLinks.revokedAt),
  gt(shareLinks.expiresAt, sql`now()`),
  eq(exports.status, 'ready'),
  eq(exports.neverLinked, false),
  or(isNull(exports.expiresAt), gt(exports.expiresAt, sql`now()`)),
  // An export without a case belongs to its video. If the video were deleted, no one could revoke the link.
  or(isNotNull(exports.caseId), and(isNotNull(videos.id), isNull(videos.deletedAt))),
  or(isNotNull(cases.id), and(isNull(exports.caseId), isNull(videos.caseId))),
  isNull(cases.deletedAt),
  // The person may have left the firm while the link was being created.
  sql`exists (select from members where members.user_id = ${shareLinks.createdBy}
    and members.firm_id = ${exports.firmId} and members.status = 'active')`,
  // The person may have left the case, or lost the role that may share.
  sql`(${cases.id} is null or exists (select from case_access where case_access.case_id = ${cases.id}
    and case_access.user_id = ${shareLinks.createdBy}
    and case_access.role = any(${sql.param([...caseRule('shareExports').roles])}::text[])))`,
  // The jury may have become anonymous since the export.
  sql`not (coalesce(${cases.confidentiality}, '') = 'anonymous_jury' and not
    ((${exports.options}->>'redactNames')::boolean and (${exports.options}->>'redactEmployers')::boolean))`,
  sql`coalesce(${selectPolicy(sql`allow_links`)}, true)`,
  // The firm may have tightened its policy since the link was created.
  sql`(${shareLinks.passwordHash} is not null or not coalesce(${selectPolicy(sql`password_required`)}, false))`,
  sql`${shareLinks.createdAt} > now() - make_interval(days => coalesce(${selectPolicy(sql`max_expiry_days`)}, ${defaultExportPolicy.maxExpiryDays}))`,
)

export async function listLinks(db: Db, actor: Actor, seen: readonly SeenExport[]): Promise<Map<string, ShareLink[]>> {
  const links = new Map<string, ShareLink[]>()
  const byId = new Map(seen.map((each) => [each.row.id, each]))
  if (byId.size === 0) return links
  const rows = await db
    .select({
      link: shareLinks,
      by: selectShownName('users', actor.firmId),
      served: sql<boolean>`coalesce(${isServed}, false)`,
    })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
    .innerJoin(exports, eq(exports.id, shareLinks.exportId))
    .leftJoin(videos, eq(videos.id, exports.videoId))
    .leftJoin(cases, eq(cases.id, sql`coalesce(${exports.caseId}, ${videos.caseId})`))
    .where(inArray(shareLinks.exportId, [...byId.keys()]))
    .orderBy(shareLinks.id)
  for (const { link, by, served } of rows) {
    const isRevocable = mayRevokeLink(actor, byId.get(link.exportId)!, link)
    const shown = presentLink(link, by, { isServed: served, isRevocable })
    links.set(link.exportId, [...(links.get(link.exportId) ?? []), shown])
  }
  return links
}

export async function readLink(db: Db, actor: Actor, seen: SeenExport, linkId: string): Promise<ShareLink> {
  const link = (await listLinks(db, actor, [seen])).get(seen.row.id)?.find((each) => each.id === linkId)
  if (!link) throw absent('link')
  return link
}

export async function listAccesses(
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

export type Shared = { link: ShareLinkRow; row: ExportRow & { fileKey: string; sha256: string } }

/**
 * Returns an open link with its file. Returns null for unknown, expired, revoked, and orphaned links alike so that
 * visitors can't tell them apart.
 */
export async function findShared(db: Db, token: string): Promise<Shared | null> {
  const [found] = await db
    .select({ link: shareLinks, row: exports })
    .from(shareLinks)
    .innerJoin(exports, eq(exports.id, shareLinks.exportId))
    .leftJoin(videos, eq(videos.id, exports.videoId))
    .leftJoin(cases, eq(cases.id, sql`coalesce(${exports.caseId}, ${videos.caseId})`))
    .where(and(eq(shareLinks.tokenHash, hashToken(token)), isServed))
  if (!found || found.row.fileKey === null || found.row.sha256 === null) return null
  return { link: found.link, row: { ...found.row, fileKey: found.row.fileKey, sha256: found.row.sha256 } }
}
