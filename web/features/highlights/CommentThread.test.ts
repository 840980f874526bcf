import { expect, test } from 'vitest'
import { mentionAt, matchNames } from './CommentThread.tsx'

test('finds the mention at the caret', () => {
  const text = 'Ask @Trial att, please'
  expect(mentionAt(text, 5)).toEqual({ from: 4, typed: '' })
  expect(mentionAt(text, 14)).toEqual({ from: 4, typed: 'Trial att' })
  expect(mentionAt(text, 4)).toBeNull()
  expect(mentionAt('one@firm.example', 8)).toBeNull()
  expect(mentionAt('@Trial\nattorney', 15)).toBeNull()
  expect(mentionAt(`${'x'.repeat(500)} @Pa`, 504)).toEqual({ from: 501, typed: 'Pa' })
})

test('suggests names starting with the text before names containing such a word', () => {
  const names = ['Trial attorney', 'Paralegal', 'Jury consultant', 'Attorney of record', 'Paralegal']
  expect(matchNames(names, 'att')).toEqual(['Attorney of record', 'Trial attorney'])
  expect(matchNames(names, 'PARA')).toEqual(['Paralegal'])
  expect(matchNames(names, '')).toHaveLength(4)
  expect(matchNames(names, 'Paralegal, look')).toEqual([])
})
