import { expect, test } from 'vitest'
import { markOverlaps } from './spans.ts'
import { countSteps, countWindows, hopSamples, placeWindow, windowSamples } from './windows.ts'

const steps = (...runs: [count: number, odds: number][]) =>
  Float32Array.from(runs.flatMap(([count, odds]) => Array.from({ length: count }, () => odds)))

test('what is sure for half a second and more is marked, on the clock of the recording', () => {
  const [span, ...more] = markOverlaps(steps([100, -6], [50, 6], [100, -6]))
  expect(more).toEqual([])
  expect(Math.abs((span?.startMs ?? 0) - 4000)).toBeLessThanOrEqual(80)
  expect(Math.abs((span?.endMs ?? 0) - 6000)).toBeLessThanOrEqual(80)
})

test('what is doubtful, or shorter, stays with its speaker', () => {
  expect(markOverlaps(steps([100, -6], [8, 6], [100, -6]))).toEqual([])
  expect(markOverlaps(steps([100, -6], [50, 1], [100, -6]))).toEqual([])
  expect(markOverlaps(new Float32Array(0))).toEqual([])
})

test('at either end of the recording it is heard as in the middle', () => {
  expect(markOverlaps(steps([30, 6]))).toEqual([{ startMs: 0, endMs: 1200 }])
})

/** Fills the steps of a recording from windows that hear several (`true`) or nobody but one. */
function fill(samples: number, hears: (window: number) => boolean): Float32Array {
  const values = new Float32Array(countSteps(samples)).fill(NaN)
  const windows = countWindows(samples)
  let filled = 0
  for (let at = 0; at < windows; at += 1)
    filled = placeWindow(values, filled, at, new Float32Array(332).fill(hears(at) ? 0.9 : 0.1), at === windows - 1)
  expect(filled).toBe(values.length)
  return values
}

test('windows leave no step out, whatever the length', () => {
  for (const samples of [1000, windowSamples, windowSamples + 1, 5 * hopSamples + 12_345, 30 * hopSamples])
    expect(fill(samples, () => true).every((odds) => odds > 0)).toBe(true)
})

test('the first second of a window is told by the one before it', () => {
  // The third window begins at 12 s; the second, which hears one, goes on to 13 s.
  const values = fill(5 * hopSamples, (at) => at === 2)
  expect([12.8, 13.2, 18.8, 19.2].map((second) => (values[second * 25] ?? 0) > 0)).toEqual([false, true, true, false])
})
