import { and, desc, eq, inArray, asc, isNull, type SQL, sql } from 'drizzle-orm'
import type { Capability } from '#contract/operations/nodes.ts'
import { type StageName, stageTitles } from '#contract/videos/analysis.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { isOpinionOn, type OpinionListeners } from '#server/features/opinions/opinions.service.ts'
import type { TeamListeners } from '#server/features/team/team.listeners.ts'
import { requireMay, requireVideo, lockFlags } from '#server/features/videos/videos.access.ts'
import type { VideoListeners } from '#server/features/videos/videos.listeners.ts'
import { type VideoRow, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal, absent } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Context } from '#server/platform/http/route.ts'
import { analyzeJob } from '../analysis.jobs.ts'
import { analysisRuns, partialTurns, type RunRow, findings } from '../analysis.table.ts'
import { forgetThemes } from './results.queries.ts'
import type { CaseListeners } from '#server/features/cases/cases.listeners.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import type { Annotation } from '#contract/findings/annotations.ts'
import { textLimits } from '#contract/endpoint.ts'
import { highlightSpecs, highlightTitle } from '#contract/highlights/words.ts'
import { insertKept } from '#server/features/annotations/annotations.service.ts'

const regroupFrom: StageName = 'speakers'

type Start = {
  video: Pick<VideoRow, 'id'>
  by: string | null
  resume: boolean
  /** Redoes this stage and those that depend on it, even if `resume` is true. */
  redoFrom?: StageName
}

/**
 * Queues an analysis in the caller's transaction. The caller must lock the video's row so that run numbers can't
 * collide.
 */
export async function startRun(tx: Db, parts: Parts, { video, by, resume, redoFrom }: Start): Promise<void> {
  const { queue } = parts
  const last = await lastRun(tx, video.id)
  const id = newId()
  // A run that just ended may still have a job with this key.
  if (last?.jobId) await queue.cancel(tx, analyzeJob, last.jobId)
  // The key allows one job per video, so the next run waits until the canceled run's worker releases the folder.
  const { firmId, caseId, transcriptKey } = videos
  const [found] = await tx.select({ firmId, caseId, transcriptKey }).from(videos).where(eq(videos.id, video.id))
  const hears = redoFrom !== regroupFrom && !found?.transcriptKey
  const requires = await listRequirements(tx, parts, { hears, caseId: found?.caseId ?? null })
  const owner = found && { firmId: found.firmId }
  const jobId = await queue.send(tx, analyzeJob, { runId: id }, { key: video.id, requires, ...owner })
  if (!jobId) throw new Refusal('conflict', 'This video is already being processed.')
  if (last) await tx.delete(partialTurns).where(eq(partialTurns.runId, last.id))
  await tx.insert(analysisRuns).values({
    id,
    videoId: video.id,
    number: (last?.number ?? 0) + 1,
    jobId,
    // Resumed runs share a folder. The fence keeps increasing so that an earlier run's worker can't write to it.
    ...(resume && last ? { workId: last.workId, fence: last.fence } : { workId: id, fence: 0 }),
    requestedBy: by,
    redoFrom: redoFrom ?? null,
  })
}

/**
 * If this process has a recognizer or a second opinion, requires a worker with the same, so results don't depend on
 * which worker takes the job. If no process has a recognizer, analyses run without one.
 */
async function listRequirements(
  tx: Db,
  { config, node }: Parts,
  { hears, caseId }: { hears: boolean; caseId: string | null },
): Promise<Capability[]> {
  const own = node.capabilities ?? []
  const requires = new Set<Capability>(['ffmpeg', ...(hears ? config.ANALYSES_REQUIRE : [])])
  if (hears && own.includes('speech')) requires.add('speech')
  if (own.includes('opinion') && (await isOpinionOn(tx, caseId))) requires.add('opinion')
  return [...requires]
}

/**
 * Reruns the stale stages of a completed analysis. Returns false in any other state. The caller must lock the video's
 * row.
 */
export async function refreshRun(tx: Db, parts: Parts, videoId: string, by: string | null): Promise<boolean> {
  const last = await lastRun(tx, videoId)
  if (last?.state !== 'completed') return false
  await startRun(tx, parts, { video: { id: videoId }, by, resume: true })
  return true
}

/**
 * Regroups voices from the current assignments, even while the video is being processed. The caller must lock the
 * video's row.
 */
export async function restartGrouping(tx: Db, parts: Parts, videoId: string, by: string | null): Promise<void> {
  const last = await lastRun(tx, videoId)
  if (!last) return
  const isUnfinished = await cancelRuns(tx, parts, videoId)
  // An unfinished analysis keeps its type because it groups the voices anyway.
  const redoFrom = isUnfinished ? last.redoFrom : regroupFrom
  await startRun(tx, parts, { video: { id: videoId }, by, resume: true, ...(redoFrom && { redoFrom }) })
}

export async function isBusy(db: Db, videoId: string): Promise<boolean> {
  const last = await lastRun(db, videoId)
  return last?.state === 'queued' || last?.state === 'running'
}

/** The user is waiting for this run on screen, so no notification is sent when it ends. */
export const isRegrouping = ({ redoFrom }: Pick<RunRow, 'redoFrom'>): boolean => redoFrom === regroupFrom

export async function cancelRuns(
  tx: Db,
  { queue }: Parts,
  videoId: string,
  { endedByDeletion } = { endedByDeletion: false },
): Promise<boolean> {
  const canceled = await tx
    .update(analysisRuns)
    .set({
      state: 'cancelled',
      finishedAt: new Date(),
      secondsLeft: null,
      failureReason: endedByDeletion ? 'The video was deleted.' : 'Processing was canceled.',
      endedByDeletion,
    })
    .where(and(eq(analysisRuns.videoId, videoId), inArray(analysisRuns.state, ['queued', 'running'])))
    .returning({ jobId: analysisRuns.jobId })
  for (const { jobId } of canceled) if (jobId) await queue.cancel(tx, analyzeJob, jobId)
  return canceled.length > 0
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

export const analysisListeners: VideoListeners = {
  received: (tx, parts, video, by) => startRun(tx, parts, { video, by, resume: false }),
  async deleted(tx, parts, video) {
    await cancelRuns(tx, parts, video.id, { endedByDeletion: true })
  },
  async restored(tx, parts, video, by) {
    const last = await lastRun(tx, video.id)
    // The reason is for runs that an older server ended during an upgrade. Remove it after one release.
    if (last?.endedByDeletion || last?.failureReason === 'The video was deleted.')
      await startRun(tx, parts, { video, by, resume: true })
  },
  /** A running analysis starts again. It would report to the case that the video left, under that case's consent. */
  async moved(tx, parts, { videoId, lostJurors, by }) {
    const lostThemes = await forgetThemes(tx, videoId)
    const isRunning = (await lastRun(tx, videoId))?.state === 'running'
    if (lostJurors || isRunning) await restartGrouping(tx, parts, videoId, by)
    else if (lostThemes || (await hasThemes(tx, videoId))) await refreshRun(tx, parts, videoId, by)
  },
}

async function hasThemes(tx: Db, videoId: string): Promise<boolean> {
  const ofCase = tx.select({ issues: cases.issues }).from(videos).innerJoin(cases, eq(cases.id, videos.caseId))
  const [found] = await ofCase.where(eq(videos.id, videoId))
  return found !== undefined && found.issues.length > 0
}

export function reprocessVideo({ db, actor, parts, ip }: Context, videoId: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'lock')
    requireMay(actor, video, 'reprocess')
    if (!video.receivedAt) throw new Refusal('conflict', 'This video is still uploading.')
    const last = await lastRun(tx, videoId)
    if (last?.state === 'queued' || last?.state === 'running') {
      throw new Refusal('conflict', 'This video is already being processed.')
    }
    await startRun(tx, parts, { video, by: actor.userId, resume: false })
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
    if (!(await cancelRuns(tx, parts, videoId))) throw new Refusal('conflict', 'This video isn’t being processed.')
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

export function retryStage(
  { db, actor, parts, ip }: Context,
  videoId: string,
  stage: StageName,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'lock')
    requireMay(actor, video, 'reprocess')
    const last = await lastRun(tx, videoId)
    if (!last) throw new Refusal('conflict', 'This video hasn’t been analyzed yet, so there’s no step to rerun.')
    if (last.state === 'queued' || last.state === 'running') {
      throw new Refusal('conflict', 'This video is being processed. Cancel it first, or wait until it finishes.')
    }
    await startRun(tx, parts, { video, by: actor.userId, resume: true, redoFrom: stage })
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

/** A running analysis would keep using the services it started with. */
async function restartRunning(tx: Db, parts: Parts, which: SQL, by: string): Promise<void> {
  const { SPEECH_URL, OPINION_URL } = parts.config
  if (SPEECH_URL === undefined && OPINION_URL === undefined) return
  const running = tx.select({ id: analysisRuns.videoId }).from(analysisRuns).where(eq(analysisRuns.state, 'running'))
  const found = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(which, isNull(videos.deletedAt), inArray(videos.id, running)))
    .orderBy(asc(videos.id))
    .for('update')
  for (const { id } of found) await restartGrouping(tx, parts, id, by)
}

export const consentListeners: Pick<TeamListeners, 'keptLocal'> & OpinionListeners = {
  keptLocal: (tx, parts, { firmId, by }) => restartRunning(tx, parts, eq(videos.firmId, firmId), by),
  opinionStopped: (tx, parts, { caseId, by }) => restartRunning(tx, parts, eq(videos.caseId, caseId), by),
}

export const caseAnalysisListeners: Pick<CaseListeners, 'themesChanged'> = {
  /**
   * Reruns the findings and summary stages of completed analyses. Queued runs read the themes when they start, and a
   * running one rechecks them at the end (`worker/analyze.ts`). Analyses in other states or in locked sessions don't
   * change.
   */
  async themesChanged(tx, parts, { caseId, by }) {
    const ofCase = await tx
      .select({ id: videos.id })
      .from(videos)
      .where(and(eq(videos.caseId, caseId), isNull(videos.deletedAt), sql`not ${lockFlags.isLocked}`))
      .orderBy(asc(videos.id))
      .for('update')
    for (const { id } of ofCase) await refreshRun(tx, parts, id, by)
  },
}

export function keepFinding(
  { db, actor, ip }: Context,
  { videoId, findingId }: { videoId: string; findingId: string },
): Promise<Annotation> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'edit')
    const [found] = await tx
      .select({ body: findings.body })
      .from(findings)
      .where(and(eq(findings.id, findingId), eq(findings.videoId, videoId)))
    if (!found) throw absent('finding')
    const { body } = found
    if (body.startMs === null) {
      throw new Refusal('conflict', 'This finding has no timecode. Add an annotation manually.')
    }
    return insertKept(tx, { actor, ip }, video, {
      findingId,
      title: highlightTitle(body).slice(0, textLimits.title),
      description: [body.quote && `“${body.quote}”`, body.why].filter(Boolean).join('\n').slice(0, textLimits.long),
      category: highlightSpecs[body.type].category,
      severity: body.severity,
      ...{ startMs: body.startMs, endMs: body.endMs },
    })
  })
}
