import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { VideoIntegrity } from '#contract/videos.ts'
import { recordAct, recordAudit } from '#server/features/audit/audit.service.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { users } from '#server/features/team/team.table.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { isMissing } from '#server/platform/isMissing.ts'
import type { Parts } from '#server/platform/parts.ts'
import { defineJob } from '#server/platform/queue.ts'
import type { Context } from '#server/platform/route.ts'
import { requireVideo, type SeenVideo } from './videos.access.ts'
import { mediaChecks, originalKey, type VideoRow, videos } from './videos.table.ts'

/** Re-hashes originals that were not checked for MEDIA_CHECK_DAYS, one after the other. */
export const checkMediaJob = defineJob({
  name: 'media-check',
  payload: z.strictObject({}),
  attempts: 1,
  timeoutSeconds: 24 * 3600,
  heavy: false,
})

type Original = Pick<VideoRow, 'id' | 'firmId' | 'caseId' | 'filename' | 'sha256'>
type Tools = Pick<Parts, 'storage' | 'hasher'> & { db: Db }

const original = {
  id: videos.id,
  firmId: videos.firmId,
  caseId: videos.caseId,
  filename: videos.filename,
  sha256: videos.sha256,
}

/** Hashes a stored original and records the result. True if it is what was received. */
export async function checkOriginal({ db, storage, hasher }: Tools, video: Original): Promise<boolean> {
  const found = await hashOriginal({ storage, hasher }, video)
  await recordCheck(db, video, found)
  return found === video.sha256
}

async function hashOriginal({ storage, hasher }: Omit<Tools, 'db'>, video: Original): Promise<string | null> {
  try {
    const copy = await storage.localCopy(originalKey(video))
    try {
      return await hasher.digest(copy.path)
    } finally {
      await copy.release()
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Records what a check found; a new mismatch is an audit event and a notification to administrators and the case lead. */
export function recordCheck(db: Db, video: Original, found: string | null): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, video.id)).for('no key update')
    if (!row) return
    const [before] = await tx.select().from(mediaChecks).where(eq(mediaChecks.videoId, video.id))
    const integrity = found === video.sha256 ? ('ok' as const) : ('changed' as const)
    const checkedAt = new Date()
    if (before && before.integrity === integrity && before.foundSha256 === found) {
      await tx.update(mediaChecks).set({ checkedAt }).where(eq(mediaChecks.videoId, video.id))
      return
    }
    const fresh = { integrity, checkedAt, foundSha256: found, decidedAt: null, decidedBy: null, reason: null }
    await tx
      .insert(mediaChecks)
      .values({ videoId: video.id, ...fresh })
      .onConflictDoUpdate({ target: mediaChecks.videoId, set: fresh })
    if (integrity === 'ok' && before?.integrity !== 'changed') return
    await recordAudit(tx, {
      firmId: video.firmId,
      actorId: null,
      action: integrity === 'ok' ? 'video.integrity_restored' : 'video.integrity_changed',
      entity: 'video',
      entityId: video.id,
      caseId: video.caseId,
      details: { filename: video.filename, expectedSha256: video.sha256, foundSha256: found },
    })
    if (integrity === 'changed') await notifyChanged(tx, video, found)
  })
}

async function notifyChanged(tx: Db, { id, firmId, caseId, filename }: Original, found: string | null): Promise<void> {
  const { rows } = await tx.execute<{ userId: string }>(sql`select user_id as "userId" from case_access
    where case_id = ${caseId}::uuid and role = 'lead'`)
  await notify(tx, {
    firmId,
    actorId: null,
    topic: 'video.integrity_changed',
    entityId: id,
    type: 'error',
    category: 'video',
    title: 'Stored recording changed',
    message:
      `The stored file of "${filename}" is ${found === null ? 'missing' : 'not what was received'}. ` +
      'Playback and exports are blocked. Restore it from a backup, or decide to go on.',
    action: { url: `/videos/${id}` },
    to: { administrators: true, userIds: rows.map(({ userId }) => userId) },
  })
}

type Check = Pick<typeof mediaChecks.$inferSelect, 'integrity' | 'decidedAt'>

/** Whether a mismatch waits for the decision of the case lead or an administrator. */
export const isBlocked = (check: Check | null | undefined): boolean =>
  check?.integrity === 'changed' && check.decidedAt === null

export const blockedRefusal = (filename: string): Refusal =>
  new Refusal(
    'conflict',
    `The original "${filename}" is no longer what was received. Playback and exports are blocked until the case lead or ` +
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

/** Throws if a recording in scope is known to have changed and nobody decided to go on. */
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

/** Hashes every recording in scope anew before it is exported. Throws as `requireUnblocked` does. */
export async function checkScope(tools: Tools, scope: Scope, signal?: AbortSignal): Promise<void> {
  const found = await tools.db
    .select(original)
    .from(videos)
    .where(and(isInScope(scope), isNull(videos.deletedAt), isNotNull(videos.receivedAt), isNotNull(videos.sha256)))
  for (const video of found) {
    signal?.throwIfAborted()
    await checkOriginal(tools, video)
  }
  await requireUnblocked(tools.db, scope)
}

const isDue = (days: number) =>
  and(
    isNull(videos.deletedAt),
    isNotNull(videos.receivedAt),
    isNotNull(videos.sha256),
    or(isNull(mediaChecks.videoId), lt(mediaChecks.checkedAt, sql`now() - make_interval(secs => ${days * 86_400})`)),
  )

const findDue = (db: Db, days: number) =>
  db
    .select(original)
    .from(videos)
    .leftJoin(mediaChecks, eq(mediaChecks.videoId, videos.id))
    .where(isDue(days))
    .orderBy(sql`${mediaChecks.checkedAt} nulls first`)
    .limit(1)

export const hasDueChecks = async (db: Db, { MEDIA_CHECK_DAYS }: Config): Promise<boolean> =>
  MEDIA_CHECK_DAYS > 0 && (await findDue(db, MEDIA_CHECK_DAYS)).length > 0

/** The job: the recording that waited longest first, until none is due. */
export async function checkDue(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db } = parts.database
  while (!signal.aborted) {
    const [video] = await findDue(db, parts.config.MEDIA_CHECK_DAYS)
    if (!video) return
    if (!(await checkOriginal({ ...parts, db }, video)))
      parts.live.publish({ firmId: video.firmId, nouns: ['videos', 'notifications'] })
  }
}

export type MediaReport = { checked: number; changed: { id: string; filename: string; missing: boolean }[] }

/** Checks every stored original now, or only those named. */
export async function verifyMedia(tools: Tools, ids?: readonly string[]): Promise<MediaReport> {
  const report: MediaReport = { checked: 0, changed: [] }
  const found = await tools.db
    .select(original)
    .from(videos)
    .where(and(isNotNull(videos.receivedAt), isNotNull(videos.sha256), ids ? inArray(videos.id, [...ids]) : undefined))
    .orderBy(videos.id)
  for (const video of found) {
    report.checked += 1
    if (await checkOriginal(tools, video)) continue
    const [check] = await tools.db.select().from(mediaChecks).where(eq(mediaChecks.videoId, video.id))
    report.changed.push({ id: video.id, filename: video.filename, missing: check?.foundSha256 === null })
  }
  return report
}

/** The hash of every stored original by its key, for comparing a backup with. */
export async function listOriginals(db: Db): Promise<[key: string, sha256: string][]> {
  const rows = await db
    .select({ id: videos.id, firmId: videos.firmId, sha256: videos.sha256 })
    .from(videos)
    .where(and(isNotNull(videos.receivedAt), isNotNull(videos.sha256)))
  return rows.map((row) => [originalKey(row), row.sha256!])
}

const mayDecide = (actor: Actor, { caseRole }: SeenVideo): boolean => isAdministrator(actor) || caseRole === 'lead'

export async function readIntegrity(db: Db, actor: Actor, video: SeenVideo): Promise<VideoIntegrity> {
  const decider = alias(users, 'decider')
  const [check] = await db
    .select({ check: mediaChecks, by: decider.name })
    .from(mediaChecks)
    .leftJoin(decider, eq(decider.id, mediaChecks.decidedBy))
    .where(eq(mediaChecks.videoId, video.id))
  const { integrity = 'unchecked', checkedAt, foundSha256, decidedAt, reason } = check?.check ?? {}
  return {
    status: integrity,
    checkedAt: checkedAt?.toISOString() ?? null,
    foundSha256: foundSha256 ?? null,
    isBlocked: isBlocked(check?.check),
    mayDecide: isBlocked(check?.check) && mayDecide(actor, video),
    decision: decidedAt ? { at: decidedAt.toISOString(), by: check?.by ?? null, reason: reason ?? '' } : null,
  }
}

/** Goes on with a changed recording, for a recorded reason. A later change blocks it again. */
export function decideIntegrity({ db, actor, ip }: Context, videoId: string, reason: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'edit')
    if (!mayDecide(actor, video))
      throw new Refusal('not_allowed', 'Only the case lead or an administrator may decide this.')
    const [decided] = await tx
      .update(mediaChecks)
      .set({ decidedAt: new Date(), decidedBy: actor.userId, reason })
      .where(and(eq(mediaChecks.videoId, videoId), eq(mediaChecks.integrity, 'changed'), isNull(mediaChecks.decidedAt)))
      .returning()
    if (!decided) throw new Refusal('conflict', 'This recording is not blocked.')
    await recordAct(tx, {
      actor,
      ip,
      action: 'video.integrity_decided',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
      details: { expectedSha256: video.sha256, foundSha256: decided.foundSha256 },
      reason,
    })
    return { ok: true }
  })
}
