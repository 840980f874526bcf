import { analyzeJob, upkeepJob } from '#server/features/analysis/analysis.jobs.ts'
import { importCaseJob, runImport } from '#server/features/exports/packs/archive/archive.service.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import { makers } from '#server/features/exports/makers.ts'
import { checkDue, checkMediaJob } from '#server/features/videos/integrity.ts'
import { remindOfApproval, strikeReminderJob } from '#server/features/strikes/strikes.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import { analyzeVideo } from './analyze.ts'
import { makeExport } from './exports.ts'
import type { Log } from './log.ts'
import { tendVideos } from './upkeep.ts'

/** What is due is looked for this often. */
const upkeepEveryMs = 60_000

/** Every kind of background work. */
export const workerJobs = {
  analyze: analyzeJob,
  export: makeExportJob,
  caseImport: importCaseJob,
  reminder: strikeReminderJob,
  mail: sendLetterJob,
  upkeep: upkeepJob,
  mediaCheck: checkMediaJob,
}

/** Starts claiming the background work. The queue's own `stop` ends it; `stop` here ends the asking for upkeep. */
export async function startWorker(parts: Parts, log: Log): Promise<{ stop(): void }> {
  await parts.queue.work(workerJobs, {
    analyze: (run) => analyzeVideo(parts, log, run),
    export: (run) => makeExport(parts, log, makers, run),
    caseImport: (run) => runImport(parts, run),
    reminder: ({ payload }) => remindOfApproval(parts, payload.strikeId),
    mail: ({ payload }) => parts.mailer.deliver(parts.database.db, payload.letterId),
    upkeep: () => tendVideos(parts, log),
    mediaCheck: ({ signal }) => checkDue(parts, signal),
  })
  const askForUpkeep = () => {
    // One key: several workers ask, one job does it.
    parts.queue
      .send(parts.database.db, upkeepJob, {}, { key: 'upkeep' })
      .catch((error: unknown) => log.warn({ err: error }, 'upkeep could not be asked for'))
  }
  askForUpkeep()
  const timer = setInterval(askForUpkeep, upkeepEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}
