import { expect, test } from 'vitest'
import { mergeTags } from './useHighlights.ts'

test('two tags put in one after the other are both there, though the second did not see the first', () => {
  expect(mergeTags(['a'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
  expect(mergeTags(['a', 'b'], ['a'], ['a', 'c'])).toEqual(['a', 'b', 'c'])
  expect(mergeTags(['a', 'b'], ['a'], [])).toEqual(['b'])
  expect(mergeTags(['a', 'b'], ['a'], ['a', 'b'])).toEqual(['a', 'b'])
})
