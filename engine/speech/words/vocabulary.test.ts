import { expect, test } from 'vitest'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { correctWords } from './vocabulary.ts'

const word = (text: string, at: number, confidence: number | null = 0.6): Word => ({
  text,
  startMs: at * 100,
  endMs: at * 100 + 90,
  confidence,
  estimated: false,
})
const say = (text: string, confidence?: number | null): Turn => ({
  index: 0,
  speaker: null,
  role: 'unknown',
  jurorNumber: null,
  text,
  words: text.split(' ').map((each, at) => word(each, at, confidence)),
  startMs: 0,
  endMs: 1000,
  page: null,
  line: null,
})
const correct = (text: string, vocabulary: string[], confidence?: number | null): string =>
  correctWords([say(text, confidence)], vocabulary)[0]!.text

test('spells a name that sounds the same as the case does and keeps what was recognized', () => {
  const [turn] = correctWords([say('Do you know Mr. Kowalsky, ma’am?')], ['Dana Kowalski', 'Kowalski'])
  expect(turn!.text).toBe('Do you know Mr. Kowalski, ma’am?')
  expect(turn!.words[4]).toEqual({ ...word('Kowalski,', 4), heard: 'Kowalsky,' })
  expect(turn!.words.filter((each) => each.heard !== undefined)).toHaveLength(1)
})

test.each([
  ['I spoke to Jon Smyth’s wife.', ['John Smith'], 'I spoke to John Smith’s wife.'],
  ['Is Ms. weber here?', ['Webber'], 'Is Ms. Webber here?'],
  ['He lives in Shaboigan now.', ['Sheboygan'], 'He lives in Sheboygan now.'],
  ['Then Mr. Cal Owski left.', ['Calowski'], 'Then Mr. Calowski left.'],
  ['She worked at Bartel then.', ['Bartell'], 'She worked at Bartell then.'],
  ['This is 24 C R 1183 today.', ['24-CR-1183'], 'This is 24-CR-1183 today.'],
  ['Case number twenty-four CR eleven eighty-three, please.', ['24-CR-1183'], 'Case number 24-CR-1183, please.'],
])('corrects %j', (said, vocabulary, expected) => {
  expect(correct(said, vocabulary)).toBe(expected)
})

test.each([
  ['another name, with other consonants', 'I know Mr. Marvin well.', ['Martin']],
  ['another first name', 'I saw Christina and Mario there.', ['Christine', 'Maria']],
  ['an everyday word', 'I will write that down.', ['Wright']],
  ['an everyday word at the start of a sentence', 'Rays of light came in. Rase it.', ['Reyes']],
  ['another term of the case', 'I saw Ms. Clark there.', ['Clark', 'Clarke']],
  ['a word two terms fit', 'I saw Ms. Klark there.', ['Clark', 'Clarke']],
  ['a negation', 'I did not go.', ['Knott']],
  ['a plural', 'The settlements failed.', ['settlement']],
  ['a month', 'In May I was ill.', ['Mays', 'Mai']],
  ['another number', 'It was 24 CR 1138.', ['24-CR-1183']],
  ['a year', 'Since December 1961 I lived here.', ['1965']],
  ['a word that isn’t a name', 'The drug was proscribed by law.', ['prescribed']],
  ['a short word', 'It was Lee.', ['Le', 'Li']],
])('leaves %s alone', (_, said, vocabulary) => {
  expect(correct(said, vocabulary, null)).toBe(said)
})

test('changes a word that was recognized with certainty only if it sounds the same', () => {
  expect(correct('I asked Bauen about it.', ['Bowen'], 0.95)).toBe('I asked Bauen about it.')
  expect(correct('I asked Kowalsky about it.', ['Kowalski'], 0.95)).toBe('I asked Kowalski about it.')
})

test('notes and words without times stay as they are', () => {
  const note: Turn = { ...say('(Mr. Kowalsky enters.)'), role: 'note' }
  const untimed: Turn = { ...say('Mr. Kowalsky'), words: [] }
  expect(correctWords([note, untimed], ['Kowalski'])).toEqual([note, untimed])
})
