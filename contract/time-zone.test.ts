import { expect, test } from 'vitest'
import { instantIn, isTimeZone } from './time-zone.ts'

test.each([
  ['America/Chicago', '2026-01-14', '09:30', '2026-01-14T15:30:00.000Z'],
  ['America/Chicago', '2026-07-14', '09:30', '2026-07-14T14:30:00.000Z'],
  // The clocks change at 2:00 AM on both days.
  ['America/Chicago', '2026-03-08', '01:30', '2026-03-08T07:30:00.000Z'],
  ['America/Chicago', '2026-03-08', '03:30', '2026-03-08T08:30:00.000Z'],
  ['America/Chicago', '2026-11-01', '03:30', '2026-11-01T09:30:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', '00:15', '2025-12-31T18:45:00.000Z'],
  ['Pacific/Auckland', '2026-01-01', '00:00', '2025-12-31T11:00:00.000Z'],
])('in %s on %s, %s is %s', (zone, day, time, instant) => {
  expect(instantIn(zone, day, time).toISOString()).toBe(instant)
})

test.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['+05:30', false],
  ['Chicago', false],
  ['', false],
])('accepts "%s" as a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is)
})
