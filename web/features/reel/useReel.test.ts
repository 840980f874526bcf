import { expect, test } from 'vitest'
import { moved } from './useReel.ts'

const list = ['a', 'b', 'c'].map((id) => ({ id }))
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('')

test('one goes to its new place and the others close up', () => {
  expect(ids(moved(list, 'a', 2))).toBe('bca')
  expect(ids(moved(list, 'c', 0))).toBe('cab')
  expect(ids(moved(list, 'b', 1))).toBe('abc')
  expect(ids(moved(list, 'a', 99))).toBe('bca')
  expect(ids(moved(list, 'c', -5))).toBe('cab')
  expect(moved(list, 'x', 0)).toBe(list)
})
