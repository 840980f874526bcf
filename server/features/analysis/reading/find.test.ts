import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { findInTurns, secondsAt } from './transcript.queries.ts'

const turn = (index: number, text: string, isTimed = true): Turn => ({
  index,
  speaker: null,
  role: 'juror',
  jurorNumber: null,
  text,
  words: isTimed
    ? text.split(' ').map((word, at) => ({
        text: word,
        startMs: index * 10_000 + at * 500,
        endMs: index * 10_000 + at * 500 + 400,
        confidence: null,
        estimated: false,
      }))
    : [],
  startMs: index * 10_000,
  endMs: index * 10_000 + 5000,
  page: null,
  line: null,
})

const placed = (turns: readonly Turn[], text: string) =>
  findInTurns(turns, text).map((place) => ({
    ...place,
    seconds: secondsAt(
      turns.find((each) => each.index === place.turn)!,
      place.from,
    ),
  }))

test("finds words in any case and across spaces, with the first word's time", () => {
  const turns = [turn(0, 'I could be fair.'), turn(1, 'Fair? Could be  FAIR, yes.', false)]
  expect(placed(turns, 'fair')).toEqual([
    { turn: 0, from: 11, to: 15, seconds: 1.5 },
    { turn: 1, from: 0, to: 4, seconds: 10 },
    { turn: 1, from: 16, to: 20, seconds: 10 },
  ])
  expect(findInTurns(turns, 'be fair').map((each) => each.turn)).toEqual([0, 1])
})

test('matches a dot literally, empty text never, and part of a word as that word', () => {
  expect(findInTurns([turn(0, 'No dots here')], '.')).toEqual([])
  expect(findInTurns([turn(0, 'Yes')], '  ')).toEqual([])
  expect(placed([turn(0, 'I would not')], 'ould')[0]?.seconds).toBe(0.5)
})
