import type { PartialTurn } from '#contract/videos/analysis.ts'
import type { Progress } from '#engine/progress.ts'
import {
  type Claim,
  recordPartial,
  recordProgress,
  type RunProgress,
} from '#server/features/analysis/runs/runs.queries.ts'
import type { Parts } from '#server/platform/parts.ts'

const writeEveryMs = 1000
/** Heartbeat interval during stages that don't report progress. */
const aliveEveryMs = 10_000

export function reportProgress(parts: Parts, claim: Claim, onLost: () => void) {
  let latest: RunProgress = {
    stage: claim.run.stage ?? 'probe',
    fraction: claim.run.fraction,
    secondsLeft: null,
    stages: claim.run.stages ?? [],
  }
  let shownStage: string | null = null
  let changed = true
  let waiting: PartialTurn[] = []
  let writtenAt = 0
  let pending: Promise<unknown> = Promise.resolve()

  const write = async (): Promise<void> => {
    changed = false
    writtenAt = Date.now()
    if (!(await recordProgress(parts.database.db, claim, latest))) return onLost()
    if (latest.stage === shownStage) return
    // Clients refetch when the stage changes and poll for progress in between.
    shownStage = latest.stage
    parts.live.publish({ firmId: claim.video.firmId, nouns: ['videos'] })
  }
  const writeHeard = async (): Promise<void> => {
    const turns = waiting
    waiting = []
    if (!(await recordPartial(parts.database.db, claim, turns))) return onLost()
    parts.live.publish({ firmId: claim.video.firmId, nouns: ['transcripts'] })
  }
  const also = (work: () => Promise<unknown>): void => {
    // Ignores failed writes. The next update follows soon, and the claim is checked again when the results are stored.
    pending = pending.then(work).catch(() => {})
  }
  const timer = setInterval(() => {
    if (changed || Date.now() - writtenAt >= aliveEveryMs) also(write)
    if (waiting.length > 0) also(writeHeard)
  }, writeEveryMs)

  return {
    report({ stage, overall, secondsLeft, stages }: Progress): void {
      latest = { stage, fraction: Math.max(latest.fraction, Math.min(1, overall)), secondsLeft, stages }
      changed = true
    },
    hear(turns: readonly PartialTurn[]): void {
      waiting.push(...turns)
    },
    also,
    async end(): Promise<void> {
      clearInterval(timer)
      if (changed) also(write)
      await pending
    },
  }
}
