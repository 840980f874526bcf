import { afterEach, expect, test } from 'vitest'
import { chooseTimeDisplay } from '#web/platform/format.ts'
import { formatWhen, nameVideoLink } from './sessionLabels.ts'

test.each([
  [null, 'Open video'],
  [0, 'Open video (0 findings)'],
  [1, 'Open video (1 finding)'],
  [2, 'Open video (2 findings)'],
])('with %s findings, the link reads %s', (findings, words) => expect(nameVideoLink(findings)).toBe(words))

afterEach(() => chooseTimeDisplay({ timeZone: null, clock: null }))

test.each([
  ['12', '09:30', '16:00', 'Mar 14, 2026, 9:30 AM–4:00 PM'],
  ['12', '00:05', null, 'Mar 14, 2026, 12:05 AM'],
  ['24', '09:30', '16:00', 'Mar 14, 2026, 09:30–16:00'],
  ['12', null, null, 'Mar 14, 2026'],
] as const)('with a %s-hour clock, %s and %s read %s in any time zone', (clock, startTime, endTime, words) => {
  chooseTimeDisplay({ timeZone: 'Pacific/Auckland', clock })
  expect(formatWhen({ date: '2026-03-14', startTime, endTime }).replaceAll('\u00A0', ' ')).toBe(words)
})
