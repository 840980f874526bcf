import { expect, test } from 'vitest'
import type { StageName } from '#contract/videos/analysis.ts'
import { type Progress, trackProgress } from './progress.ts'
import type { Stage } from './stage.ts'

const stageOf = (name: StageName, weight: number) => ({ name, weight }) as Stage

function track(stages: Stage[]) {
  let clockMs = 0
  const seen: Progress[] = []
  const waiting = new Set(stages.map((stage) => stage.name))
  const tracker = trackProgress(
    stages,
    waiting,
    () => clockMs,
    (progress) => seen.push(progress),
  )
  return { tracker, seen, wait: (seconds: number) => (clockMs += seconds * 1000), last: () => seen.at(-1) }
}

test('estimates time left from measured speed, not only from weights', () => {
  const { tracker, wait, last } = track([stageOf('probe', 1), stageOf('audio', 4), stageOf('proxy', 5)])
  tracker.begin('probe')
  expect(last()).toMatchObject({ overall: 0, secondsLeft: null })
  wait(10)
  tracker.end('probe')
  expect(last()).toMatchObject({ overall: 0.1, secondsLeft: 90 })
  tracker.begin('audio')
  wait(30)
  tracker.move('audio', 0.25)
  // This stage needs another 90 s. The last stage has a weight of 5 and needs 20 s per unit.
  expect(last()).toMatchObject({ overall: 0.2, secondsLeft: 90 + 100 })
})

test('limits reports and never moves the bar backward', () => {
  const { tracker, seen, wait, last } = track([stageOf('probe', 1)])
  tracker.begin('probe')
  for (let i = 0; i < 100; i++) {
    wait(0.01)
    tracker.move('probe', i / 100)
  }
  expect(seen.length).toBeLessThan(8)
  wait(1)
  tracker.move('probe', 0.1)
  expect(last()?.overall).toBeGreaterThan(0.5)
  wait(1)
  tracker.move('probe', Number.NaN)
  expect(last()?.fraction).toBe(0)
})

test('gives each stage its own time: elapsed, remaining, or reused', () => {
  let clockMs = 0
  const seen: Progress[] = []
  const stages = [stageOf('probe', 1), stageOf('audio', 1), stageOf('thumbnails', 2), stageOf('proxy', 4)]
  const tracker = trackProgress(
    stages,
    new Set<StageName>(['audio', 'thumbnails', 'proxy']),
    () => clockMs,
    (progress) => seen.push(progress),
  )
  tracker.begin('audio')
  clockMs += 10_000
  tracker.begin('thumbnails', true)
  tracker.end('audio')
  expect(seen.at(-1)?.stages).toEqual([
    { name: 'probe', state: 'kept', seconds: null, secondsLeft: null },
    { name: 'audio', state: 'done', seconds: 10, secondsLeft: null },
    { name: 'thumbnails', state: 'running', seconds: 0, secondsLeft: 20 },
    { name: 'proxy', state: 'waiting', seconds: null, secondsLeft: 40 },
  ])
  clockMs += 5000
  tracker.move('thumbnails', 0.5, true)
  expect(seen.at(-1)).toMatchObject({ stage: 'audio', overall: (1 + 1 + 1) / 8 })
  expect(seen.at(-1)?.stages[2]).toMatchObject({ state: 'running', seconds: 5, secondsLeft: 5 })
})
