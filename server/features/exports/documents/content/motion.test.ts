import { expect, test } from 'vitest'
import type { MotionJuror, MotionQuote } from '#contract/highlights/motions.ts'
import { describePlace, findUnverified, listAllQuotes } from './motion.ts'

const quote = (more: Partial<MotionQuote> = {}) =>
  ({ id: 'q', page: 12, line: 4, start: 61, verified: { by: 'Ann', at: '2026-03-02' }, ...more }) as MotionQuote
const juror = (jurorNumber: string, ...chains: MotionQuote[][]) =>
  ({ jurorNumber, chains: chains.map((quotes) => ({ outcome: 'unresolved', quotes })) }) as MotionJuror

test('a quote is cited by page and line, else by time', () => {
  expect(describePlace({ page: 12, line: 4, start: 61 })).toBe('12:4')
  expect(describePlace({ page: 12, line: null, start: 61 })).toBe('12')
  expect(describePlace({ page: null, line: null, start: 61 })).toBe('0:01:01')
  expect(describePlace({ page: null, line: null, start: null })).toBe('an unknown time')
})

test('a motion is made only if somebody compared every quote with the recording', () => {
  expect(findUnverified([juror('12', [quote(), quote()])])).toBeNull()
  expect(findUnverified([])).toBeNull()
})

test('what is left to verify is named by juror and place', () => {
  const open = { verified: null }
  const motion = [
    juror('12', [quote(), quote({ ...open, line: 9 })], [quote({ ...open, page: 14, line: 1 })]),
    juror('13', [quote()]),
    juror('15', [quote({ ...open, page: null, line: null })]),
  ]
  expect(findUnverified(motion)).toBe(
    'Verify these quotes against the recording first: juror 12 at 12:9, 14:1; juror 15 at 0:01:01.',
  )
  expect(listAllQuotes(motion)).toHaveLength(5)
})
