import { expect, test } from 'vitest'
import { defaultWidths, moveBorder, parseWidths } from './panes.ts'

test('a border moves between its two neighbours and stops before one gets too narrow', () => {
  expect(moveBorder([40, 32, 28], 0, 5)).toEqual([45, 27, 28])
  expect(moveBorder([40, 32, 28], 0, 50)).toEqual([54, 18, 28])
  expect(moveBorder([40, 32, 28], 0, -50)).toEqual([18, 54, 28])
  expect(moveBorder([40, 32, 28], 1, -4)).toEqual([40, 28, 32])
})

test('remembers widths, and only such', () => {
  expect(parseWidths('30,40,30')).toEqual([30, 40, 30])
  for (const saved of [null, '', 'x,y,z', '90,5,5', '30,30', '50,50,50']) {
    expect(parseWidths(saved)).toEqual(defaultWidths)
  }
})
