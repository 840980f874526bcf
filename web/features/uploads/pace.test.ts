import { expect, test } from 'vitest'
import { createMeter } from './pace.ts'

test('shows nothing before it has measured', () => {
  const meter = createMeter(1000)
  expect(meter(0, 0)).toBeNull()
  expect(meter(50, 100)).toBeNull()
})

test('shows rate and time left', () => {
  const meter = createMeter(1000)
  meter(0, 0)
  expect(meter(500, 1000)).toEqual({ bytesPerSecond: 500, secondsLeft: 1 })
})

test('follows a slowing connection smoothly', () => {
  const meter = createMeter(10_000)
  meter(0, 0)
  meter(1000, 1000)
  expect(meter(1100, 2000)?.bytesPerSecond).toBeCloseTo(730)
})

test('restarts when a resumed upload goes back', () => {
  const meter = createMeter(1000)
  meter(0, 0)
  meter(500, 1000)
  expect(meter(200, 1100)?.bytesPerSecond).toBe(500)
  expect(meter(300, 2100)?.secondsLeft).toBeGreaterThan(0)
})
