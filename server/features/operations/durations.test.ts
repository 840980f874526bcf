import { expect, test } from 'vitest'
import { addDurations, boundsMs, classify, noDurations, percentileMs } from './durations.ts'

const measured = (...times: number[]) => {
  const durations = noDurations()
  for (const ms of times) durations[classify(ms)]! += 1
  return durations
}

test('each duration falls in one bucket', () => {
  expect([0, 5, 5.1, 5000, 5001].map(classify)).toEqual([0, 0, 1, 9, 10])
})

test('a percentile falls in its bucket, in any order', () => {
  const times = Array.from({ length: 1000 }, (_, at) => (at * 37) % 1000)
  const exact = times.toSorted((a, b) => a - b)
  for (const share of [0.5, 0.9, 0.95, 0.99]) {
    const truth = exact[Math.ceil(share * times.length) - 1]!
    const found = percentileMs(measured(...times), share)!
    expect(classify(found)).toBe(classify(truth))
    expect(Math.abs(found - truth)).toBeLessThan(12)
  }
})

test('no measurements mean unknown, and the last bucket returns its lower bound', () => {
  expect(percentileMs(noDurations(), 0.95)).toBeNull()
  expect(percentileMs(measured(90_000), 0.95)).toBe(boundsMs.at(-1))
})

test('sums hours by bucket', () => {
  expect(addDurations(measured(1, 7), measured(7, 6000))).toEqual(measured(1, 7, 7, 6000))
})
