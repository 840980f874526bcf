import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Artifacts } from '#contract/videos/analysis.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { StageContext } from '../stage.ts'
import { dimensions } from '../voice/spectrum/cepstra.ts'
import { listSpeakers, listVoices, nameSpeaker, assignVoices, speakersStage } from './speakers.ts'
import { parts } from '../voice/spectrum/mixture.ts'
import { findOverlaps, withVoices } from '../voice/overlaps.ts'
import { type Voiceprints, writePrints } from '../voice/prints.ts'
import { statisticsWidth } from '../voice/space.ts'

const turn = (index: number, over: Partial<Turn>): Turn => ({
  index,
  speaker: 'THE COURT',
  role: 'judge',
  jurorNumber: null,
  text: 'Good morning, everyone.',
  words: [],
  startMs: index * 10_000,
  endMs: index * 10_000 + 2000,
  page: null,
  line: null,
  ...over,
})

test('groups turns by label, in order of first speech, without notes', () => {
  const speakers = listSpeakers(
    [
      turn(0, {}),
      turn(1, { speaker: null, role: 'note', text: '(Sidebar)' }),
      turn(2, { speaker: 'JUROR NO. 12', role: 'juror', jurorNumber: '12', text: 'Yes -- I do.' }),
      turn(3, {}),
      turn(4, { speaker: null, role: 'unknown', text: 'Hm.' }),
    ],
    [],
  )
  expect(
    speakers.map(({ label, displayName, role, turns, words, talkMs }) => [
      label,
      displayName,
      role,
      turns,
      words,
      talkMs,
    ]),
  ).toEqual([
    ['THE COURT', 'The Court', 'judge', 2, 6, 4000],
    ['JUROR NO. 12', 'Juror 12', 'juror', 1, 3, 2000],
  ])
})

test('merges adjacent turns into one span and skips untimed ones', () => {
  const [court] = listSpeakers(
    [
      turn(0, { startMs: 0, endMs: 1000 }),
      turn(1, { startMs: 1400, endMs: 3000 }),
      turn(2, { startMs: 9000, endMs: 9500 }),
    ],
    [],
  )
  expect(court?.spans).toEqual([
    { startMs: 0, endMs: 3000 },
    { startMs: 9000, endMs: 9500 },
  ])
  const [untimed] = listSpeakers([turn(0, { startMs: null, endMs: null })], [])
  expect(untimed).toMatchObject({ talkMs: null, spans: [] })
})

test('counts overlapping speech for neither speaker', () => {
  const turns = [
    turn(0, { startMs: 0, endMs: 4000 }),
    turn(1, { speaker: 'JUROR NO. 12', startMs: 3000, endMs: 3400 }),
    turn(2, { speaker: 'JUROR NO. 12', startMs: 6000, endMs: 7000 }),
  ]
  expect(listSpeakers(turns, findOverlaps(turns)).map(({ talkMs, spans }) => [talkMs, spans])).toEqual([
    [
      3600,
      [
        { startMs: 0, endMs: 3000 },
        { startMs: 3400, endMs: 4000 },
      ],
    ],
    [1000, [{ startMs: 6000, endMs: 7000 }]],
  ])
})

test('excludes crosstalk notes from talk time, however voices were separated', () => {
  const turns = [
    turn(0, { speaker: null, startMs: 0, endMs: 4000 }),
    turn(1, { speaker: null, role: 'note', text: '(Crosstalk)', startMs: 2000, endMs: 3000 }),
  ]
  const overlaps = findOverlaps(turns)
  const voiceTurns = [
    { voice: 'voice-1', margin: null, startMs: 0, endMs: 2000 },
    { voice: 'voice-1', margin: null, startMs: 3000, endMs: 4000 },
  ]
  const [voice] = listVoices(voiceTurns, turns, assignVoices(voiceTurns, turns), overlaps)
  expect(voice).toMatchObject({
    talkMs: 3000,
    spans: [
      { startMs: 0, endMs: 2000 },
      { startMs: 3000, endMs: 4000 },
    ],
  })
})

test.each([
  ['spectrum', true],
  ['spectrum', false],
  ['embedding', true],
] as const)('voices separated by %s say whether overlaps were detected (%s)', async (kind, overlapsHeard) => {
  const folder = mkdtempSync(join(tmpdir(), 'speakers-'))
  try {
    const width = kind === 'spectrum' ? statisticsWidth : 2
    const numbers = (count: number, value: number): number[] => Array.from({ length: count }, () => value)
    const prints: Voiceprints = {
      kind,
      model: null,
      mixture: {
        weights: numbers(parts, 1 / parts),
        means: numbers(parts * dimensions, 0),
        variances: numbers(parts * dimensions, 1),
      },
      stretches: [{ startMs: 0, endMs: 2000 }],
      overlaps: [],
      overlapsHeard,
      width,
      vectors: new Float32Array(width).fill(1),
    }
    const voices = await writePrints(join(folder, 'voices.prints'), 'voices.prints', prints)
    const align = { turns: [turn(0, { speaker: null, role: 'unknown' })] }
    const context = { folder, options: {}, artifact: (name: 'align' | 'voices') => ({ align, voices })[name] }
    const made: Artifacts['speakers'] = await speakersStage.run(context as unknown as StageContext)
    expect(made).toMatchObject({ method: 'voices', hearsOverlaps: overlapsHeard })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("one misread turn doesn't change a role", () => {
  const [speaker] = listSpeakers([turn(0, {}), turn(1, { role: 'other' }), turn(2, {})], [])
  expect(speaker?.role).toBe('judge')
})

test.each([
  ['THE COURT', null, 'The Court'],
  ['PROSPECTIVE JUROR NO. 12', '12', 'Juror 12'],
  ['MS. SMITH', null, 'Ms. Smith'],
  ["MR. O'BRIEN-MCKAY", null, "Mr. O'Brien-Mckay"],
  ['MR. MCDONALD III', null, 'Mr. McDonald III'],
  ['CLERK OF COURT', null, 'Clerk of Court'],
  ['Ms. de la Cruz', null, 'Ms. de la Cruz'],
])('shows %s as its name', (label, number, shown) => {
  expect(nameSpeaker(label, number)).toBe(shown)
})

test('a transcript’s turns that a person named count as that juror’s, and only those', async () => {
  const people = { 'JUROR 41': { role: 'juror' as const, jurorNumber: '41' } }
  const named = [{ startMs: 2000, endMs: 3000, speaker: 'JUROR 41' }]
  const turns = [0, 1000, 2000, 3000].map((startMs, at) =>
    turn(at, { speaker: 'JUROR', role: 'unknown', jurorNumber: null, startMs, endMs: startMs + 1000 }),
  )
  const options = { voices: { count: null, named, isClosed: false, people } }
  const context = { folder: '', options, artifact: () => ({ turns }) }
  const made = await speakersStage.run(context as unknown as StageContext)
  expect(made.speakers.map(({ label, role, turns }) => [label, role, turns])).toEqual([
    ['JUROR', 'unknown', 3],
    ['JUROR 41', 'juror', 1],
  ])
  expect(withVoices(turns, made).map(({ speaker, jurorNumber }) => [speaker, jurorNumber])).toEqual([
    ['JUROR', null],
    ['JUROR', null],
    ['JUROR 41', '41'],
    ['JUROR', null],
  ])
})
