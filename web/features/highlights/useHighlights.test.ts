import { expect, test } from 'vitest'
import { tagsAfter } from './useHighlights.ts'

test('two tags put in one after the other are both there, though the second did not see the first', () => {
  expect(tagsAfter(['a'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
  expect(tagsAfter(['a', 'b'], ['a'], ['a', 'c'])).toEqual(['a', 'b', 'c'])
  expect(tagsAfter(['a', 'b'], ['a'], [])).toEqual(['b'])
  expect(tagsAfter(['a', 'b'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
})
