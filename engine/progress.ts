import type { StageName } from '#contract/analysis.ts'
import type { Stage } from './stage.ts'

export type Progress = {
  stage: StageName
  /** Of the stage, 0 to 1. */
  fraction: number
  /** Of the whole run, 0 to 1; never falls. */
  overall: number
  /** Null until enough was done to tell. */
  secondsLeft: number | null
}

/** Below this a rate is mostly noise: the start of a process, the first second of a file. */
const minSeconds = 2
const minFraction = 0.05
/** A screen needs no more; the first and last word of a stage always pass. */
const everyMs = 200

/**
 * Turns fractions of stages into one bar and a time left: the weights say how much is to do, the time measured in this
 * run says how long a unit of weight takes, and the stage that is running is judged by its own speed.
 */
export function trackProgress(
  stages: readonly Stage[],
  waiting: ReadonlySet<StageName>,
  now: () => number,
  report: (p: Progress) => void,
) {
  const total = stages.reduce((sum, stage) => sum + stage.weight, 0)
  const weightOf = new Map(stages.map((stage) => [stage.name, stage.weight]))
  let left = stages.reduce((sum, stage) => sum + (waiting.has(stage.name) ? stage.weight : 0), 0)
  let workedWeight = 0
  let overall = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let startedAt = now()
  const runStartedAt = startedAt

  const estimate = (weight: number, fraction: number): number | null => {
    const ranSeconds = (now() - runStartedAt) / 1000
    const done = workedWeight + weight * fraction
    if (ranSeconds < minSeconds || done <= 0) return null
    const secondsPerWeight = ranSeconds / done
    const inStage = (now() - startedAt) / 1000
    const ofStage =
      fraction >= minFraction && inStage >= minSeconds
        ? (inStage * (1 - fraction)) / fraction
        : weight * (1 - fraction) * secondsPerWeight
    return Math.round(ofStage + (left - weight) * secondsPerWeight)
  }
  /** What was told last; `weight` is 0 once the stage's share is no longer among what is left. */
  let told: { stage: StageName; fraction: number; weight: number } = {
    stage: stages[0]?.name ?? 'probe',
    fraction: 0,
    weight: 0,
  }
  const tell = (stage: StageName, fraction: number, weight = weightOf.get(stage) ?? 0) => {
    told = { stage, fraction, weight }
    overall = Math.max(overall, total === 0 ? 1 : Math.min(1, (total - left + weight * fraction) / total))
    reportedAt = now()
    report({ stage, fraction, overall, secondsLeft: estimate(weight, fraction) })
  }
  const settle = (stage: StageName) => {
    const weight = weightOf.get(stage) ?? 0
    left -= weight
    workedWeight += weight
  }
  return {
    begin(stage: StageName) {
      startedAt = now()
      tell(stage, 0)
    },
    move(stage: StageName, fraction: number) {
      if (now() - reportedAt >= everyMs) tell(stage, Math.min(1, Math.max(0, Number.isFinite(fraction) ? fraction : 0)))
    },
    end(stage: StageName) {
      tell(stage, 1)
      settle(stage)
      told.weight = 0
    },
    /** A stage that runs beside the one being told of: a sign of life, in the other's name. */
    beat() {
      if (now() - reportedAt >= everyMs) tell(told.stage, told.fraction, told.weight)
    },
    /** Its share counts from now on. */
    endBeside(stage: StageName) {
      settle(stage)
      tell(told.stage, told.fraction, told.weight)
    },
  }
}
