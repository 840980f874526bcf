import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tidyImports } from '#server/features/exports/packs/archive/archive.service.ts'
import { failLostExport, silentExports, purgeExports } from '#server/features/exports/core/exports.states.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import { liveExportIds } from '#server/features/exports/core/exports.queries.ts'
import type { Parts } from '#server/platform/parts.ts'
import { exportRoot } from './folders.ts'
import type { Log } from './log.ts'

/** A worker writes its progress every second, and a dead one's job waits again after 10 s. */
const lostAfterMs = 2 * 60_000

/** What is due of exports: files whose time has come, folders nobody works in, exports whose job is gone. */
export async function tendExports(parts: Parts, log: Log): Promise<void> {
  const { db } = parts.database
  const destroyed = await purgeExports(parts)
  if (destroyed > 0) log.info({ destroyed }, 'files of exports were destroyed')
  await tidyImports(parts)
  const live = new Set(await liveExportIds(db))
  for (const name of await readdir(exportRoot(parts.config)).catch(() => []))
    if (!live.has(name)) await rm(join(exportRoot(parts.config), name), { recursive: true, force: true })
  for (const row of await silentExports(db, lostAfterMs)) {
    const waits = row.jobId !== null && (await parts.queue.position(db, makeExportJob, row.jobId)) !== null
    if (waits) continue
    await failLostExport(db, row)
    log.error({ exportId: row.id }, 'an export had lost its job')
  }
}
