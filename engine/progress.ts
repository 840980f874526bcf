import type { StageName, StageProgress } from '#contract/videos/analysis.ts'
import type { Stage } from './stage.ts'

export type Progress = {
  stage: StageName
  fraction: number
  /** A value from 0 to 1 that never decreases. */
  overall: number
  secondsLeft: number | null
  stages: StageProgress[]
}

/** Below these minimums, a measured rate is mostly noise. */
const minSeconds = 2
const minFraction = 0.05
const everyMs = 200

type Seen = {
  name: StageName
  weight: number
  state: StageProgress['state']
  fraction: number
  beganAt: number
  seconds: number | null
}

export function trackProgress(
  stages: readonly Pick<Stage, 'name' | 'weight'>[],
  waiting: ReadonlySet<StageName>,
  now: () => number,
  report: (p: Progress) => void,
) {
  const all = stages.map(({ name, weight }): Seen => {
    const state = waiting.has(name) ? 'waiting' : 'kept'
    return { name, weight, state, fraction: 0, beganAt: 0, seconds: null }
  })
  const byName = new Map(all.map((each) => [each.name, each]))
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  const runBeganAt = now()
  let overall = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let reported = all[0]

  const since = (from: number) => (now() - from) / 1000
  const weightDone = ({ state, weight, fraction }: Seen) =>
    state === 'done' ? weight : state === 'running' ? weight * fraction : 0
  const pace = (): number | null => {
    const done = all.reduce((sum, each) => sum + weightDone(each), 0)
    return since(runBeganAt) < minSeconds || done <= 0 ? null : since(runBeganAt) / done
  }
  const estimateRemaining = (
    { state, weight, fraction, beganAt }: Seen,
    secondsPerWeight: number | null,
  ): number | null => {
    if (state === 'done' || state === 'kept') return null
    const ran = since(beganAt)
    if (state === 'running' && fraction >= minFraction && ran >= minSeconds) return (ran * (1 - fraction)) / fraction
    return secondsPerWeight === null ? null : weight * (1 - fraction) * secondsPerWeight
  }
  const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds))

  const tell = (seen: Seen) => {
    reported = seen
    const secondsPerWeight = pace()
    const shares = all.reduce((sum, each) => sum + (each.state === 'kept' ? each.weight : weightDone(each)), 0)
    overall = Math.max(overall, total === 0 ? 1 : Math.min(1, shares / total))
    reportedAt = now()
    const left = all.reduce((sum, each) => sum + (estimateRemaining(each, secondsPerWeight) ?? 0), 0)
    report({
      stage: seen.name,
      fraction: seen.state === 'done' ? 1 : seen.fraction,
      overall,
      secondsLeft: secondsPerWeight === null ? null : Math.round(left),
      stages: all.map((each) => ({
        name: each.name,
        state: each.state,
        seconds: each.state === 'running' ? Math.round(since(each.beganAt)) : each.seconds,
        secondsLeft: rounded(estimateRemaining(each, secondsPerWeight)),
      })),
    })
  }
  const get = (name: StageName): Seen => {
    const seen = byName.get(name)
    if (!seen) throw new Error(`stage ${name} is not part of this run`)
    return seen
  }
  return {
    begin(name: StageName, beside = false) {
      const seen = get(name)
      Object.assign(seen, { state: 'running', beganAt: now() } satisfies Partial<Seen>)
      if (!beside || !reported) tell(seen)
    },
    move(name: StageName, fraction: number, beside = false) {
      const seen = get(name)
      seen.fraction = Math.min(1, Math.max(0, Number.isFinite(fraction) ? fraction : 0))
      if (now() - reportedAt >= everyMs) tell(beside && reported ? reported : seen)
    },
    end(name: StageName, beside = false) {
      const seen = get(name)
      Object.assign(seen, { state: 'done', seconds: since(seen.beganAt) } satisfies Partial<Seen>)
      tell(beside && reported ? reported : seen)
    },
  }
}
