import type { PartialTurn } from '#contract/videos/analysis.ts'
import type { Progress } from '#engine/progress.ts'
import {
  type Claim,
  recordPartial,
  recordProgress,
  type RunProgress,
} from '#server/features/analysis/runs/runs.queries.ts'
import type { Parts } from '#server/platform/parts.ts'

/** The engine tells five times a second; the row needs no more than this. */
const writeEveryMs = 1000
/** A stage that says nothing for long is alive as long as its worker is. */
const aliveEveryMs = 10_000

/** Writes progress into the run, and calls `onLost` once the run belongs to somebody else. */
export function reportProgress(parts: Parts, claim: Claim, onLost: () => void) {
  let latest: RunProgress = {
    stage: claim.run.stage ?? 'probe',
    fraction: claim.run.fraction,
    secondsLeft: null,
    stages: claim.run.stages ?? [],
  }
  let shownStage: string | null = null
  let changed = true
  let heard: PartialTurn[] = []
  let writtenAt = 0
  let pending: Promise<unknown> = Promise.resolve()

  const write = async (): Promise<void> => {
    changed = false
    writtenAt = Date.now()
    if (!(await recordProgress(parts.database.db, claim, latest))) return onLost()
    if (latest.stage === shownStage) return
    // People watching refetch on a change of stage; the numbers between come with their polling.
    shownStage = latest.stage
    parts.live.publish({ firmId: claim.video.firmId, nouns: ['videos'] })
  }
  const writeHeard = async (): Promise<void> => {
    const turns = heard
    heard = []
    if (!(await recordPartial(parts.database.db, claim, turns))) return onLost()
    parts.live.publish({ firmId: claim.video.firmId, nouns: ['transcripts'] })
  }
  const also = (work: () => Promise<unknown>): void => {
    // A write that fails is followed by the next; the claim itself is checked again when results are stored.
    pending = pending.then(work).catch(() => {})
  }
  const timer = setInterval(() => {
    if (changed || Date.now() - writtenAt >= aliveEveryMs) also(write)
    if (heard.length > 0) also(writeHeard)
  }, writeEveryMs)

  return {
    report({ stage, overall, secondsLeft, stages }: Progress): void {
      latest = { stage, fraction: Math.max(latest.fraction, Math.min(1, overall)), secondsLeft, stages }
      changed = true
    },
    /** Words that were recognised; they are written with the next progress. */
    hear(turns: readonly PartialTurn[]): void {
      heard.push(...turns)
    },
    /** Runs after the writes before it, and before the run ends. */
    also,
    async end(): Promise<void> {
      clearInterval(timer)
      // Which stage was the last, and how long it took, is asked for when the run is over.
      if (changed) also(write)
      await pending
    },
  }
}
