import { expect, test } from 'vitest'
import { clockOf } from './clean.ts'

test('a time of day is that of the court, not the next day of Greenwich', () => {
  const evening = '2026-03-03T00:30:00.000Z'
  expect(clockOf(evening, 'America/Los_Angeles')).toBe('2026-03-02 16:30 PST')
  expect(clockOf('2026-07-01T21:05:00.000Z', 'America/Chicago')).toBe('2026-07-01 16:05 CDT')
  expect(clockOf(evening, 'UTC')).toBe('2026-03-03 00:30 UTC')
  expect(clockOf(null, 'UTC')).toBe('')
})
