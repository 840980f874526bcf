import { expect, test } from 'vitest'
import { moveItem } from './useReel.ts'

const list = ['a', 'b', 'c'].map((id) => ({ id }))
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('')

test('moves one clip and closes the gap', () => {
  expect(ids(moveItem(list, 'a', 2))).toBe('bca')
  expect(ids(moveItem(list, 'c', 0))).toBe('cab')
  expect(ids(moveItem(list, 'b', 1))).toBe('abc')
  expect(ids(moveItem(list, 'a', 99))).toBe('bca')
  expect(ids(moveItem(list, 'c', -5))).toBe('cab')
  expect(moveItem(list, 'x', 0)).toBe(list)
})
