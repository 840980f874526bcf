import { expect, test } from 'vitest'
import { proposeDate } from './proposeDate.ts'

/** A Friday. */
const today = '2026-03-13'

test('proposes the voir dire date or today, whichever is later', () => {
  const propose = (voirDireDate: string) => proposeDate({ voirDireDate, sessionDates: [], today })
  expect(propose('2026-03-18')).toBe('2026-03-18')
  expect(propose('2026-03-13')).toBe('2026-03-13')
  expect(propose('2026-03-02')).toBe('2026-03-13')
})

test('skips weekends and days that have a session', () => {
  const propose = (...sessionDates: (string | null)[]) => proposeDate({ voirDireDate: null, sessionDates, today })
  expect(propose('2026-03-13', null)).toBe('2026-03-16')
  expect(propose('2026-03-13', '2026-03-16', '2026-03-18')).toBe('2026-03-17')
  expect(propose('2026-03-12')).toBe('2026-03-13')
  expect(proposeDate({ voirDireDate: '2026-03-14', sessionDates: [], today })).toBe('2026-03-16')
})

test('crosses the end of a month, of a year, and of February in a leap year', () => {
  const propose = (day: string) => proposeDate({ voirDireDate: day, sessionDates: [day], today })
  expect(propose('2026-03-31')).toBe('2026-04-01')
  expect(propose('2026-12-31')).toBe('2027-01-01')
  expect(propose('2028-02-28')).toBe('2028-02-29')
})

test('proposes nothing for a case without dates', () => {
  expect(proposeDate({ voirDireDate: null, sessionDates: [null], today })).toBe('')
})
