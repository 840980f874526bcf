import { expect, test } from 'vitest'
import type { Transcript, Turn } from '#contract/videos/transcript.ts'
import { checkTimes, spreadTurns, spreadWords } from './estimate.ts'

const turn = (
  index: number,
  text: string,
  startMs: number | null,
  endMs: number | null,
  over: Partial<Turn> = {},
): Turn => ({
  index,
  speaker: null,
  role: 'unknown',
  jurorNumber: null,
  text,
  words: [],
  startMs,
  endMs,
  page: null,
  line: null,
  ...over,
})
const transcript = (turns: Turn[]): Transcript => ({
  source: 'attached',
  format: 'srt',
  reason: 'A transcript was attached.',
  language: 'en',
  turns,
  warnings: [],
})

test('spreads words over speech, never over silence', () => {
  const regions = [
    { startMs: 1000, endMs: 2000 },
    { startMs: 9000, endMs: 10_000 },
  ]
  const words = spreadWords(['aaaa', 'bbbb', 'cccc', 'dddd'], regions)
  expect(words.map((word) => word.startMs)).toEqual([1000, 1500, 9000, 9500])
  expect(words.every((word) => word.estimated && word.confidence === null)).toBe(true)
  const across = spreadWords(['aaaa', 'bbbbbbbb', 'cccc'], regions)
  expect(across[1]).toMatchObject({ startMs: 1526, endMs: 2000 })
})

test('notes take no speech time', () => {
  const turns = spreadTurns(
    [turn(0, 'one two', null, null), turn(1, '(Sidebar)', null, null, { role: 'note' }), turn(2, 'six', null, null)],
    [{ startMs: 0, endMs: 1200 }],
  )
  expect(turns.map(({ startMs, endMs, words }) => [startMs, endMs, words.length])).toEqual([
    [0, 700, 2],
    [700, 700, 1],
    [800, 1100, 1],
  ])
})

test("keeps the transcript's times and gives every word one", () => {
  const { turns, warnings } = checkTimes(transcript([turn(0, 'Good morning.', 500, 1500)]), 60_000)
  expect(turns[0]).toMatchObject({ startMs: 500, endMs: 1500 })
  expect(turns[0]?.words.map((word) => word.text)).toEqual(['Good', 'morning.'])
  expect(warnings).toEqual([])
})

test('fixes times outside the recording or out of order, and reports them', () => {
  const { turns, warnings } = checkTimes(
    transcript([
      turn(0, 'one', 5000, 7000),
      turn(1, 'two', 3000, 4000),
      turn(2, 'three', 9000, 12_000),
      turn(3, 'four', 11_000, 12_000),
    ]),
    10_000,
  )
  expect(turns.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [5000, 7000],
    [5000, 5000],
    [9000, 10_000],
    [null, null],
  ])
  expect(warnings).toEqual([
    '1 turn of the transcript begins after the end of the recording, so the times were dropped.',
    '1 turn of the transcript begins before the previous turn, so the times were corrected.',
  ])
})
