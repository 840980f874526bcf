import { expect, test } from 'vitest'
import { isReadingDown } from './reading.ts'

test.each([
  ['down the page', { before: 100, now: 140, left: 900 }, false, true],
  ['up the page', { before: 140, now: 130, left: 900 }, true, false],
  ['standing still', { before: 140, now: 140, left: 900 }, true, true],
  ['at its head', { before: 10, now: 0, left: 900 }, true, false],
  ['pulled beyond its head', { before: 0, now: -20, left: 900 }, true, false],
  ['at its end, where there is room', { before: 900, now: 960, left: 48 }, true, false],
  ['just before its end', { before: 900, now: 950, left: 49 }, false, true],
])('%s', (_where, scrolled, wasDown, is) => {
  expect(isReadingDown(scrolled, wasDown)).toBe(is)
})
