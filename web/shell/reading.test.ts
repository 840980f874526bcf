import { expect, test } from 'vitest'
import { isReadingDown } from './reading.ts'

test.each([
  ['down the page', { before: 100, now: 140, left: 900, isByHand: true }, false, true],
  ['up the page', { before: 140, now: 130, left: 900, isByHand: true }, true, false],
  ['standing still', { before: 140, now: 140, left: 900, isByHand: true }, true, true],
  ['at its head', { before: 10, now: 0, left: 900, isByHand: true }, true, false],
  ['pulled beyond its head', { before: 0, now: -20, left: 900, isByHand: true }, true, false],
  ['at its end, where there is room', { before: 900, now: 960, left: 48, isByHand: true }, true, false],
  ['just before its end', { before: 900, now: 950, left: 49, isByHand: true }, false, true],
  ['taken to a section', { before: 0, now: 1200, left: 900, isByHand: false }, false, false],
  ['rolling on after the hand has let go', { before: 140, now: 180, left: 900, isByHand: false }, true, true],
])('%s', (_where, scrolled, wasDown, is) => {
  expect(isReadingDown(scrolled, wasDown)).toBe(is)
})
