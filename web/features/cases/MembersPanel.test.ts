import { afterEach, expect, test } from 'vitest'
import { chooseTimeDisplay } from '#web/platform/format.ts'
import { getAccessEnd, getLastDay } from './MembersPanel.tsx'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each(['America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Auckland'])(
  'in %s, shows the last day of access as chosen and keeps it on save',
  (timeZone) => {
    process.env['TZ'] = timeZone
    const until = getAccessEnd('2026-11-30', null)
    expect(getLastDay(until)).toBe('2026-11-30')
    expect(getAccessEnd('2026-11-30', until)).toBe(until)
    expect(getLastDay(getAccessEnd('2026-12-01', until))).toBe('2026-12-01')
    // Keeps a time that isn't the end of a local day, such as one set in another time zone.
    expect(getAccessEnd(getLastDay('2026-11-30T15:00:00.000Z'), '2026-11-30T15:00:00.000Z')).toBe(
      '2026-11-30T15:00:00.000Z',
    )
    expect([getLastDay(null), getAccessEnd('', until), getAccessEnd('', null)]).toEqual(['', null, null])
  },
)

test("uses the last day in the user's time zone", () => {
  chooseTimeDisplay({ timeZone: 'America/Los_Angeles', clock: null })
  expect(getAccessEnd('2026-11-30', null)).toBe('2026-12-01T07:59:59.000Z')
  expect(getLastDay('2026-12-01T07:59:59.000Z')).toBe('2026-11-30')
  chooseTimeDisplay({ timeZone: null, clock: null })
})
