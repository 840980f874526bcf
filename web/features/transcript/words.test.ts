import { expect, test } from 'vitest'
import { splitPieces, getCertainty } from './words.ts'

const word = (text: string) => ({ text, startMs: 0, endMs: 1, confidence: null, estimated: false })

test('splits a text into words and loses nothing', () => {
  const text = 'No, no – I  can’t.'
  const pieces = splitPieces({ text, words: ['No,', 'no', 'I', 'can’t.'].map(word) })
  expect(pieces.map((each) => each.text).join('')).toBe(text)
  expect(pieces.filter((each) => each.wordIndex !== null).map((each) => each.text)).toEqual([
    'No,',
    'no',
    'I',
    'can’t.',
  ])
})

test("keeps the text if a word isn't in it", () => {
  expect(splitPieces({ text: 'Yes.', words: [word('Maybe')] })).toEqual([
    { text: 'Yes.', wordIndex: null, from: 0, to: 4 },
  ])
})

test('shades uncertain words, darker the less certain', () => {
  expect(getCertainty({ confidence: 0.75 })).toBeNull()
  expect(getCertainty({ confidence: 0.749 })).toEqual({ level: 'unsure', label: 'Recognition confidence 74%.' })
  expect(getCertainty({ confidence: 0.5 })?.level).toBe('unsure')
  expect(getCertainty({ confidence: 0 })).toEqual({ level: 'doubtful', label: 'Recognition confidence 0%.' })
})

test('a number, name, or negation that isn’t nearly certain looks doubtful, and says why', () => {
  expect(getCertainty({ confidence: 0.82, check: 'number' })).toEqual({
    level: 'doubtful',
    label: 'Uncertain number: check the recording. Recognition confidence 82%.',
  })
  expect(getCertainty({ confidence: null, check: 'negation' })?.label).toBe('Uncertain negation: check the recording.')
})

test('a word changed to a case term says what was recognized', () => {
  expect(getCertainty({ confidence: 0.95, heard: 'Kowalsky' })).toEqual({
    level: 'changed',
    label: 'Recognized as “Kowalsky” and changed to a term from the case. Recognition confidence 95%.',
  })
})

test('a word that doesn’t match the sound says so, however it was timed', () => {
  const label = 'May differ from the recording.'
  expect(getCertainty({ confidence: null, differs: true })).toEqual({ level: 'differs', label })
  expect(getCertainty({ confidence: 0.9, differs: true })?.label).toBe(label)
  expect(getCertainty({ confidence: null, isAbsent: true })).toEqual({
    level: 'differs',
    label: 'Not in the recording.',
  })
})

test('shades nothing without confidence', () => {
  expect(getCertainty({ confidence: null })).toBeNull()
})
