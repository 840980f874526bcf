import { expect, test } from 'vitest'
import { checkBelow } from '#contract/videos/doubts.ts'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { calibrate, calibration, markChecks, measureAgreement } from './certainty.ts'

test('a word missed by the second pass gets the lowest agreement, and its neighbors slightly less', () => {
  const words = 'I moved here in December 1961 with my wife.'.split(' ')
  const rates = measureAgreement(words, 'I moved here in December nineteen sixty five with my wife')
  expect(Math.min(...rates)).toBe(rates[5])
  expect(rates[4]).toBeGreaterThan(0.6)
  expect(rates[4]).toBeLessThan(rates[0]!)
})

test('figures match their words, ignoring punctuation and case', () => {
  expect(measureAgreement(['In', '1965,', 'well-known'], 'in nineteen sixty-five well known')).toEqual([1, 1, 1])
  expect(measureAgreement(['Yes.'], '')).toEqual([0.4])
})

test('calibration never rates less agreement higher', () => {
  const shares = Array.from({ length: 101 }, (_, at) => calibrate(at / 100))
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
  expect(calibration.every(([, right]) => right > 0 && right < 1)).toBe(true)
})

const word = (text: string, confidence: number | null): Word => ({
  text,
  startMs: 0,
  endMs: 1,
  confidence,
  estimated: true,
})
const turn = (words: Word[]): Turn => ({
  index: 0,
  speaker: null,
  role: 'unknown',
  jurorNumber: null,
  text: words.map(({ text }) => text).join(' '),
  words,
  startMs: 0,
  endMs: 1,
  page: null,
  line: null,
})
const list = (text: string, confidence: number | null, source: 'local_model' | 'draft' = 'local_model') =>
  markChecks([turn(text.split(' ').map((each) => word(each, confidence)))], source)[0]!.words.flatMap(
    ({ text: said, check }) => (check === undefined ? [] : [[said, check]]),
  )

test('marks uncertain numbers, names, and negations, and nothing else', () => {
  const said = 'We didn’t meet Mr. Ortiz. Then in December 1965, I had twenty-two and no car.'
  expect(list(said, checkBelow - 0.01)).toEqual([
    ['didn’t', 'negation'],
    ['Ortiz.', 'name'],
    ['December', 'name'],
    ['1965,', 'number'],
    ['twenty-two', 'number'],
    ['no', 'negation'],
  ])
  expect(list(said, checkBelow)).toEqual([])
})

test('an unrated word is marked only in a draft', () => {
  expect(list('not 12', null)).toEqual([])
  expect(list('not 12', null, 'draft')).toEqual([
    ['not', 'negation'],
    ['12', 'number'],
  ])
})
