import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { RecordingFile, VideoIntegrity } from '#contract/videos/videos.ts'
import { recordAct, recordAudit } from '#server/features/audit/audit.service.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { users } from '#server/features/team/team.table.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import type { DigestWatch } from '#server/platform/hasher/hasher.ts'
import { isTemporary } from '#server/platform/database/outage.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { defineJob } from '#server/platform/queue.ts'
import type { Context } from '#server/platform/http/route.ts'
import { tryProtect } from '#server/platform/storage.ts'
import { requireVideo, type SeenVideo } from './videos.access.ts'
import { listIntegrityRecipients } from './videos.queries.ts'
import { mediaChecks, originalKey, type VideoFileRow, videoFiles, type VideoRow, videos } from './videos.table.ts'

export const checkMediaJob = defineJob({
  name: 'media-check',
  payload: z.strictObject({ videoId: z.uuid().optional() }),
  attempts: 1,
  timeoutSeconds: 24 * 3600,
  heavy: false,
  lane: 'media',
})

type CheckedVideo = Pick<VideoRow, 'id' | 'firmId' | 'caseId' | 'filename'>
/** `sha256` is null for playback copies that were made before hashes were stored and haven't been checked since. */
type CheckedFile = { video: CheckedVideo; key: string; sha256: string | null; kind: 'original' | 'proxy' }
type Tools = Pick<Parts, 'storage' | 'hasher'> & { db: Db }

const checked = {
  id: videos.id,
  firmId: videos.firmId,
  caseId: videos.caseId,
  filename: videos.filename,
  sha256: videos.sha256,
  sizeBytes: videos.sizeBytes,
  film: { key: videoFiles.key, sha256: videoFiles.sha256, sizeBytes: videoFiles.sizeBytes },
}
type Checked = CheckedVideo &
  Pick<VideoRow, 'sha256' | 'sizeBytes'> & { film: Pick<VideoFileRow, 'key' | 'sha256' | 'sizeBytes'> | null }

const selectChecked = (db: Db) => db.select(checked).from(videos).leftJoin(videoFiles, isFilm).$dynamic()
const isFilm = and(eq(videoFiles.videoId, videos.id), eq(videoFiles.kind, 'proxy'))
const isReceived = and(isNotNull(videos.receivedAt), isNotNull(videos.sha256))

export const toOriginal = (video: CheckedVideo & Pick<VideoRow, 'sha256'>): CheckedFile => ({
  video,
  key: originalKey(video),
  sha256: video.sha256,
  kind: 'original',
})
export const toFilm = (video: CheckedVideo, film: Pick<VideoFileRow, 'key' | 'sha256'>): CheckedFile => ({
  video,
  ...film,
  kind: 'proxy',
})

async function checkVideo({ db, storage, hasher }: Tools, video: Checked, watch: DigestWatch = {}): Promise<boolean> {
  const files = [toOriginal(video), ...(video.film ? [toFilm(video, video.film)] : [])]
  let isWhole = true
  for (const file of files) {
    const before = file.kind === 'proxy' ? video.sizeBytes : 0
    const found = await storage.digest(file.key, hasher, {
      ...watch,
      onBytes: (done) => watch.onBytes?.(before + done),
    })
    isWhole = (await recordCheck(db, file, found)) && isWhole
    if (found !== null && found === file.sha256 && file.kind === 'original') await tryProtect(storage, file.key)
  }
  return isWhole
}

/**
 * Audits a new mismatch and notifies administrators and the case lead, or the uploader if there is no case. Returns true
 * if the file is unchanged.
 */
export function recordCheck(db: Db, file: CheckedFile, found: string | null): Promise<boolean> {
  const { video, kind } = file
  return db.transaction(async (tx) => {
    const { caseId, keptOutOf, uploadedBy } = videos
    const query = tx.select({ caseId, keptOutOf, uploadedBy }).from(videos).where(eq(videos.id, video.id))
    const [row] = await query.for('no key update')
    if (!row) return true
    const expected = kind === 'original' ? file.sha256 : await readFilmHash(tx, file, found)
    if (expected === undefined) return true
    const thisFile = and(eq(mediaChecks.videoId, video.id), eq(mediaChecks.kind, kind))
    const [before] = await tx.select().from(mediaChecks).where(thisFile)
    const integrity = found !== null && found === expected ? ('ok' as const) : ('changed' as const)
    const checkedAt = new Date()
    if (before && before.integrity === integrity && before.foundSha256 === found) {
      await tx.update(mediaChecks).set({ checkedAt }).where(thisFile)
      return integrity === 'ok'
    }
    const fresh = { integrity, checkedAt, foundSha256: found, decidedAt: null, decidedBy: null, reason: null }
    await tx
      .insert(mediaChecks)
      .values({ videoId: video.id, kind, ...fresh })
      .onConflictDoUpdate({ target: [mediaChecks.videoId, mediaChecks.kind], set: fresh })
    if (integrity === 'ok' && before?.integrity !== 'changed') return true
    await recordAudit(tx, {
      firmId: video.firmId,
      actorId: null,
      action: integrity === 'ok' ? 'video.integrity_restored' : 'video.integrity_changed',
      entity: 'video',
      entityId: video.id,
      caseId: row.caseId,
      details: { filename: video.filename, file: storedAs[kind], expectedSha256: expected, foundSha256: found },
    })
    if (integrity === 'changed') await notifyChanged(tx, file, found, row)
    return integrity === 'ok'
  })
}

const storedAs = { original: 'original', proxy: 'film' } as const

/**
 * Returns undefined if the playback copy was replaced. If an older copy has no hash, the first one computed becomes the
 * expected hash.
 */
async function readFilmHash(tx: Db, { video, key }: CheckedFile, found: string | null) {
  const isThis = and(eq(videoFiles.videoId, video.id), eq(videoFiles.kind, 'proxy'), eq(videoFiles.key, key))
  const [film] = await tx.select({ sha256: videoFiles.sha256 }).from(videoFiles).where(isThis)
  if (film && film.sha256 === null && found !== null) await tx.update(videoFiles).set({ sha256: found }).where(isThis)
  return film && (film.sha256 ?? found)
}

/** Administrators outside the case don't get any details. To see them, they must open the case, which is recorded. */
async function notifyChanged(
  tx: Db,
  { video: { id, firmId, filename }, kind }: CheckedFile,
  found: string | null,
  { caseId: inCase, keptOutOf, uploadedBy }: Pick<VideoRow, 'caseId' | 'keptOutOf' | 'uploadedBy'>,
): Promise<void> {
  const caseId = inCase ?? keptOutOf
  const recipients = await listIntegrityRecipients(tx, { firmId, caseId, uploadedBy: inCase ? null : uploadedBy })
  const listIds = (inside: boolean) =>
    recipients.filter(({ isInside }) => isInside === inside).map(({ userId }) => userId)
  const state =
    found === null
      ? 'is missing'
      : kind === 'original'
        ? 'has changed since it was received'
        : 'has changed since it was created'
  const what = kind === 'original' ? `stored file of “${filename}”` : `web version of “${filename}”`
  const remedy =
    kind === 'original' ? 'Restore it from a backup' : 'Reprocess the video, restore the web version from a backup'
  const news = {
    firmId,
    actorId: null,
    topic: 'video.integrity_changed',
    type: 'error',
    category: 'video',
    title: kind === 'original' ? 'Stored recording changed' : 'Web version changed or missing',
  } as const
  await notify(tx, {
    ...news,
    ...{ entityId: id, caseId },
    message: `The ${what} ${state}. Playback and exports are blocked. ${remedy}, or decide to keep using it.`,
    action: { url: `/videos/${id}` },
    to: { userIds: listIds(true) },
  })
  await notify(tx, {
    ...news,
    // Not the video, whose notices follow it to another case.
    entityId: caseId,
    alwaysNotify: true,
    message:
      'A stored recording in a case you don’t belong to has changed. Playback and exports are blocked until the case ' +
      'lead or an administrator decides.',
    action: { url: `/cases/${caseId}` },
    to: { userIds: listIds(false) },
  })
}

type Check = Pick<typeof mediaChecks.$inferSelect, 'integrity' | 'decidedAt'>

export const isBlocked = (check: Check | null | undefined): boolean =>
  check?.integrity === 'changed' && check.decidedAt === null

export const blockedRefusal = (filename: string): Refusal =>
  new Refusal(
    'conflict',
    `The stored recording “${filename}” has changed since it was received. Playback and exports are blocked until the case lead or ` +
      'an administrator decides.',
  )

const isInScope = ({ kind, id }: { kind: 'video' | 'session' | 'case' | 'juror'; id: string }) =>
  ({
    video: sql`videos.id = ${id}`,
    session: sql`videos.id in (select video_id from session_videos where session_id = ${id})`,
    case: sql`videos.case_id = ${id}`,
    juror: sql`videos.case_id = (select case_id from jurors where jurors.id = ${id})`,
  })[kind]

type Scope = Parameters<typeof isInScope>[0]

export async function requireUnblocked(db: Db, scope: Scope): Promise<void> {
  const [blocked] = await db
    .select({ filename: videos.filename })
    .from(videos)
    .innerJoin(mediaChecks, eq(mediaChecks.videoId, videos.id))
    .where(
      and(
        isInScope(scope),
        isNull(videos.deletedAt),
        eq(mediaChecks.integrity, 'changed'),
        isNull(mediaChecks.decidedAt),
      ),
    )
    .limit(1)
  if (blocked) throw blockedRefusal(blocked.filename)
}

type ScopeWatch = { signal?: AbortSignal; onProgress?: (fraction: number) => void }

/**
 * Rehashes every recording in scope before an export and returns the number of recordings. Throws the same errors as
 * `requireUnblocked`.
 */
export async function checkScope(tools: Tools, scope: Scope, { signal, onProgress }: ScopeWatch = {}): Promise<number> {
  const found = await selectChecked(tools.db).where(and(isInScope(scope), isNull(videos.deletedAt), isReceived))
  const countBytes = ({ sizeBytes, film }: Checked) => sizeBytes + (film?.sizeBytes ?? 0)
  const total = found.reduce((sum, each) => sum + countBytes(each), 0)
  let before = 0
  const report = (done: number) => onProgress?.(Math.min(1, done / Math.max(1, total)))
  for (const video of found) {
    signal?.throwIfAborted()
    report(before)
    await checkVideo(tools, video, { signal, onBytes: (done) => report(before + done) })
    before += countBytes(video)
  }
  await requireUnblocked(tools.db, scope)
  return found.length
}

const fileCheck = (kind: 'original' | 'proxy') =>
  sql`(select checked_at from media_checks where video_id = videos.id and media_checks.kind = ${kind})`

const findDue = (db: Db, days: number, except: readonly string[] = []) => {
  const before = sql`now() - make_interval(secs => ${days * 86_400})`
  const [original, film] = [fileCheck('original'), fileCheck('proxy')]
  return selectChecked(db)
    .where(
      and(
        isNull(videos.deletedAt),
        isReceived,
        notInArray(videos.id, [...except]),
        or(
          sql`coalesce(${original} < ${before}, true)`,
          and(isNotNull(videoFiles.key), sql`coalesce(${film} < ${before}, true)`),
        ),
      ),
    )
    .orderBy(sql`${original} nulls first`)
    .limit(1)
}

export const hasDueChecks = async (db: Db, { MEDIA_CHECK_DAYS }: Config): Promise<boolean> =>
  MEDIA_CHECK_DAYS > 0 && (await findDue(db, MEDIA_CHECK_DAYS)).length > 0

export async function checkDue(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db } = parts.database
  // A file that can't be read must not keep the others from being checked.
  const unreadable = new Map<string, unknown>()
  while (!signal.aborted) {
    const [video] = await findDue(db, parts.config.MEDIA_CHECK_DAYS, [...unreadable.keys()])
    if (!video) break
    try {
      if (!(await checkVideo({ ...parts, db }, video))) publishCheck(parts, video)
    } catch (error) {
      if (signal.aborted || isTemporary(error)) throw error
      unreadable.set(video.id, error)
    }
  }
  if (unreadable.size > 0)
    throw new AggregateError(unreadable.values(), `Can’t read the recordings ${[...unreadable.keys()].join(', ')}`)
}

export async function checkOne(parts: Parts, videoId: string): Promise<void> {
  const [video] = await selectChecked(parts.database.db).where(
    and(eq(videos.id, videoId), isNull(videos.deletedAt), isReceived),
  )
  if (!video) return
  await checkVideo({ ...parts, db: parts.database.db }, video)
  publishCheck(parts, video)
}

const publishCheck = ({ live }: Parts, { firmId }: Checked): void =>
  live.publish({ firmId, nouns: ['videos', 'notifications'] })

const recheckAfterMs = 86_400_000

/** A partial download that doesn't reach the end of the file isn't hashed while it's sent. */
export async function checkAfterPart(
  { database, queue }: Parts,
  { id, firmId }: Pick<VideoRow, 'id' | 'firmId'>,
  check: Pick<typeof mediaChecks.$inferSelect, 'checkedAt'> | null,
): Promise<void> {
  if (check && Date.now() - check.checkedAt.getTime() < recheckAfterMs) return
  await queue.send(database.db, checkMediaJob, { videoId: id }, { key: `media-check:${id}`, firmId })
}

type ChangedFile = { id: string; filename: string; file: RecordingFile; missing: boolean }
export type MediaReport = { checked: number; changed: ChangedFile[] }

export async function verifyMedia(tools: Tools, ids?: readonly string[]): Promise<MediaReport> {
  const report: MediaReport = { checked: 0, changed: [] }
  const found = await selectChecked(tools.db)
    .where(and(isReceived, ids ? inArray(videos.id, [...ids]) : undefined))
    .orderBy(videos.id)
  for (const video of found) {
    report.checked += 1
    if (await checkVideo(tools, video)) continue
    for (const { kind, foundSha256 } of await findChanged(tools.db, video.id))
      report.changed.push({
        id: video.id,
        filename: video.filename,
        file: storedAs[kind],
        missing: foundSha256 === null,
      })
  }
  return report
}

const findChanged = (db: Db, videoId: string) =>
  db
    .select()
    .from(mediaChecks)
    .where(and(eq(mediaChecks.videoId, videoId), eq(mediaChecks.integrity, 'changed')))
    .orderBy(mediaChecks.kind)

export async function listHashes(db: Db): Promise<[key: string, sha256: string][]> {
  const rows = await selectChecked(db).where(isReceived)
  return rows.flatMap(({ film, ...row }) => [
    [originalKey(row), row.sha256!] as [string, string],
    ...(film?.sha256 ? [[film.key, film.sha256] as [string, string]] : []),
  ])
}

const mayDecide = (actor: Actor, { caseRole }: SeenVideo): boolean => isAdministrator(actor) || caseRole === 'lead'

export async function readIntegrity(db: Db, actor: Actor, video: SeenVideo): Promise<VideoIntegrity> {
  const decider = alias(users, 'decider')
  const rows = await db
    .select({ check: mediaChecks, by: decider.name })
    .from(mediaChecks)
    .leftJoin(decider, eq(decider.id, mediaChecks.decidedBy))
    .where(eq(mediaChecks.videoId, video.id))
    .orderBy(mediaChecks.kind)
  const [film] = await db
    .select({ key: videoFiles.key })
    .from(videoFiles)
    .where(and(eq(videoFiles.videoId, video.id), eq(videoFiles.kind, 'proxy')))
  const changed = rows.filter(({ check }) => check.integrity === 'changed')
  const isUnchecked = rows.length < (film ? 2 : 1)
  const waiting = changed.some(({ check }) => isBlocked(check))
  const [decided] = changed.filter(({ check }) => check.decidedAt !== null)
  return {
    status: changed.length > 0 ? 'changed' : isUnchecked ? 'unchecked' : 'ok',
    checkedAt: isUnchecked ? null : new Date(Math.min(...rows.map(({ check }) => +check.checkedAt))).toISOString(),
    foundSha256: rows.find(({ check }) => check.kind === 'original')?.check.foundSha256 ?? null,
    changed: changed.map(({ check }) => ({ file: storedAs[check.kind], isMissing: check.foundSha256 === null })),
    isBlocked: waiting,
    mayDecide: waiting && mayDecide(actor, video),
    decision: decided
      ? { at: decided.check.decidedAt!.toISOString(), by: decided.by, reason: decided.check.reason ?? '' }
      : null,
  }
}

export function decideIntegrity({ db, actor, ip }: Context, videoId: string, reason: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'edit')
    if (!mayDecide(actor, video))
      throw new Refusal('not_allowed', 'Only the case lead or an administrator can decide this.')
    const decided = await tx
      .update(mediaChecks)
      .set({ decidedAt: new Date(), decidedBy: actor.userId, reason })
      .where(and(eq(mediaChecks.videoId, videoId), eq(mediaChecks.integrity, 'changed'), isNull(mediaChecks.decidedAt)))
      .returning()
    if (decided.length === 0) throw new Refusal('conflict', 'This recording isn’t blocked.')
    await recordAct(tx, {
      actor,
      ip,
      action: 'video.integrity_decided',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
      details: { files: decided.map(({ kind, foundSha256 }) => ({ file: storedAs[kind], foundSha256 })) },
      reason,
    })
    return { ok: true }
  })
}
