import { expect, test } from 'vitest'
import { defaultSplit, defaultWidths, moveBorder, moveSplit, parseSplit, parseWidths } from './Panes.tsx'

test('a border moves between its neighbors and stops before a pane gets too narrow', () => {
  expect(moveBorder([40, 32, 28], 0, 5)).toEqual([45, 27, 28])
  expect(moveBorder([40, 32, 28], 0, 50)).toEqual([54, 18, 28])
  expect(moveBorder([40, 32, 28], 0, -50)).toEqual([18, 54, 28])
  expect(moveBorder([40, 32, 28], 1, -4)).toEqual([40, 28, 32])
})

test('remembers only valid widths', () => {
  expect(parseWidths('30,40,30')).toEqual([30, 40, 30])
  for (const saved of [null, '', 'x,y,z', '90,5,5', '30,30', '50,50,50']) {
    expect(parseWidths(saved)).toEqual(defaultWidths)
  }
})

test('a single border leaves both panes room and is remembered', () => {
  expect(moveSplit(58, 4)).toBe(62)
  expect(moveSplit(58, 100)).toBe(65)
  expect(moveSplit(58, -100)).toBe(35)
  expect(parseSplit('48')).toBe(48)
  for (const saved of [null, '', 'x', '0', '34', '66', '100']) expect(parseSplit(saved)).toBe(defaultSplit)
})
