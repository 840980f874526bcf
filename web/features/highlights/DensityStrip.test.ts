import { expect, test } from 'vitest'
import { measureDensity } from './DensityStrip.tsx'

test('counts each highlight in one bucket, including the last second', () => {
  const bins = measureDensity([{ clock: 0 }, { clock: 24.9 }, { clock: 25 }, { clock: 100 }, { clock: null }], 100, 4)
  expect(bins.map((each) => each.count)).toEqual([2, 1, 0, 1])
  expect(bins.map((each) => each.startSeconds)).toEqual([0, 25, 50, 75])
})

test('counts nothing in a session without length', () => {
  expect(measureDensity([{ clock: 0 }], 0, 2).map((each) => each.count)).toEqual([0, 0])
})
