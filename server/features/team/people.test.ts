import { expect, test } from 'vitest'
import { initialsOf } from './people.ts'

test.each([
  ['Trial attorney, sample', 'TS'],
  ['Consultant', 'C'],
  ['María Nu\u0301n\u0303ez', 'MN'],
  ['प्रिया शर्मा', 'पश'],
  ['𠮷田 𠮷野', '𠮷𠮷'],
  ['–', '?'],
])('the initials of %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
