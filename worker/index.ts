import { analyzeJob, upkeepJob } from '#server/features/analysis/analysis.jobs.ts'
import { importCaseJob, runImport } from '#server/features/exports/packs/archive/archive.service.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import { makers } from '#server/features/exports/makers.ts'
import { checkDue, checkMediaJob, checkOne } from '#server/features/videos/integrity.ts'
import { remindOfApproval, strikeReminderJob } from '#server/features/strikes/strikes.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Handlers } from '#server/platform/queue.ts'
import { every } from '#server/platform/queue/repeat.ts'
import { freeBytes, isLow } from '#server/platform/storage/space.ts'
import { analyzeVideo } from './analyze.ts'
import { makeExport } from './exports.ts'
import type { Log } from './log.ts'
import { maintainVideos, sweepExportFolders, sweepWorkFolders } from './upkeep.ts'

const upkeepEveryMs = 60_000

export const workerJobs = {
  analyze: analyzeJob,
  export: makeExportJob,
  caseImport: importCaseJob,
  reminder: strikeReminderJob,
  mail: sendLetterJob,
  upkeep: upkeepJob,
  mediaCheck: checkMediaJob,
}

/** Analyses need disk space for their work and, with a local store, for their results. Logs each change. */
function watchSpace({ config, storage }: Parts, log: Log): () => Promise<boolean> {
  let wasLow = false
  return async () => {
    const folder = config.WORK_DIR ?? config.DATA_DIR
    const free = await Promise.all([freeBytes(folder), storage.freeBytes()]).catch(() => [])
    const low = free.some((each) => isLow(each, config))
    if (low && !wasLow) log.warn(`analyses wait because less than ${config.MIN_FREE_GB} GB is free (MIN_FREE_GB)`)
    else if (!low && wasLow) log.info('analyses go on because the disk has space again')
    wasLow = low
    return !low
  }
}

/** The returned `stop` stops only the upkeep timer. The queue's own `stop` stops the workers. */
export async function startWorker(parts: Parts, log: Log): Promise<{ stop(): void }> {
  const { LANES: lanes } = parts.config
  const mayClaim = () => parts.node.getRefusal() === null
  const hasSpace = watchSpace(parts, log)
  const handlers: Handlers<typeof workerJobs> = {
    analyze: (run) => analyzeVideo(parts, log, run),
    export: (run) => makeExport(parts, log, makers, run),
    caseImport: (run) => runImport(parts, run),
    reminder: ({ payload }) => remindOfApproval(parts, payload.strikeId),
    mail: ({ payload }) => parts.mailer.deliver(parts.database.db, payload.letterId),
    upkeep: () => maintainVideos(parts, log),
    mediaCheck: ({ payload, signal }) => (payload.videoId ? checkOne(parts, payload.videoId) : checkDue(parts, signal)),
  }
  await parts.queue.work(workerJobs, handlers, {
    lanes,
    capabilities: parts.node.capabilities,
    mayClaim,
    hasSpace,
    hasOtherVersions: () => parts.node.hasOtherVersions(),
  })
  const sweeping = every(
    upkeepEveryMs,
    async () => {
      await sweepWorkFolders(parts)
      await sweepExportFolders(parts)
    },
    (error) => log.warn({ err: error }, 'failed to sweep work folders'),
  )
  // Upkeep runs in one worker and can't reach work folders on other machines.
  if (parts.config.WORK_DIR) sweeping.start()
  if (!lanes.includes(upkeepJob.lane)) return { stop: () => void sweeping.stop() }
  const requestUpkeep = () => {
    // The key prevents several workers from running upkeep at once.
    parts.queue
      .send(parts.database.db, upkeepJob, {}, { key: 'upkeep' })
      .catch((error: unknown) => log.warn({ err: error }, 'upkeep could not be asked for'))
  }
  requestUpkeep()
  const timer = setInterval(requestUpkeep, upkeepEveryMs).unref()
  return {
    stop() {
      clearInterval(timer)
      void sweeping.stop()
    },
  }
}
