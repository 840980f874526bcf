import { expect, test } from 'vitest'
import { citationOf, pageLineOf } from './citation.ts'

const turn = {
  index: 0,
  speaker: 'JUROR 12',
  role: 'juror' as const,
  jurorNumber: '12',
  text: 'Well, I think so. I could not be fair to him.',
  words: [],
  startMs: 0,
  endMs: 1000,
  page: 14,
  line: 24,
  lines: [
    { word: 0, page: 14, line: 24 },
    { word: 4, page: 14, line: 25 },
    { word: 9, page: 15, line: 1 },
  ],
}

test('cites the line on which the words begin, over the end of a page', () => {
  expect(pageLineOf(turn, 'Well, I think')).toBe('14:24')
  expect(pageLineOf(turn, 'I could not be fair to him.')).toBe('14:25')
  expect(pageLineOf(turn, 'to him.')).toBe('15:1')
  expect(pageLineOf({ ...turn, page: null }, 'to him.')).toBeNull()
})

test('a citation leaves out what is not known', () => {
  const given = { quote: 'One.\nTwo.', start: 12.5 }
  expect(citationOf(given, { name: 'Juror 12', pageLine: '14:3', filename: 'day-1.mp4' })).toBe(
    '“One. / Two.” (Juror 12, 14:3, 00:00:12.500, day-1.mp4)',
  )
  expect(citationOf({ ...given, start: null }, { name: null, pageLine: null, filename: 'a.mp4' })).toBe(
    '“One. / Two.” (a.mp4)',
  )
})
