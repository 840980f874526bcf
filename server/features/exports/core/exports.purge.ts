import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { cases } from '#server/features/cases/cases.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import { tellExpiring } from './exports.notices.ts'
import { auditExport, destroyFile } from './exports.service.ts'
import { exports } from './exports.table.ts'
import { shareCodes, shareOpenings } from './share.table.ts'

/** So many at a time: the next upkeep, a minute later, takes the rest. */
const batch = 100
const warnHours = 24

/** Of a video without a case, which is gone: nobody sees it any more, or could revoke its links. */
const isOrphan = and(isNull(exports.caseId), or(isNull(videos.id), isNotNull(videos.deletedAt)))

/**
 * Ends the exports whose time has come, or whose case or caseless video was deleted, and destroys their files and those that were left
 * behind. Answers how many files were destroyed. No byte route waits for it: each looks at the time itself.
 */
export async function purgeExports(parts: Pick<Parts, 'database' | 'storage'>): Promise<number> {
  const { db } = parts.database
  await warnOfExpiry(db)
  await db.delete(shareOpenings).where(lte(shareOpenings.expiresAt, sql`now()`))
  // Kept as long as their number counts against the next letter.
  await db.delete(shareCodes).where(lte(shareCodes.expiresAt, sql`now() - interval '1 hour'`))
  const due = await db
    .select({ row: exports })
    .from(exports)
    .leftJoin(cases, eq(cases.id, exports.caseId))
    .leftJoin(videos, eq(videos.id, exports.videoId))
    .where(
      and(eq(exports.status, 'ready'), or(lte(exports.expiresAt, sql`now()`), isNotNull(cases.deletedAt), isOrphan)),
    )
    .orderBy(exports.id)
    .limit(batch)
  for (const { row } of due) {
    await db.transaction(async (tx) => {
      const ended = await tx
        .update(exports)
        .set({ status: 'expired', endedAt: new Date() })
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
  for (const { id, key } of left) await destroyFile(parts, id, key!)
  return left.length
}

/** Once, and not for what was meant to live for a day at most. */
async function warnOfExpiry(db: Db): Promise<void> {
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
      await tx.update(exports).set({ warnedAt: new Date() }).where(eq(exports.id, row.id))
      await tellExpiring(tx, row)
    })
}
