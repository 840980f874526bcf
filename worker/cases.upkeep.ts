import { casesToPurge, deleteExpiredCases, purgeCase } from '#server/features/cases/cases.purge.ts'
import { deleteVideosOfCase, hasVideos } from '#server/features/videos/videos.queries.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Log } from './log.ts'

/**
 * Ends the cases whose time has come. The videos of a case go first, by the purge of videos; a case that still has
 * some waits for the next upkeep, so that no bytes outlive the row that says whose they are.
 */
export async function tendCases({ database, config }: Pick<Parts, 'database' | 'config'>, log: Log): Promise<void> {
  const { db } = database
  const expired = await deleteExpiredCases(db)
  if (expired > 0) log.info({ expired }, 'archived cases have reached the end of their retention time')
  for (const each of await casesToPurge(db, config.DELETED_KEEP_DAYS)) {
    await deleteVideosOfCase(db, each.id, each.deletedAt!)
    if (await hasVideos(db, each.id)) continue
    await purgeCase(db, each)
    log.info({ caseId: each.id }, 'a deleted case was destroyed')
  }
}
