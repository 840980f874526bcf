import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { readdir } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { tryEach } from '#server/platform/batch.ts'
import type { Parts } from '#server/platform/parts.ts'
import { readIdTime } from '#server/platform/ids.ts'
import { caseImports } from '../../core/exports.table.ts'
import { importsPrefix } from './archive.mark.ts'
import { formerRoot, importCaseJob, listImportKeys, notifyImportFailed, removeArchive } from './archive.service.ts'

export async function cleanUpImports(parts: Parts): Promise<void> {
  const { db } = parts.database
  const fail = (status: SQL, days: number, failure: string) =>
    db.transaction(async (tx) => {
      const ended = await tx
        .update(caseImports)
        .set({ status: 'failed', failure, endedAt: new Date() })
        .where(and(status, lt(caseImports.createdAt, new Date(Date.now() - days * 86_400_000))))
        .returning()
      for (const row of ended) await notifyImportFailed(tx, row, failure)
    })
  await fail(
    eq(caseImports.status, 'review'),
    reviewDays,
    `The people weren’t matched within ${reviewDays} days. Upload the archive again.`,
  )
  const isOpen = inArray(caseImports.status, ['waiting', 'running'])
  const lost: string[] = []
  for (const { id } of await db.select({ id: caseImports.id }).from(caseImports).where(isOpen))
    if (await parts.queue.isOver(db, importCaseJob, listImportKeys(id))) lost.push(id)
  const interrupted = 'The import was interrupted. Upload the archive again.'
  if (lost.length > 0) await fail(and(inArray(caseImports.id, lost), isOpen)!, 0, interrupted)
  await fail(isOpen, lostDays, interrupted)
  const ids = new Set<string>()
  for await (const { key } of parts.storage.list(importsPrefix)) ids.add(basename(key, extname(key)))
  for (const name of await readdir(formerRoot(parts.config)).catch(() => [])) ids.add(basename(name, '.zip'))
  if (ids.size === 0) return
  const rows = await db
    .select({ id: caseImports.id })
    .from(caseImports)
    .where(inArray(caseImports.status, ['waiting', 'running', 'review']))
  for (const { id } of rows) ids.delete(id)
  // An upload in progress has no row yet.
  const abandoned = [...ids].filter((id) => Date.now() - readIdTime(id) > abandonedMs)
  await tryEach(abandoned, (id) => removeArchive(parts, id))
}

const reviewDays = 7
/** Imports from the command line have no job. */
const lostDays = reviewDays + 2
const abandonedMs = 86_400_000
