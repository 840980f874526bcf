import { expect, test } from 'vitest'
import { findChange } from './change.ts'

const original = 'I back the blue always have.'

test('finds one changed word, several, or none', () => {
  expect(findChange(original, [], original)).toBeNull()
  expect(findChange(original, [], 'I  back the blue\nalways have.')).toBeNull()
  expect(findChange(original, [], 'I back the crew always have.')).toEqual({
    from: 3,
    to: 3,
    newText: 'crew',
    replaces: [],
  })
  expect(findChange(original, [], 'You lack the blue always have.')).toMatchObject({
    from: 0,
    to: 1,
    newText: 'You lack',
  })
})

test('finds inserted and deleted words', () => {
  expect(findChange(original, [], 'I back the blue, I always have.')).toMatchObject({
    from: 3,
    to: 3,
    newText: 'blue, I',
  })
  expect(findChange(original, [], 'I back the blue and always have.')).toMatchObject({ to: 3, newText: 'blue and' })
  expect(findChange(original, [], `Well, ${original}`)).toMatchObject({ from: 0, to: 0, newText: 'Well, I' })
  expect(findChange(original, [], `${original} Yes.`)).toMatchObject({ from: 5, to: 5, newText: 'have. Yes.' })
  expect(findChange(original, [], 'I back blue always have.')).toMatchObject({ from: 2, to: 2, newText: '' })
})

test('keeps an earlier correction elsewhere and replaces a touched one whole', () => {
  const live = [{ id: 'a', from: 1, to: 2, newText: 'lack a' }]
  expect(findChange(original, live, 'I lack a blue always do.')).toEqual({
    from: 5,
    to: 5,
    newText: 'do.',
    replaces: [],
  })
  expect(findChange(original, live, 'I lack the blue always have.')).toEqual({
    from: 1,
    to: 2,
    newText: 'lack the',
    replaces: ['a'],
  })
})
