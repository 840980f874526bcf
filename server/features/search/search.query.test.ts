import { expect, test } from 'vitest'
import { locate } from './search.parts.ts'
import { asks, parseQuery } from './search.query.ts'

test('parses words, phrases, prefixes, and filters', () => {
  expect(parseQuery('fair "on the record" juror:012 type:Bias pol* verd')).toEqual({
    terms: [
      { kind: 'word', text: 'fair' },
      { kind: 'phrase', text: 'on the record' },
      { kind: 'prefix', text: 'pol' },
      { kind: 'prefix', text: 'verd' },
    ],
    juror: '12',
    only: null,
    finding: 'bias_indicator',
  })
  expect(parseQuery('type:video day').only).toBe('video')
})

test('treats unknown filters as words and an unclosed quote as open to the end', () => {
  expect(parseQuery('type:unheard "could be').terms).toEqual([
    { kind: 'word', text: 'type:unheard' },
    { kind: 'phrase', text: 'could be' },
  ])
  expect(asks(parseQuery('"" ** --'))).toBe(false)
  expect(asks(parseQuery('juror:0'))).toBe(true)
})

test('finds the spoken word across contractions, accents, and line breaks', () => {
  const said = "Well,\nyes. I couldn't say; my café closed, and I could be fair to both sides."
  const wordOf = (query: string) => said.split(/\s+/)[locate(said, parseQuery(query).terms).word]
  expect(wordOf('"could be fair"')).toBe('could')
  expect(wordOf('cafe ""')).toBe('café')
  expect(wordOf('sid')).toBe('sides.')
  expect(wordOf('say ""')).toBe('say;')
  expect(wordOf('absent ""')).toBe('Well,')
})

test('cuts a snippet around the match', () => {
  const words = Array.from({ length: 100 }, (_each, at) => `word${at}`)
  const { word, snippet } = locate(words.join(' '), parseQuery('word50').terms)
  expect(word).toBe(50)
  expect(snippet).toMatch(/^… word42 .* word50 .* word75 …$/)
})
