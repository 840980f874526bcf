import { expect, test } from 'vitest'
import { readThemes } from './topics.ts'

const themes = [
  { name: 'Fracking', watchWords: ['shale gas', 'well water'] },
  { name: 'Corporate greed', watchWords: ['profit', 'cut corners'] },
]

test.each([
  ['They cut corners for profits, all of them.', [['Corporate greed', 2]]],
  ['I signed against SHALE-GAS drilling; our well’s water went bad.', [['Fracking', 1]]],
  [
    'It is corporate greed, and fracking ruined the wells.',
    [
      ['Fracking', 1],
      ['Corporate greed', 1],
    ],
  ],
  ['A non-profit helped us. Profitable? No.', []],
  ['', []],
] as const)('%s', (text, found) => {
  expect(readThemes(themes)(text).map(({ name, mentions }) => [name, mentions])).toEqual(found)
})

test('finds no theme made only of symbols', () => {
  expect(readThemes([{ name: '!!', watchWords: [] }])('Anything !! at all')).toEqual([])
})
