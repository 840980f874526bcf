import { expect, test } from 'vitest'
import { containsWords, splitWords } from './pageSearch.ts'

test('words are told apart by white space, each once, without case', () => {
  expect(splitWords('  Juror  NAMES juror ')).toEqual(['juror', 'names'])
  expect(splitWords(' ')).toEqual([])
})

test('a text is found when it holds every word, in any order and place', () => {
  const texts = ['Deleted videos', 'are kept 30 days.']
  expect(containsWords(texts, ['days', 'delete'])).toBe(true)
  expect(containsWords(texts, ['days', 'cases'])).toBe(false)
  expect(containsWords(texts, [])).toBe(true)
})
