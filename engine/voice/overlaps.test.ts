import { expect, test } from 'vitest'
import { cutOverlaps } from '#contract/speakers/spans.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { findOverlaps, partSegments, withVoices } from './overlaps.ts'

const turn = (index: number, startMs: number, endMs: number, over: Partial<Turn> = {}): Turn => ({
  index,
  speaker: null,
  role: 'unknown',
  jurorNumber: null,
  text: 'Yes.',
  words: [],
  startMs,
  endMs,
  page: null,
  line: null,
  ...over,
})

test('splits time into single-speaker stretches and overlaps', () => {
  const segments = [
    { startMs: 0, endMs: 3000, speaker: 0 },
    { startMs: 2000, endMs: 4000, speaker: 1 },
    { startMs: 4050, endMs: 5000, speaker: 1 },
  ]
  expect(partSegments(segments)).toEqual({
    stretches: [
      { startMs: 0, endMs: 2000, speaker: 0 },
      { startMs: 3000, endMs: 4000, speaker: 1 },
      { startMs: 4050, endMs: 5000, speaker: 1 },
    ],
    overlaps: [{ startMs: 2000, endMs: 3000 }],
  })
})

test("overlapping turns and crosstalk notes are overlaps; small timing errors aren't", () => {
  const turns = [
    turn(0, 0, 3000, { speaker: 'A' }),
    turn(1, 2000, 4000, { speaker: 'B' }),
    turn(2, 3900, 5000, { speaker: 'A' }),
    turn(3, 6000, 7000, { role: 'note', text: '(Simultaneous crosstalk.)' }),
  ]
  expect(findOverlaps(turns)).toEqual([
    { startMs: 2000, endMs: 3000 },
    { startMs: 6000, endMs: 7000 },
  ])
})

test('an interruption overlaps the long turn it interrupts, even after other speakers', () => {
  const turns = [
    turn(0, 0, 9000, { speaker: 'A' }),
    turn(1, 2000, 3000, { speaker: 'B' }),
    turn(2, 8000, 10_000, { speaker: 'C' }),
  ]
  expect(findOverlaps(turns)).toEqual([
    { startMs: 2000, endMs: 3000 },
    { startMs: 8000, endMs: 9000 },
  ])
})

test('cuts overlaps out of turns and keeps the rest', () => {
  const turns = [
    { startMs: 0, endMs: 4000, voice: 'a' },
    { startMs: 4500, endMs: 5000, voice: 'b' },
  ]
  const overlaps = [
    { startMs: 4400, endMs: 6000 },
    { startMs: 1000, endMs: 2000 },
    { startMs: 1500, endMs: 2500 },
  ]
  expect(cutOverlaps(turns, overlaps)).toEqual([
    { startMs: 0, endMs: 1000, voice: 'a' },
    { startMs: 2500, endMs: 4000, voice: 'a' },
  ])
})

test('a named turn keeps its name, with the overlap marked on both', () => {
  const named = [turn(0, 0, 3000, { speaker: 'THE COURT' }), turn(1, 2000, 4000, { speaker: 'JUROR 4' })]
  const speakers = { method: 'transcript' as const, speakers: [], overlaps: findOverlaps(named) }
  const shared = [{ startMs: 2000, endMs: 3000 }]
  expect(withVoices(named, speakers)).toEqual([
    { ...named[0], overlaps: shared },
    { ...named[1], overlaps: shared },
  ])
})

test('a turn a person assigned keeps its voice, and its overlap is marked', () => {
  const speakers = {
    method: 'voices' as const,
    speakers: [],
    overlaps: [{ startMs: 100, endMs: 1000 }],
    turnVoices: [{ turn: 0, label: 'voice-1', margin: null, isSaid: true }],
  }
  expect(withVoices([turn(0, 0, 1000)], speakers)).toMatchObject([
    { speaker: 'voice-1', isOverlapped: true, overlaps: [{ startMs: 100, endMs: 1000 }] },
  ])
})

test('assigns a turn with several speakers to no one', () => {
  const speakers = {
    method: 'voices' as const,
    speakers: [],
    overlaps: [{ startMs: 800, endMs: 1600 }],
    turnVoices: [
      { turn: 0, label: 'voice-1', margin: null },
      { turn: 1, label: 'voice-2', margin: null },
    ],
  }
  expect(withVoices([turn(0, 0, 1000), turn(1, 1000, 2000)], speakers)).toMatchObject([
    { speaker: 'voice-1', overlaps: [{ startMs: 800, endMs: 1000 }] },
    { speaker: null, isOverlapped: true, overlaps: [{ startMs: 1000, endMs: 1600 }] },
  ])
})

test('who people say a label is stands above the transcript’s own role', () => {
  const turns = [turn(0, 0, 1000, { speaker: 'SPEAKER 2' }), turn(1, 1000, 2000, { speaker: 'SPEAKER 1' })]
  const people = { 'SPEAKER 2': { role: 'juror' as const, jurorNumber: '7' } }
  expect(withVoices(turns, { method: 'transcript', speakers: [], people })).toEqual([
    { ...turns[0], role: 'juror', jurorNumber: '7' },
    turns[1],
  ])
})
