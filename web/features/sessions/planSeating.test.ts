import { expect, test } from 'vitest'
import { describeSeats, planSeating } from './planSeating.ts'

test('seats the whole panel unless the court fills a box', () => {
  const jury = { jurySize: 12, alternates: 2 }
  const describe = (selectionMethod: 'struck_panel' | 'strike_and_replace' | null, panel: number) =>
    describeSeats(planSeating({ ...jury, selectionMethod }, panel))
  expect(describe('struck_panel', 60)).toBe('60 seats in 6 rows')
  expect(describe(null, 35)).toBe('35 seats in 4 rows')
  expect(describe('strike_and_replace', 60)).toBe('14 seats in 2 rows')
  expect(describe('struck_panel', 0)).toBe('14 seats in 2 rows')
})
