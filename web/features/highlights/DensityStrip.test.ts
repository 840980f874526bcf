import { expect, test } from 'vitest'
import { measureDensity } from './DensityStrip.tsx'

test('counts each highlight in one stretch, the last second included', () => {
  const bins = measureDensity([{ clock: 0 }, { clock: 24.9 }, { clock: 25 }, { clock: 100 }, { clock: null }], 100, 4)
  expect(bins.map((each) => each.count)).toEqual([2, 1, 0, 1])
  expect(bins.map((each) => each.startSeconds)).toEqual([0, 25, 50, 75])
})

test('a session without length has nothing to count', () => {
  expect(measureDensity([{ clock: 0 }], 0, 2).map((each) => each.count)).toEqual([0, 0])
})
