import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { Export, ExportDetail } from '#contract/exports/exports.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { users } from '#server/features/team/team.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { mayWith, type SeenExport } from './exports.access.ts'
import { exportDownloads, type ExportRow, exports } from './exports.table.ts'
import { readPolicy } from './policy.service.ts'
import { linksOf } from '../sharing/links.queries.ts'

type Listed = { row: ExportRow; createdByName: string; downloads: number; filmTitle: string | null }

async function select(db: Db, where: SQL | undefined, limit: number): Promise<Listed[]> {
  return db
    .select({
      row: exports,
      createdByName: users.name,
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
const columnOf = { case: exports.caseId, session: exports.sessionId, video: exports.videoId }

/** A page, newest first. The caller has checked that the actor may export from the place. */
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
      eq(columnOf[place.kind], place.id),
      eq(exports.firmId, actor.firmId),
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

export async function exportOf(db: Db, actor: Actor, { row, inCase }: SeenExport): Promise<Export> {
  const [shown] = await present(db, actor, inCase, await select(db, eq(exports.id, row.id), 1))
  return shown!
}

export async function exportDetailOf(db: Db, actor: Actor, seen: SeenExport): Promise<ExportDetail> {
  const downloadList = await db
    .select({
      at: exportDownloads.at,
      by: sql<string>`coalesce(${users.name}, 'by link')`,
      ip: exportDownloads.ip,
      byLink: sql<boolean>`${exportDownloads.userId} is null`,
    })
    .from(exportDownloads)
    .leftJoin(users, eq(users.id, exportDownloads.userId))
    .where(eq(exportDownloads.exportId, seen.row.id))
    .orderBy(desc(exportDownloads.id))
    .limit(200)
  // One read for both: between two the file may have become ready.
  const listed = await select(db, eq(exports.id, seen.row.id), 1)
  const [shown] = await present(db, actor, seen.inCase, listed)
  const { manifest } = listed[0]!.row
  return {
    ...shown!,
    manifest,
    recordings: await recordingsOf(db, seen.row.firmId, manifest),
    downloadList: downloadList.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
  }
}

const Inputs = z.object({ inputs: z.array(z.object({ videoId: Id, sha256: z.string().nullable() })) })

async function recordingsOf(
  db: Db,
  firmId: string,
  manifest: ExportDetail['manifest'],
): Promise<ExportDetail['recordings']> {
  const inputs = Inputs.safeParse(manifest).data?.inputs ?? []
  if (inputs.length === 0) return []
  const ids = inputs.map(({ videoId }) => videoId)
  const named = await db
    .select({ id: videos.id, filename: videos.filename })
    .from(videos)
    .where(and(inArray(videos.id, ids), eq(videos.firmId, firmId), isNull(videos.deletedAt)))
  const names = new Map(named.map(({ id, filename }) => [id, filename]))
  return inputs.map(({ videoId, sha256 }) => ({ videoId, sha256, filename: names.get(videoId) ?? null }))
}

async function present(db: Db, actor: Actor, inCase: SeenCase | null, rows: Listed[]): Promise<Export[]> {
  const { allowLinks } = await readPolicy(db, actor.firmId)
  const links = await linksOf(
    db,
    rows.map(({ row }) => row.id),
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
    may: mayWith(actor, row, inCase, allowLinks),
  }))
}

/** Those that a worker may be writing. */
export async function liveExportIds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: exports.id })
    .from(exports)
    .where(inArray(exports.status, ['queued', 'running']))
  return rows.map(({ id }) => id)
}
