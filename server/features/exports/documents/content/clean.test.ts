import { expect, test } from 'vitest'
import { cleanText } from './clean.ts'

test.each([
  ['a\u061Cb\u200Fc\u202Ed', 'abcd'],
  ['one\u2028two\u2029three\r\nfour\rfive', 'one\ntwo\nthree\nfour\nfive'],
])('removes invisible directions and normalizes line ends: %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected)
})
