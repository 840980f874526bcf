import { expect, test } from 'vitest'
import { containsWords, splitWords } from './pageSearch.ts'

test('splits words at whitespace, each once, ignoring case', () => {
  expect(splitWords('  Juror  NAMES juror ')).toEqual(['juror', 'names'])
  expect(splitWords(' ')).toEqual([])
})

test('finds a text that contains every word, in any order and place', () => {
  const texts = ['Deleted videos', 'are kept 30 days.']
  expect(containsWords(texts, ['days', 'delete'])).toBe(true)
  expect(containsWords(texts, ['days', 'cases'])).toBe(false)
  expect(containsWords(texts, [])).toBe(true)
})
