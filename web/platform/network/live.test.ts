import { expect, test } from 'vitest'
import { parseTouched } from './live.ts'

test('known nouns are kept, others are left out', () => {
  expect(parseTouched('["videos","annotations","something new"]').toSorted()).toEqual(['annotations', 'videos'])
})

test.each(['', '{}', 'null', '"videos"', '[7]'])('%j touches nothing', (data) => expect(parseTouched(data)).toEqual([]))
