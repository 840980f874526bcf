import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { analyzeJob } from '#server/features/analysis/analysis.jobs.ts'
import { recordLostRun } from '#server/features/analysis/analysis.notices.ts'
import {
  failLostRun,
  findWorkInUse,
  listSilentRuns,
  type WorkInUse,
} from '#server/features/analysis/runs/runs.queries.ts'
import { closeAccesses } from '#server/features/audit/accesses.ts'
import { purgeGuesses } from '#server/features/auth/passwords/guesses.service.ts'
import { rehashRecoveryCodes } from '#server/features/auth/two-factor/codes.ts'
import { mergeChanges } from '#server/platform/database/changes.ts'
import { listCasesToPurge, deleteExpiredCases, purgeCase, purgeRecords } from '#server/features/cases/cases.purge.ts'
import { listLiveExportIds } from '#server/features/exports/core/exports.queries.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import { failLostExport, purgeExports, listSilentExports } from '#server/features/exports/core/exports.states.ts'
import { cleanUpImports } from '#server/features/exports/packs/archive/archive.upkeep.ts'
import { readSessionBefore, followAnalysis } from '#server/features/highlights/highlights.sync.ts'
import { sendDigests } from '#server/features/notifications/mail.digest.ts'
import { sendMorningSummaries } from '#server/features/overview/mail.morning.ts'
import { purgeNotifications } from '#server/features/notifications/notifications.queries.ts'
import { removeStaleUnproven } from '#server/features/auth/unproven.ts'
import { notifyTrialEnds, notifyTwoFactorLosses } from '#server/features/notifications/account.notices.ts'
import { deleteVideosOfCase, hasVideos } from '#server/features/videos/videos.queries.ts'
import { checkMediaJob, hasDueChecks } from '#server/features/videos/integrity.ts'
import { diskShare, notifyStorageAlmostFull } from '#server/features/videos/storage.notices.ts'
import { keepSpeakers } from '#server/features/strikes/strikes.ts'
import { purgeVideo, videosToPurge } from '#server/features/videos/videos.service.ts'
import { forgetOldActs } from '#server/platform/http/idempotency.ts'
import { purgeLeases } from '#server/platform/lease.ts'
import { purgeLetters } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import { tryEach } from '#server/platform/batch.ts'
import { listExportRoots, listFolders, readFence, workRoot } from './folders.ts'
import type { Log } from './log.ts'

const lostAfterMs = 2 * 60_000

/** A failed task doesn't stop the others. */
export async function maintainVideos(parts: Parts, log: Log): Promise<void> {
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, `upkeep failed: ${what}`)
    }
  }
  // Runs before the cleanup of cases because an export's file must not outlive its row.
  await attempt('exports', () => maintainExports(parts, log))
  await attempt('case imports', () => cleanUpImports(parts))
  await attempt('cases', () => maintainCases(parts, log))
  await attempt('deleted sessions', () => purgeRecords(parts.database.db, 'sessions', parts.config.DELETED_KEEP_DAYS))
  await attempt('deleted jurors', () => purgeRecords(parts.database.db, 'jurors', parts.config.DELETED_KEEP_DAYS))
  await attempt('deleted videos', () => purgeDeleted(parts, log))
  await attempt('work folders', () => sweepWorkFolders(parts))
  await attempt('lost runs', () => failLostRuns(parts, log))
  await attempt('storage', () => watchStorage(parts))
  await attempt('unfinished files', () => parts.storage.tidy())
  await attempt('media checks', async () => {
    if (await hasDueChecks(parts.database.db, parts.config))
      await parts.queue.send(parts.database.db, checkMediaJob, {}, { key: 'media-check' })
  })
  await attempt('accesses', () => closeAccesses(parts.database.db))
  await attempt('trials', () => sendTrialNotices(parts))
  await attempt('lost second factors', () => announceTwoFactorLosses(parts))
  await attempt('email digests', () => sendDigests(parts))
  await attempt('morning summaries', () => sendMorningSummaries(parts))
  await attempt('old idempotency keys', () => forgetOldActs(parts.database.db))
  await attempt('change numbers', () => mergeChanges(parts.database.db))
  await attempt('old emails', () => purgeLetters(parts.database.db))
  await attempt('old recovery codes', async () => void (await rehashRecoveryCodes(parts.database.db)))
  await attempt('old failed attempts', () => purgeGuesses(parts.database.db))
  await attempt('unconfirmed sign-ups', () => removeStaleUnproven(parts.database.db))
  await attempt('old leases', () => purgeLeases(parts.database.db))
  await attempt('old notifications', () => purgeNotifications(parts.database.db))
}

async function watchStorage({ database, config, live }: Parts): Promise<void> {
  const notified = await notifyStorageAlmostFull(database.db, config, await diskShare(config.DATA_DIR))
  for (const firmId of notified) live.publish({ firmId, nouns: ['notifications'] })
}

async function sendTrialNotices({ database, config, live }: Parts): Promise<void> {
  for (const firmId of await notifyTrialEnds(database.db, config))
    live.publish({ firmId, nouns: ['notifications', 'team'] })
}

async function announceTwoFactorLosses({ database, mailer, live }: Parts): Promise<void> {
  for (const firmId of await notifyTwoFactorLosses(database.db, mailer))
    live.publish({ firmId, nouns: ['notifications'] })
}

async function purgeDeleted(parts: Parts, log: Log): Promise<void> {
  await tryEach(await videosToPurge(parts.database.db, parts.config.DELETED_KEEP_DAYS), async (video) => {
    await keepSpeakers(parts.database.db, video.id)
    await purgeVideo(parts, video)
    log.info({ videoId: video.id }, 'a deleted video was destroyed')
  })
}

/** Lists folders before checking which are in use, so folders created in between are kept. */
export async function sweepWorkFolders({ database, config }: Pick<Parts, 'database' | 'config'>): Promise<void> {
  const root = workRoot(config)
  const found: { videoId: string; names: string[] }[] = []
  for (const videoId of (await listFolders(root)).filter((name) => uuid.test(name)))
    found.push({ videoId, names: await listFolders(join(root, videoId)) })
  const videoIds = found.map((each) => each.videoId)
  const inUse = await findWorkInUse(database.db, videoIds)
  for (const { videoId, names } of found) {
    const work = inUse.get(videoId)
    if (!work) await rm(join(root, videoId), { recursive: true, force: true })
    else
      for (const name of names.filter((each) => !isInUse(each, work)))
        await rm(join(root, videoId, name), { recursive: true, force: true })
  }
}

/**
 * A finished run's artifacts are kept for the next run. A previous claim's artifacts are kept until the new claim moves
 * them.
 */
function isInUse(name: string, { workId, fence, isLive }: WorkInUse): boolean {
  const made = readFence(name, workId)
  return made !== null && made >= (isLive ? fence - 1 : fence)
}

async function failLostRuns({ database, queue }: Parts, log: Log): Promise<void> {
  for (const run of await listSilentRuns(database.db, lostAfterMs)) {
    if (run.jobId !== null && (await queue.isLive(database.db, analyzeJob, run.jobId))) continue
    const isLost = await database.db.transaction(async (tx) => {
      const before = await readSessionBefore(tx, run.videoId)
      const reason = 'The analysis was interrupted. Choose Reprocess to start it again.'
      if (!(await failLostRun(tx, run, reason))) return false
      await recordLostRun(tx, run, reason)
      await followAnalysis(tx, run.videoId, before)
      return true
    })
    if (isLost) log.error({ runId: run.id, videoId: run.videoId }, 'a run’s job was lost')
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const uuidLength = 36

/** Skips cases that still have videos or files of exports until the next upkeep run, so no file outlives its row. */
async function maintainCases({ database, config }: Pick<Parts, 'database' | 'config'>, log: Log): Promise<void> {
  const { db } = database
  const expired = await deleteExpiredCases(db)
  if (expired > 0) log.info({ expired }, 'archived cases have reached the end of their retention time')
  for (const each of await listCasesToPurge(db, config.DELETED_KEEP_DAYS)) {
    await deleteVideosOfCase(db, each.id, each.deletedAt!)
    if (await hasVideos(db, each.id)) continue
    if (await purgeCase(db, each)) log.info({ caseId: each.id }, 'a deleted case was destroyed')
  }
}

export async function sweepExportFolders({ database, config }: Pick<Parts, 'database' | 'config'>): Promise<void> {
  const paths: string[] = []
  for (const root of listExportRoots(config)) for (const name of await listFolders(root)) paths.push(join(root, name))
  const live = new Set(await listLiveExportIds(database.db))
  for (const path of paths)
    if (!live.has(basename(path).slice(0, uuidLength))) await rm(path, { recursive: true, force: true })
}

const lostExportMs = 2 * 60_000

export async function maintainExports(parts: Parts, log: Log): Promise<void> {
  const { db } = parts.database
  await sweepExportFolders(parts)
  for (const row of await listSilentExports(db, lostExportMs)) {
    if (row.jobId !== null && (await parts.queue.isLive(db, makeExportJob, row.jobId))) continue
    await failLostExport(db, row)
    log.error({ exportId: row.id }, 'an export’s job was lost')
  }
  const destroyed = await purgeExports(parts)
  if (destroyed > 0) log.info({ destroyed }, 'files of exports were destroyed')
}
