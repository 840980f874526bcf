import { and, desc, eq, inArray } from 'drizzle-orm'
import { type StageName, stageTitles } from '#contract/videos/analysis.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireMay, requireVideo } from '#server/features/videos/videos.access.ts'
import type { VideoListeners } from '#server/features/videos/videos.listeners.ts'
import type { VideoRow } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Context } from '#server/platform/http/route.ts'
import { analyzeJob } from '../analysis.jobs.ts'
import { analysisRuns, partialTurns, type RunRow } from '../analysis.table.ts'

type Start = {
  video: Pick<VideoRow, 'id'>
  by: string | null
  /** Use what the run before has made already. */
  goOn: boolean
  /** But make this stage, and what follows from it, anew. */
  redoFrom?: StageName
}

/** Queues an analysis in the caller's transaction. The caller holds the video's row, so numbers cannot collide. */
export async function startRun(tx: Db, { queue }: Parts, { video, by, goOn, redoFrom }: Start): Promise<void> {
  const last = await lastRun(tx, video.id)
  const id = newId()
  // The job of a run that has just ended may not have heard of it yet, and would stand in the way.
  if (last?.jobId) await queue.cancel(tx, analyzeJob, last.jobId)
  // One at a time for a video: the next run waits until the worker of a cancelled one has let go of its folder.
  const jobId = await queue.send(tx, analyzeJob, { runId: id }, { key: video.id })
  if (!jobId) throw new Refusal('conflict', 'This video is being processed already.')
  // What a run before has heard is told again by this one as far as it is kept.
  if (last) await tx.delete(partialTurns).where(eq(partialTurns.runId, last.id))
  await tx.insert(analysisRuns).values({
    id,
    videoId: video.id,
    number: (last?.number ?? 0) + 1,
    jobId,
    workId: goOn && last ? last.workId : id,
    requestedBy: by,
    redoFrom: redoFrom ?? null,
  })
}

/**
 * Has a completed analysis go on in its folder, where only what is stale is made anew. False, and nothing is done, where the
 * last one waits, runs, failed or was cancelled. The caller holds the video's row.
 */
export async function refreshRun(tx: Db, parts: Parts, videoId: string, by: string | null): Promise<boolean> {
  const last = await lastRun(tx, videoId)
  if (last?.state !== 'completed') return false
  await startRun(tx, parts, { video: { id: videoId }, by, goOn: true })
  return true
}

/** Stops the analysis under way, if there is one. What its worker still writes finds the run closed. */
export async function cancelRuns(tx: Db, { queue }: Parts, videoId: string): Promise<boolean> {
  const cancelled = await tx
    .update(analysisRuns)
    .set({
      state: 'cancelled',
      finishedAt: new Date(),
      secondsLeft: null,
      failureReason: 'The processing was cancelled.',
    })
    .where(and(eq(analysisRuns.videoId, videoId), inArray(analysisRuns.state, ['queued', 'running'])))
    .returning({ jobId: analysisRuns.jobId })
  for (const { jobId } of cancelled) if (jobId) await queue.cancel(tx, analyzeJob, jobId)
  return cancelled.length > 0
}

async function lastRun(db: Db, videoId: string): Promise<RunRow | null> {
  const [run] = await db
    .select()
    .from(analysisRuns)
    .where(eq(analysisRuns.videoId, videoId))
    .orderBy(desc(analysisRuns.number))
    .limit(1)
  return run ?? null
}

/** What follows from what happens to a video: received, it is analysed; deleted, its work stops; restored, it goes on. */
export const analysisListeners: VideoListeners = {
  received: (tx, parts, video, by) => startRun(tx, parts, { video, by, goOn: false }),
  async deleted(tx, parts, video) {
    await cancelRuns(tx, parts, video.id)
  },
  async restored(tx, parts, video, by) {
    const last = await lastRun(tx, video.id)
    if (last?.state === 'cancelled') await startRun(tx, parts, { video, by, goOn: true })
  },
}

/** Analyses again from the original. The results shown stay until the new ones are complete. */
export function reprocessVideo({ db, actor, parts, ip }: Context, videoId: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'lock')
    requireMay(actor, video, 'reprocess')
    if (!video.receivedAt) throw new Refusal('conflict', 'This video is still being uploaded.')
    const last = await lastRun(tx, videoId)
    if (last?.state === 'queued' || last?.state === 'running') {
      throw new Refusal('conflict', 'This video is being processed already.')
    }
    await startRun(tx, parts, { video, by: actor.userId, goOn: false })
    await recordAct(tx, {
      actor,
      ip,
      action: 'video.reprocess_requested',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
    })
    return { ok: true }
  })
}

export function cancelProcessing({ db, actor, parts, ip }: Context, videoId: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'lock')
    requireMay(actor, video, 'reprocess')
    if (!(await cancelRuns(tx, parts, videoId))) throw new Refusal('conflict', 'This video is not being processed.')
    await recordAct(tx, {
      actor,
      ip,
      action: 'video.processing_cancelled',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
    })
    return { ok: true }
  })
}

/** Makes one stage of the last analysis, and what follows from it, anew; an unfinished one goes on where it stopped. */
export function retryStage(
  { db, actor, parts, ip }: Context,
  videoId: string,
  stage: StageName,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'lock')
    requireMay(actor, video, 'reprocess')
    const last = await lastRun(tx, videoId)
    if (!last) throw new Refusal('conflict', 'This video was not analysed yet, so there is no step to repeat.')
    if (last.state === 'queued' || last.state === 'running') {
      throw new Refusal('conflict', 'This video is being processed. Cancel that first, or wait until it is done.')
    }
    await startRun(tx, parts, { video, by: actor.userId, goOn: true, redoFrom: stage })
    await recordAct(tx, {
      actor,
      ip,
      action: 'video.stage_retried',
      entity: 'video',
      entityId: videoId,
      caseId: video.caseId,
      details: { stage: stageTitles[stage] },
    })
    return { ok: true }
  })
}
