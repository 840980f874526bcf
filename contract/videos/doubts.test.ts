import { expect, test } from 'vitest'
import { hasDoubts, markDoubts } from './doubts.ts'
import type { Word } from './transcript.ts'

const word = (text: string, extra: Partial<Word> = {}): Word => ({
  ...{ text, startMs: 0, endMs: 1, confidence: 0.95, estimated: false },
  ...extra,
})

test('marks words to check and names changed to match the case, however sure the recognizer was', () => {
  const words = [word('Mr.'), word('Kowalski', { heard: 'Kowalsky' }), word('has'), word('two', { check: 'number' })]
  const turn = { text: 'Mr. Kowalski has two', words }
  expect(markDoubts(turn)).toBe('Mr. Kowalski [?] has two [?]')
  expect(hasDoubts([{ words: words.slice(0, 2) }])).toBe(true)
  expect(hasDoubts([{ words: words.slice(0, 1) }])).toBe(false)
})
