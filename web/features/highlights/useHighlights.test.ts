import { expect, test } from 'vitest'
import { mergeTags } from './useHighlights.ts'

test('keeps both of two quickly added tags', () => {
  expect(mergeTags(['a'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
  expect(mergeTags(['a', 'b'], ['a'], ['a', 'c'])).toEqual(['a', 'b', 'c'])
  expect(mergeTags(['a', 'b'], ['a'], [])).toEqual(['b'])
  expect(mergeTags(['a', 'b'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
})
