import { expect, test } from 'vitest'
import { indexAt } from './playback.ts'

test('finds the current turn', () => {
  const starts = Float64Array.of(0.5, 1, 1, 4)
  expect([0, 0.5, 0.9, 1, 3.9, 4, 99].map((seconds) => indexAt(starts, seconds))).toEqual([-1, 0, 0, 2, 2, 3, 3])
  expect(indexAt([], 1)).toBe(-1)
})
