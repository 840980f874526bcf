import { expect, test } from 'vitest'
import { findJuror } from '#contract/jurors/seats.ts'

const jurors = [
  { id: 'a', jurorNumber: '4' },
  { id: 'b', jurorNumber: '012' },
  { id: 'c', jurorNumber: '12' },
  { id: 'd', jurorNumber: 'B-12' },
]
const idOf = (jurorNumber: string | null, seat: number | null = null) =>
  findJuror({ jurorNumber, seat }, jurors, [{ seat: 7, jurorId: 'd' }])?.id ?? null

test('matches a spoken number to a juror, ignoring leading zeros', () => {
  expect([idOf('12'), idOf('012'), idOf('04'), idOf('b-12'), idOf('5')]).toEqual(['c', 'b', 'a', 'd', null])
})

test('matches a spoken seat to its juror in this session only', () => {
  expect([idOf(null, 7), idOf(null, 8), idOf(null)]).toEqual(['d', null, null])
})
