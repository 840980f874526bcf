import { expect, test } from 'vitest'
import { readStrikeSheet } from './strikeSheet.ts'

const jurors = ['18', '24', '31', '7B'].map((number) => ({ id: `id-${number}`, number }))
const read = (text: string, seats = 14) => {
  const { places, ...faults } = readStrikeSheet(text, jurors, seats)
  return { places: places.map(({ seat, jurorId }) => `${seat}: ${jurorId.slice(3)}`), ...faults }
}
const none = { unknown: [], repeated: [], outside: [] }

test('reads one number per line as the order of seats', () => {
  expect(read('018\n\n24  Example, Ann\n7b')).toEqual({ ...none, places: ['1: 18', '2: 24', '3: 7B'] })
})

test('reads seat and juror from a pasted sheet', () => {
  const places = ['1: 31', '5: 18', '6: 24']
  expect(read('Seat\tJuror\tName\n1\t31\tA. Example\n5\t18\tB. Example\n6\t24\tC. Example')).toEqual({
    ...none,
    places,
  })
  expect(read('Seat 1: Juror 31\nSeat 5: Juror No. 18\n6 - 24')).toEqual({ ...none, places })
})

test('doesn’t take ages for jurors', () => {
  const places = ['1: 18', '2: 24', '3: 31']
  expect(read('18 31\n24 52\n31 18')).toEqual({ ...none, places })
  expect(read('18 24\n24 31\n31 18', 14)).toEqual({ ...none, places })
})

test('names the lines it can’t use and seats the rest', () => {
  expect(read('1\t18\n2\t99\n2\t24\n2\t31\n99\t31\n3\t18', 6)).toEqual({
    places: ['1: 18', '2: 24'],
    unknown: ['2\t99'],
    repeated: ['2\t31', '3\t18'],
    outside: ['99\t31'],
  })
  expect(read('')).toEqual({ ...none, places: [] })
})

test('reads numbers with hyphens, and hyphens between seat and juror', () => {
  const panel = ['12-0345', 'A-7', '24'].map((number) => ({ id: number, number }))
  const places = [
    { seat: 1, jurorId: '12-0345' },
    { seat: 2, jurorId: 'A-7' },
    { seat: 3, jurorId: '24' },
  ]
  expect(readStrikeSheet('1: 12-0345 Example, Ann\n2: A-7\n3-24', panel, 14)).toEqual({ ...none, places })
})
