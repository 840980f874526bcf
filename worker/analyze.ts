import { availableParallelism } from 'node:os'
import { type Artifacts, type StageName, stageNames, stageTitles } from '#contract/videos/analysis.ts'
import { clearArtifact, isStored, readArtifact } from '#engine/artifacts.ts'
import { type AnalysisOutcome, analyzeInChild } from '#engine/host/analyze.ts'
import { Unrenewed } from '#engine/host/spawn.ts'
import { StaleSource } from '#engine/run.ts'
import type { CaseTheme, EngineOptions } from '#engine/stage.ts'
import { withVoices } from '#engine/voice/overlaps.ts'
import { recordFailure } from '#server/features/analysis/analysis.notices.ts'
import { analyzeJob } from '#server/features/analysis/analysis.jobs.ts'
import {
  type Claim,
  claimRun,
  clearRedo,
  completeRun,
  failRun,
  isAnalyzed,
  returnRun,
} from '#server/features/analysis/runs/runs.queries.ts'
import { isRegrouping } from '#server/features/analysis/runs/runs.service.ts'
import { followAnalysis, readSessionBefore } from '#server/features/highlights/highlights.sync.ts'
import { readVoiceAssignments } from '#server/features/speakers/wishes.queries.ts'
import { recordMedia } from '#server/features/videos/videos.queries.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import { isTemporary } from '#server/platform/database/outage.ts'
import { DiskLow } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type JobRun, Permanent } from '#server/platform/queue.ts'
import { type Span, startSpan } from '#server/platform/logs/traces.ts'
import { getTrail } from '#server/platform/logs/trail.ts'
import { guardSpace, requireSpace } from '#server/platform/storage/space.ts'
import { openFencedFolder, workFolder } from './folders.ts'
import type { Log } from './log.ts'
import { addOpinion } from './opinion.ts'
import { reportProgress } from './progress.ts'
import { chooseRecognition, configFor } from './recognition.ts'
import { storeOutcome } from './results.ts'
import { followThemes, listThemes, listVocabulary } from './vocabulary.ts'

const threads = Math.max(2, availableParallelism() - 1)

export async function analyzeVideo(
  parts: Parts,
  log: Log,
  { payload, attempt, signal, renewals }: JobRun<{ runId: string }>,
): Promise<void> {
  const claim = await claimRun(parts.database.db, payload.runId)
  // The run was canceled or deleted while queued.
  if (!claim) return
  publish(parts, claim)
  const themes = await listThemes(parts.database.db, claim.video.caseId)
  const stop = new AbortController()
  const progress = reportProgress(parts, claim, () => stop.abort('another worker took over the run'))
  const disk = parts.config.WORK_DIR ?? parts.config.DATA_DIR
  let guard: Awaited<ReturnType<typeof guardSpace>> | undefined
  let outcome: AnalysisOutcome | null
  try {
    await openFencedFolder(workFolder(parts.config, claim))
    // If the disk is low already, the analysis waits.
    await requireSpace(disk, parts.config, 0)
    guard = await guardSpace(disk, parts.config)
    const stopped = AbortSignal.any([signal, stop.signal, guard.signal])
    outcome = await runEngine(parts, claim, { themes, signal: stopped, progress, renewals })
    if (outcome?.ok) {
      const named = nameTurns(outcome.artifacts)
      outcome = { ok: true, artifacts: await addOpinion(parts, log, claim, named, stopped) }
    }
  } catch (error) {
    if (stop.signal.aborted) return
    if (error instanceof DiskLow) await clearUnfinished(workFolder(parts.config, claim))
    const diskLow = findDiskLow(error, guard?.signal)
    if (isCut(error, signal) || (isTemporary(error) && !diskLow)) {
      // The run was canceled or deleted, the server is stopping or was paused, the disk is low, or the file storage is unreachable.
      // Return the run so that another worker can take it.
      await returnRun(parts.database.db, claim)
      throw error
    }
    const reason = diskLow?.message ?? 'The analysis could not be started.'
    outcome = { ok: false, stage: 'probe', reason, permanent: false, detail: getErrorMessage(error) }
  } finally {
    await guard?.[Symbol.asyncDispose]()
    await progress.end()
  }
  if (outcome === null) {
    await parts.database.db.transaction((tx) => completeRun(tx, claim))
    publish(parts, claim)
    return
  }
  if (outcome.ok) {
    const stored = await storeOutcome(parts, claim, workFolder(parts.config, claim), outcome.artifacts)
    log.info({ videoId: claim.video.id, runId: claim.run.id, stored }, 'analysis complete')
    if (stored) await followThemes(parts, claim.video, themes)
    publish(parts, claim)
    return
  }
  await failOrRetry(parts, log, claim, outcome, attempt)
}

/** Waiting wouldn't help, because the analysis itself fills the disk. */
const findDiskLow = (error: unknown, guard: AbortSignal | undefined): DiskLow | null =>
  error instanceof DiskLow && guard?.aborted ? error : null

const isCut = (error: unknown, signal: AbortSignal): boolean =>
  (signal.aborted && signal.reason !== 'timeout') || error instanceof Unrenewed

/** Otherwise, the files of the stopped stages would keep the disk low, and everything would wait. */
async function clearUnfinished(folder: string): Promise<void> {
  for (const stage of stageNames) if (!(await isStored(folder, stage))) await clearArtifact(folder, stage)
}

type Work = Pick<JobRun<unknown>, 'signal' | 'renewals'> & {
  themes: CaseTheme[]
  progress: ReturnType<typeof reportProgress>
}

/**
 * Returns null if regrouping would require recognizing the words again. This happens after an upgrade, and after a
 * restore because backups don't include stage results. Voice assignments still apply to the stored results.
 */
async function runEngine(
  parts: Parts,
  claim: Claim,
  { themes, signal, renewals, progress }: Work,
): Promise<AnalysisOutcome | null> {
  const { run, video } = claim
  const { transcriptKey, transcriptName } = video
  const folder = workFolder(parts.config, claim)
  const requires = isRegrouping(run) && (await isAnalyzed(parts.database.db, video.id)) ? 'align' : null
  if (requires && !(await isStored(folder, requires))) return null
  await using copies = new AsyncDisposableStack()
  const fetchCopy = async (key: string): Promise<string> => {
    const copy = await parts.storage.localCopy(key)
    copies.defer(() => copy.release())
    return copy.path
  }
  const input = await fetchCopy(originalKey(video))
  const voices = await readVoiceAssignments(parts.database.db, video.id)
  const options: EngineOptions = {
    transcript: transcriptKey && transcriptName ? { path: await fetchCopy(transcriptKey), name: transcriptName } : null,
    recognition: await chooseRecognition(await configFor(parts, video.firmId)),
    ...(voices && { voices }),
    themes,
    vocabulary: await listVocabulary(parts.database.db, video.caseId),
    threads,
  }
  let checked = false
  let forgotten = false
  const trace = traceStages()
  const outcome = analyzeInChild({
    input,
    folder,
    options,
    signal,
    renewals,
    traceparent: trace.traceparent,
    inputId: video.sha256,
    redoFrom: run.redoFrom,
    requires,
    onText: (turns) => progress.hear(turns),
    onProgress(now) {
      progress.report(now)
      trace.enter(now.stage)
      // Keep a regrouping marked as in progress. It finishes without a notification, and another change may replace it.
      if (run.redoFrom && !forgotten && !isRegrouping(run)) progress.also(() => clearRedo(parts.database.db, claim))
      forgotten = true
      if (checked || now.stage === 'probe') return
      checked = true
      // Recorded before the other stages finish because the media check is all the player needs.
      progress.also(async () => recordMedia(parts.database.db, run.videoId, await readArtifact(folder, 'probe')))
    },
  })
  try {
    const ended = await outcome
    trace.end(ended.ok ? undefined : ended.stage)
    return ended
  } catch (error) {
    trace.end('ended early')
    if (error instanceof StaleSource) return null
    throw error
  }
}

function traceStages() {
  const whole = startSpan('engine', { parent: getTrail().traceparent })
  let stage: { name: StageName; span: Span | null } | null = null
  return {
    traceparent: whole?.traceparent,
    enter(name: StageName): void {
      if (!whole || stage?.name === name) return
      stage?.span?.end()
      stage = { name, span: startSpan(`stage ${name}`, { parent: whole.traceparent }) }
    },
    end(failed?: string): void {
      stage?.span?.end({ failed })
      whole?.end({ failed })
    },
  }
}

const nameTurns = (artifacts: Artifacts): Artifacts => ({
  ...artifacts,
  align: { ...artifacts.align, turns: withVoices(artifacts.align.turns, artifacts.speakers) },
})

async function failOrRetry(
  parts: Parts,
  log: Log,
  claim: Claim,
  outcome: Extract<AnalysisOutcome, { ok: false }>,
  attempt: number,
): Promise<never> {
  const { stage, reason, permanent, detail } = outcome
  const { id: videoId } = claim.video
  log.warn({ videoId, runId: claim.run.id, stage, permanent, attempt, detail }, 'analysis failed')
  if (!permanent && attempt < analyzeJob.attempts) {
    await returnRun(parts.database.db, claim)
    throw new Error(reason)
  }
  await parts.database.db.transaction(async (tx) => {
    const before = await readSessionBefore(tx, videoId)
    if (!(await failRun(tx, claim, { reason, stage: stageTitles[stage], permanent }))) return
    await recordFailure(tx, claim, { reason, stage, permanent })
    await followAnalysis(tx, videoId, before)
  })
  publish(parts, claim)
  throw new Permanent(reason)
}

const publish = (parts: Parts, { video }: Claim): void =>
  parts.live.publish({
    firmId: video.firmId,
    nouns: ['videos', 'findings', 'transcripts', 'highlights', 'sessions', 'notifications'],
  })

const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
