import { and, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { PartialTurn, StageName, StageProgress } from '#contract/videos/analysis.ts'
import { type VideoRow, videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { analyses, analysisRuns, partialTurns, type RunRow } from '../analysis.table.ts'

/** A claimed run. Every write must check its fence. */
export type Claim = { run: RunRow; video: VideoRow }

/** Uses the database's clock because workers' clocks differ. */
const now = sql`now()`

const live = inArray(analysisRuns.state, ['queued', 'running'])

/** Claims the run and fences out its previous worker. Returns null if the run was canceled or the video deleted. */
export async function claimRun(db: Db, runId: string): Promise<Claim | null> {
  const [run] = await db
    .update(analysisRuns)
    .set({
      state: 'running',
      fence: sql`${analysisRuns.fence} + 1`,
      startedAt: sql`coalesce(${analysisRuns.startedAt}, now())`,
      seenAt: now,
    })
    .where(and(eq(analysisRuns.id, runId), live))
    .returning()
  if (!run) return null
  const [video] = await db
    .select(getTableColumns(videos))
    .from(videos)
    .where(and(eq(videos.id, run.videoId), isNull(videos.deletedAt)))
  return video ? { run, video } : null
}

const held = ({ run }: Claim) =>
  and(eq(analysisRuns.id, run.id), eq(analysisRuns.fence, run.fence), eq(analysisRuns.state, 'running'))

export type RunProgress = {
  stage: StageName
  fraction: number
  secondsLeft: number | null
  stages: readonly StageProgress[]
}

/** Also serves as a heartbeat. If it returns false, the claim was lost and the worker must stop. */
export async function recordProgress(
  db: Db,
  claim: Claim,
  { stage, fraction, secondsLeft, stages }: RunProgress,
): Promise<boolean> {
  const updated = await db
    .update(analysisRuns)
    .set({ stage, fraction, secondsLeft, stages, seenAt: now })
    .where(held(claim))
    .returning({ id: analysisRuns.id })
  return updated.length > 0
}

export function recordPartial(db: Db, claim: Claim, turns: readonly PartialTurn[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [run] = await tx.select({ id: analysisRuns.id }).from(analysisRuns).where(held(claim)).for('update')
    if (!run) return false
    // An upsert can't update a row twice, so start times must be unique.
    const byStart = new Map(turns.map((turn) => [turn.startMs, { runId: run.id, ...turn }]))
    if (byStart.size > 0)
      await tx
        .insert(partialTurns)
        .values([...byStart.values()])
        .onConflictDoUpdate({
          target: [partialTurns.runId, partialTurns.startMs],
          set: { endMs: sql`excluded.end_ms`, text: sql`excluded.text` },
        })
    return true
  })
}

/** Clears the redo request once the old results are gone so that a retry doesn't delete new ones. */
export async function clearRedo(db: Db, claim: Claim): Promise<boolean> {
  const updated = await db
    .update(analysisRuns)
    .set({ redoFrom: null })
    .where(held(claim))
    .returning({ id: analysisRuns.id })
  return updated.length > 0
}

/**
 * Call this in the transaction that stores the results. If it returns false, the claim was lost and nothing may be
 * stored.
 */
export async function completeRun(tx: Db, claim: Claim): Promise<boolean> {
  const updated = await tx
    .update(analysisRuns)
    .set({ state: 'completed', fraction: 1, secondsLeft: 0, finishedAt: now })
    .where(held(claim))
    .returning({ id: analysisRuns.id })
  await tx.delete(partialTurns).where(eq(partialTurns.runId, claim.run.id))
  return updated.length > 0
}

export async function isAnalyzed(db: Db, videoId: string): Promise<boolean> {
  const [stored] = await db.select({ id: analyses.videoId }).from(analyses).where(eq(analyses.videoId, videoId))
  return stored !== undefined
}

export type RunFailure = { reason: string; stage: string | null; permanent: boolean }

export async function failRun(db: Db, claim: Claim, { reason, stage, permanent }: RunFailure): Promise<boolean> {
  const updated = await db
    .update(analysisRuns)
    .set({
      state: 'failed',
      failureReason: reason,
      failureStage: stage,
      permanent,
      secondsLeft: null,
      finishedAt: now,
    })
    .where(held(claim))
    .returning({ id: analysisRuns.id })
  return updated.length > 0
}

export async function returnRun(db: Db, claim: Claim): Promise<void> {
  await db.update(analysisRuns).set({ state: 'queued', secondsLeft: null }).where(held(claim))
}

export function listSilentRuns(db: Db, silentMs: number): Promise<RunRow[]> {
  const since = sql`now() - make_interval(secs => ${silentMs / 1000})`
  return db
    .select()
    .from(analysisRuns)
    .where(and(live, lt(sql`coalesce(${analysisRuns.seenAt}, ${analysisRuns.queuedAt})`, since)))
}

export async function failLostRun(db: Db, { id, fence, state }: RunRow, reason: string): Promise<boolean> {
  const updated = await db
    .update(analysisRuns)
    .set({
      state: 'failed',
      failureReason: reason,
      secondsLeft: null,
      finishedAt: now,
    })
    .where(and(eq(analysisRuns.id, id), eq(analysisRuns.fence, fence), eq(analysisRuns.state, state)))
    .returning({ id: analysisRuns.id })
  return updated.length > 0
}

export type WorkInUse = { workId: string; fence: number; isLive: boolean }

export async function findWorkInUse(db: Db, videoIds: string[]): Promise<Map<string, WorkInUse>> {
  if (videoIds.length === 0) return new Map()
  const { videoId, workId, fence, state } = analysisRuns
  const rows = await db
    .selectDistinctOn([videoId], { videoId, workId, fence, state })
    .from(analysisRuns)
    .where(inArray(videoId, videoIds))
    .orderBy(videoId, desc(analysisRuns.number))
  return new Map(
    rows.map((row) => [row.videoId, { workId: row.workId, fence: row.fence, isLive: row.state === 'running' }]),
  )
}
