import { and, eq, inArray, lt, sql, type SQL, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { members } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { Permanent } from '#server/platform/queue.ts'
import { tryEach } from '#server/platform/batch.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Parts } from '#server/platform/parts.ts'
import { requireContent, requireSubject } from './exports.access.ts'
import { auditExport, destroyFile, requireQuota } from './exports.service.ts'
import { notifyFailed, notifyReady, notifyExpiring } from './exports.notices.ts'
import { endUnfinished, type ExportRow, exports, shareCodes, shareOpenings } from './exports.table.ts'
import type { MakerProgress } from './maker.ts'

/** Uses the database's clock because workers' clocks differ. */
const now = sql`now()`

const mine = ({ id, claim }: Pick<ExportRow, 'id' | 'claim'>) =>
  and(eq(exports.id, id), eq(exports.claim, claim), eq(exports.status, 'running'))

/** Takes over a dead worker's claim. Returns null if the export was canceled or is done. */
export async function claimExport(db: Db, exportId: string): Promise<ExportRow | null> {
  const [row] = await db
    .update(exports)
    .set({ status: 'running', claim: sql`${exports.claim} + 1`, seenAt: now, progress: 0, step: 'Starting' })
    .where(and(eq(exports.id, exportId), inArray(exports.status, ['queued', 'running'])))
    .returning()
  return row ?? null
}

async function findActor(db: Db, { createdBy, firmId }: ExportRow): Promise<Actor | null> {
  const [found] = await db
    .select({ role: members.role, profession: members.profession })
    .from(members)
    .where(and(eq(members.userId, createdBy), eq(members.firmId, firmId), eq(members.status, 'active')))
  return found ? { ...found, isOperator: false, userId: createdBy, firmId, signInId: '' } : null
}

/** Returns the requester. Throws `Permanent` if they lost access to the firm or the case, or the recording moved. */
export async function requireAllowed(db: Db, row: ExportRow): Promise<Actor> {
  const actor = await findActor(db, row)
  if (!actor) throw new Permanent('The person who requested this export is no longer with the firm.')
  try {
    const { inCase } = await requireSubject(db, actor, row.scope)
    if ((inCase?.id ?? null) !== row.caseId)
      throw new Permanent('The recording moved to another case before the export finished. Export it again.')
    await requireContent(db, actor, inCase, row)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Permanent(
      error.code === 'not_found'
        ? 'The person who requested this export no longer has access to the case.'
        : error.message,
      { cause: error },
    )
  }
  return actor
}

/** Returns false if the claim was lost. The worker must then stop. */
export async function recordExportProgress(db: Db, row: ExportRow, made: MakerProgress): Promise<boolean> {
  const updated = await db
    .update(exports)
    .set({ progress: made.fraction, step: made.step, secondsLeft: made.secondsLeft ?? null, seenAt: now })
    .where(mine(row))
    .returning({ id: exports.id })
  return updated.length > 0
}

function throwPermanent(error: unknown): never {
  throw error instanceof Refusal ? new Permanent(error.message, { cause: error }) : error
}

type Finished = { key: string; sizeBytes: number; sha256: string; manifest: Record<string, unknown> }

/** Returns false if the export was canceled in the meantime. Throws the same errors as `requireAllowed`. */
export function finishExport(
  db: Db,
  config: Pick<Config, 'QUOTA_GB'>,
  row: ExportRow,
  { key, sizeBytes, sha256, manifest }: Finished,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await requireQuota(tx, row, config, sizeBytes, 'lock').catch(throwPermanent)
    await requireAllowed(tx, row)
    const expiresAt =
      row.expiresInHours === null ? null : sql`now() + make_interval(secs => ${row.expiresInHours * 3600})`
    const done = await tx
      .update(exports)
      .set({
        status: 'ready',
        sealedPassword: null,
        sealedLink: null,
        progress: 1,
        step: '',
        secondsLeft: null,
        failure: null,
        fileKey: key,
        sizeBytes,
        sha256,
        manifest: manifest as ExportRow['manifest'],
        readyAt: now,
        expiresAt,
      })
      .where(mine(row))
      .returning({ id: exports.id })
    if (done.length === 0) return false
    await auditExport(tx, { actor: null }, 'export.ready', row, {
      sizeBytes,
      sha256,
      contentSha256: manifest.contentSha256,
    })
    await notifyReady(tx, row)
    return true
  })
}

async function fail(db: Db, row: ExportRow, reason: string, isOurs: SQL | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx
      .update(exports)
      .set({ status: 'failed', failure: reason, ...endUnfinished(row) })
      .where(isOurs)
      .returning({ id: exports.id })
    if (failed.length === 0) return
    await auditExport(tx, { actor: null }, 'export.failed', row, { reason })
    await notifyFailed(tx, row, reason)
  })
}

export const failExport = (db: Db, row: ExportRow, reason: string): Promise<void> => fail(db, row, reason, mine(row))

export async function returnExport(db: Db, row: ExportRow): Promise<void> {
  await db.update(exports).set({ status: 'queued', step: '', progress: 0 }).where(mine(row))
}

export const listSilentExports = (db: Db, forMs: number): Promise<ExportRow[]> =>
  db
    .select()
    .from(exports)
    .where(
      and(
        inArray(exports.status, ['queued', 'running']),
        lt(sql`coalesce(${exports.seenAt}, ${exports.createdAt})`, sql`now() - make_interval(secs => ${forMs / 1000})`),
      ),
    )
    .limit(100)

export function failLostExport(db: Db, row: ExportRow): Promise<void> {
  const unchanged = and(
    eq(exports.id, row.id),
    eq(exports.claim, row.claim),
    inArray(exports.status, ['queued', 'running']),
  )
  return fail(db, row, 'The export was interrupted. Export it again.', unchanged)
}

const batch = 100
const warnHours = 24

/** Without a case or video, nobody could see the export or revoke its links. */
const isOrphan = and(isNull(exports.caseId), isNull(videos.id))

/**
 * Expires exports that are due, orphaned, or from cases that can't be restored anymore, then deletes leftover files.
 * Returns the number of files found. Routes check expiry themselves.
 */
export async function purgeExports(parts: Pick<Parts, 'database' | 'storage' | 'config'>): Promise<number> {
  const { db } = parts.database
  await notifyExpiringExports(db)
  await db.delete(shareOpenings).where(lte(shareOpenings.expiresAt, sql`now()`))
  // Codes that expired within the last hour still count toward the rate limit.
  await db.delete(shareCodes).where(lte(shareCodes.expiresAt, sql`now() - interval '1 hour'`))
  const due = await db
    .select({ row: exports })
    .from(exports)
    .leftJoin(cases, eq(cases.id, exports.caseId))
    .leftJoin(videos, eq(videos.id, exports.videoId))
    .where(
      and(
        eq(exports.status, 'ready'),
        or(
          lte(exports.expiresAt, sql`now()`),
          lt(cases.deletedAt, sql`now() - make_interval(days => ${parts.config.DELETED_KEEP_DAYS})`),
          isOrphan,
        ),
      ),
    )
    .orderBy(exports.id)
    .limit(batch)
  for (const { row } of due) {
    await db.transaction(async (tx) => {
      const ended = await tx
        .update(exports)
        .set({ status: 'expired', endedAt: now })
        .where(and(eq(exports.id, row.id), eq(exports.status, 'ready')))
        .returning({ id: exports.id })
      if (ended.length > 0) await auditExport(tx, { actor: null }, 'export.expired', row)
    })
  }
  const left = await db
    .select({ id: exports.id, key: exports.fileKey })
    .from(exports)
    .where(and(isNotNull(exports.fileKey), sql`${exports.status} not in ('ready', 'running', 'queued')`))
    .limit(batch)
  await tryEach(left, ({ id, key }) => destroyFile(parts, id, key!))
  return left.length
}

async function notifyExpiringExports(db: Db): Promise<void> {
  const rows = await db
    .select()
    .from(exports)
    .where(
      and(
        eq(exports.status, 'ready'),
        isNull(exports.warnedAt),
        sql`${exports.expiresInHours} > ${warnHours}`,
        lte(exports.expiresAt, sql`now() + make_interval(hours => ${warnHours})`),
      ),
    )
    .limit(batch)
  for (const row of rows)
    await db.transaction(async (tx) => {
      await tx.update(exports).set({ warnedAt: now }).where(eq(exports.id, row.id))
      await notifyExpiring(tx, row)
    })
}
