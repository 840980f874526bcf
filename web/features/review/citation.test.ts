import { expect, test } from 'vitest'
import { writeCitation, formatPageLine } from './citation.ts'

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

const cited = (quote: string) => ({ quote, start: null, trigger: null })

test('cites the line where the words begin, across a page break', () => {
  expect(formatPageLine(turn, cited('Well, I think'))).toBe('14:24')
  expect(formatPageLine(turn, cited('I could not be fair to him.'))).toBe('14:25')
  expect(formatPageLine(turn, cited('to him.'))).toBe('15:1')
  expect(formatPageLine({ ...turn, page: null }, cited('to him.'))).toBeNull()
})

test('cites repeated words where they were found, not at their first occurrence', () => {
  const text = 'I do not know. Well, maybe. I do not know.'
  const lines = [
    { word: 0, page: 14, line: 24 },
    { word: 6, page: 15, line: 2 },
  ]
  const words = text.split(' ').map((word, at) => ({
    ...{ text: word, startMs: at * 1000, endMs: at * 1000 + 900, confidence: null, estimated: false },
  }))
  const twice = { ...turn, text, lines }
  const quote = 'I do not know.'
  expect(formatPageLine({ ...twice, words }, { quote, start: 6, trigger: null })).toBe('15:2')
  expect(formatPageLine({ ...twice, words }, { quote, start: 0, trigger: null })).toBe('14:24')
  expect(formatPageLine(twice, { quote, start: null, trigger: { from: 35, to: 41 } })).toBe('15:2')
  expect(formatPageLine(twice, { quote, start: null, trigger: null })).toBe('14:24')
})

test('a citation omits unknown parts', () => {
  const given = { quote: 'One.\nTwo.', start: 12.5 }
  expect(writeCitation(given, { name: 'Juror 12', pageLine: '14:3', filename: 'day-1.mp4' })).toBe(
    '“One. / Two.” (Juror 12, 14:3, 00:00:12.500, day-1.mp4)',
  )
  expect(writeCitation({ ...given, start: null }, { name: null, pageLine: null, filename: 'a.mp4' })).toBe(
    '“One. / Two.” (a.mp4)',
  )
})
