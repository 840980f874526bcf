import { expect, test } from 'vitest'
import { readSeconds } from './readSeconds.ts'

test.each([
  ['90', 90],
  [' 1:30 ', 90],
  ['1:02:03.5', 3723.5],
  ['00:00:07.250', 7.25],
  ['', null],
  ['1:2:3:4', null],
  ['half past', null],
  ['-5', null],
])('“%s” is %s', (text, seconds) => {
  expect(readSeconds(text)).toBe(seconds)
})
