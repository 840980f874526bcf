import { afterEach, expect, test } from 'vitest'
import { formatDateTime } from './format.ts'
import { chooseTimeDisplay, timeDisplay } from './timeDisplay.ts'

afterEach(() => chooseTimeDisplay({ timeZone: null, clock: null }))

const noon = '2026-07-01T12:30:00.000Z'

test('shows times in the chosen zone and by the chosen clock', () => {
  chooseTimeDisplay({ timeZone: 'America/Chicago', clock: '24' })
  expect(formatDateTime(noon)).toContain('07:30')
  chooseTimeDisplay({ timeZone: 'Asia/Tokyo', clock: '12' })
  expect(formatDateTime(noon)).toMatch(/9:30\sPM/)
})

test('takes a zone that this browser does not know for none', () => {
  chooseTimeDisplay({ timeZone: 'Mars/Base', clock: null })
  expect(timeDisplay()).toEqual({ timeZone: null, clock: null })
})
