import { expect, test, afterEach } from 'vitest'
import { Account } from '#contract/account/auth.ts'
import {
  describeConfidence,
  formatAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatKeepDays,
  formatTimecode,
  formatTimeLeft,
  chooseTimeDisplay,
  timeDisplay,
  readSeconds,
  describeBrowser,
} from './format.ts'

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2, '1.00 MB'],
  [734_003_200, '700.00 MB'],
  [1024 ** 3, '1.00 GB'],
  [20 * 1024 ** 3, '20.00 GB'],
  [5 * 1024 ** 4, '5120.00 GB'],
])('formats %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test.each([
  [null, 'a limited time'],
  [0, null],
  [1, '1 day'],
  [30, '30 days'],
  [3650, '3,650 days'],
])('formats %s days of keeping deleted items as %s', (days, text) => expect(formatKeepDays(days)).toBe(text))

test('an older server doesn’t say how long it keeps deleted items', () => {
  expect(formatKeepDays(Account.shape.deletedKeepDays.parse(undefined))).toBe('a limited time')
})

test.each([
  [0, '0:00'],
  [59.99, '0:59'],
  [65.4, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_605, '10:10:05'],
])('formats %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

test.each([
  [736.5, '00:12:16.500'],
  [0.0004, '00:00:00.000'],
  [59.9996, '00:01:00.000'],
  [4210.123, '01:10:10.123'],
])('formats %d seconds as timecode %s', (seconds, text) => expect(formatTimecode(seconds)).toBe(text))

const now = Date.parse('2026-11-21T12:00:00Z')
test.each([
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T10:30:00Z', '1 hour ago'],
  ['2026-11-19T12:00:00Z', '2 days ago'],
  ['2026-10-01T12:00:00Z', '1 month ago'],
  ['2024-11-20T12:00:00Z', '2 years ago'],
])('%s is %s', (iso, text) => expect(formatAgo(iso, now)).toBe(text))

test.each([
  [0, '1 s'],
  [40, '40 s'],
  [125, '2 min'],
  [3600, '1 h'],
  [5400, '1 h 30 min'],
])('formats %d seconds left as %s', (seconds, text) => expect(formatTimeLeft(seconds)).toBe(text))

test.each(['Pacific/Honolulu', 'America/Los_Angeles', 'Pacific/Auckland'])(
  'a calendar day stays the same for someone who chose %s',
  (timeZone) => {
    chooseTimeDisplay({ timeZone, clock: null })
    for (const format of [formatDay, formatDate, formatDateTime]) {
      expect(format('2026-11-21')).toMatch(/\b21\b/)
      expect(format('2026-03-01')).toMatch(/\b1\b/)
    }
    chooseTimeDisplay({ timeZone: null, clock: null })
  },
)

afterEach(() => chooseTimeDisplay({ timeZone: null, clock: null }))

const noon = '2026-07-01T12:30:00.000Z'

test('shows times in the chosen zone and clock format', () => {
  chooseTimeDisplay({ timeZone: 'America/Chicago', clock: '24' })
  expect(formatDateTime(noon)).toContain('07:30')
  chooseTimeDisplay({ timeZone: 'Asia/Tokyo', clock: '12' })
  expect(formatDateTime(noon)).toMatch(/9:30\sPM/)
})

test('treats a zone unknown to this browser as none', () => {
  chooseTimeDisplay({ timeZone: 'Mars/Base', clock: null })
  expect(timeDisplay()).toEqual({ timeZone: null, clock: null })
})

test.each([
  ['90', 90],
  [' 1:30 ', 90],
  ['1:02:03.5', 3723.5],
  ['00:00:07.250', 7.25],
  ['', null],
  ['1:2:3:4', null],
  ['half past', null],
  ['-5', null],
])('“%s” is %s', (text, seconds) => {
  expect(readSeconds(text)).toBe(seconds)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  ['curl/8.0', 'curl'],
  [null, 'Unknown browser'],
])('%s is %s', (agent, name) => expect(describeBrowser(agent)).toBe(name))

test('shows a percentage where it was measured, and a band for pauses', () => {
  expect(describeConfidence('hardship', 0.91)).toBe('91%')
  expect(describeConfidence('long_pause', 0.91)).toBe('high confidence')
  expect(describeConfidence('long_pause', 0.6)).toBe('medium confidence')
  expect(describeConfidence('long_pause', 0.3)).toBe('low confidence')
})
