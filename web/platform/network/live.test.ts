import { expect, test } from 'vitest'
import { parseTouched } from './live.ts'

test('keeps known nouns and drops others', () => {
  expect(parseTouched('["videos","annotations","something new"]').toSorted()).toEqual(['annotations', 'videos'])
})

test.each(['', '{}', 'null', '"videos"', '[7]'])('%j touches nothing', (data) => expect(parseTouched(data)).toEqual([]))
