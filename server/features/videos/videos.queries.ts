import { and, asc, eq, gt, inArray, isNull, ne, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { videos, type FileKind, mediaChecks, type VideoFileRow, videoFiles, type VideoRow } from './videos.table.ts'
import { alias } from 'drizzle-orm/pg-core'
import type { Probe } from '#contract/videos/analysis.ts'
import { listOperators } from '#server/features/team/operators.ts'
import { members } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import { absent } from '#server/platform/errors.ts'
import { visibleTo } from './videos.access.ts'

const maxCopies = 10

export function sameBytesAs(
  db: Db,
  actor: Actor,
  { id, sha256 }: { id: string; sha256: string },
): Promise<{ id: string; filename: string }[]> {
  return db
    .select({ id: videos.id, filename: videos.filename })
    .from(videos)
    .where(and(eq(videos.firmId, actor.firmId), eq(videos.sha256, sha256), ne(videos.id, id), visibleTo(actor)))
    .orderBy(asc(videos.id))
    .limit(maxCopies)
}

export type ServedVideo = Pick<
  VideoRow,
  'id' | 'firmId' | 'caseId' | 'filename' | 'sha256' | 'container' | 'durationMs'
>
type ServedCheck = Pick<typeof mediaChecks.$inferSelect, 'integrity' | 'foundSha256' | 'decidedAt' | 'checkedAt'>

/**
 * Loads everything needed to serve bytes in a single query, because a player requests many ranges. Throws `not_found`
 * if the actor can't see the video.
 */
export async function requireServed(
  db: Db,
  actor: Actor,
  videoId: string,
  kind: FileKind,
): Promise<{
  video: ServedVideo
  file: Pick<VideoFileRow, 'key' | 'kind' | 'sha256'> | null
  check: ServedCheck | null
  filmCheck: ServedCheck | null
}> {
  const { id, firmId, caseId, filename, sha256, container, durationMs } = videos
  const filmChecks = alias(mediaChecks, 'film_checks')
  const [found] = await db
    .select({
      video: { id, firmId, caseId, filename, sha256, container, durationMs },
      file: { key: videoFiles.key, kind: videoFiles.kind, sha256: videoFiles.sha256 },
      check: {
        integrity: mediaChecks.integrity,
        foundSha256: mediaChecks.foundSha256,
        decidedAt: mediaChecks.decidedAt,
        checkedAt: mediaChecks.checkedAt,
      },
      filmCheck: {
        integrity: filmChecks.integrity,
        foundSha256: filmChecks.foundSha256,
        decidedAt: filmChecks.decidedAt,
        checkedAt: filmChecks.checkedAt,
      },
    })
    .from(videos)
    .leftJoin(videoFiles, and(eq(videoFiles.videoId, videos.id), eq(videoFiles.kind, kind)))
    .leftJoin(mediaChecks, and(eq(mediaChecks.videoId, videos.id), eq(mediaChecks.kind, 'original')))
    .leftJoin(filmChecks, and(eq(filmChecks.videoId, videos.id), eq(filmChecks.kind, 'proxy')))
    .where(and(eq(videos.id, videoId), visibleTo(actor)))
  if (!found) throw absent('video')
  return found
}

export const listVideoFiles = (db: Db, videoId: string): Promise<VideoFileRow[]> =>
  db.select().from(videoFiles).where(eq(videoFiles.videoId, videoId))

export async function replaceVideoFiles(db: Db, videoId: string, files: VideoFileRow[]): Promise<string[]> {
  const old = await db.delete(videoFiles).where(eq(videoFiles.videoId, videoId)).returning({ key: videoFiles.key })
  if (files.length > 0) await db.insert(videoFiles).values(files)
  if (!files.some(({ kind }) => kind === 'proxy'))
    await db.delete(mediaChecks).where(and(eq(mediaChecks.videoId, videoId), eq(mediaChecks.kind, 'proxy')))
  const kept = new Set(files.map((file) => file.key))
  return old.map((file) => file.key).filter((key) => !kept.has(key))
}

export async function recordMedia(db: Db, videoId: string, probe: Probe): Promise<void> {
  const { video } = probe
  await db
    .update(videos)
    .set({
      container: probe.container.slice(0, 100),
      durationMs: probe.durationMs,
      width: video?.width ?? null,
      height: video?.height ?? null,
      codec: video?.codec ?? probe.audio?.codec ?? null,
      frameRateNumerator: video?.frameRate[0] ?? null,
      frameRateDenominator: video?.frameRate[1] ?? null,
      playsInBrowser: probe.playsInBrowser,
    })
    .where(eq(videos.id, videoId))
}

/** Includes videos that were kept out because the case was archived. */
const isOfCase = (caseId: string) => or(eq(videos.caseId, caseId), eq(videos.keptOutOf, caseId))

export async function deleteVideosOfCase(db: Db, caseId: string, deletedAt: Date): Promise<void> {
  await db
    .update(videos)
    .set({ deletedAt })
    .where(and(isOfCase(caseId), isNull(videos.deletedAt)))
}

export async function hasVideos(db: Db, caseId: string): Promise<boolean> {
  const [one] = await db.select({ id: videos.id }).from(videos).where(isOfCase(caseId)).limit(1)
  return one !== undefined
}

/** Returns administrators and the case's lead. `isInside` is true if they have access to the video. */
export async function listIntegrityRecipients(
  db: Db,
  { firmId, caseId, uploadedBy }: { firmId: string; caseId: string | null; uploadedBy: string | null },
): Promise<{ userId: string; isInside: boolean }[]> {
  const { rows } = await db.execute<{ userId: string; isInside: boolean }>(sql`
    select user_id as "userId", ${caseId}::uuid is null or exists (select from case_access
      where case_access.case_id = ${caseId}::uuid and case_access.user_id = members.user_id) as "isInside"
    from members where firm_id = ${firmId} and status = 'active' and (role = 'administrator' or user_id = ${uploadedBy}::uuid
      or exists (select from case_access
        where case_access.case_id = ${caseId}::uuid and case_access.user_id = members.user_id and role = 'lead'))`)
  return rows
}

const lacksRecentNotice = (firmId: SQLWrapper, topic: string, days: number): SQL =>
  sql`not exists (select from storage_notices where storage_notices.firm_id = ${firmId} and topic = ${topic}
    and sent_at > now() - make_interval(days => ${days}))`

export async function recordStorageNotice(db: Db, firmId: string, topic: string): Promise<void> {
  await db.execute(sql`insert into storage_notices (firm_id, topic) values (${firmId}, ${topic})
    on conflict (firm_id, topic) do update set sent_at = now()`)
}

/** Exports of deleted cases don't count toward the quota, like their videos. */
export const isStoredExport = sql`exports.status = 'ready' and not exists (
  select from cases where cases.id = exports.case_id and cases.deleted_at is not null)`

type DueNotice = { topic: string; repeatDays: number }

export function listFirmsOverQuota(
  db: Db,
  bytes: number,
  { topic, repeatDays }: DueNotice,
): Promise<{ firmId: string; bytes: number }[]> {
  const stored = sql`(
    select firm_id, size_bytes from videos where deleted_at is null
    union all select firm_id, size_bytes from exports where ${isStoredExport}) as stored`
  const firmId = sql<string>`stored.firm_id`
  const used = sql<number>`sum(stored.size_bytes)::float8`
  return db
    .select({ firmId, bytes: used })
    .from(stored)
    .where(lacksRecentNotice(firmId, topic, repeatDays))
    .groupBy(firmId)
    .having(gt(used, bytes))
}

export async function listOperatorsByFirm(
  db: Db,
  config: Pick<Config, 'OPERATOR_EMAILS'>,
  { topic, repeatDays }: DueNotice,
): Promise<{ firmId: string; userIds: string[] }[]> {
  const operators = (await listOperators(db, config)).filter(({ isPending }) => !isPending)
  const userIds = operators.map(({ userId }) => userId)
  return db
    .select({ firmId: members.firmId, userIds: sql<string[]>`array_agg(${members.userId})` })
    .from(members)
    .where(and(inArray(members.userId, userIds), lacksRecentNotice(members.firmId, topic, repeatDays)))
    .groupBy(members.firmId)
}
