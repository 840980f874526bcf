/** These tests use generated models, so they don't measure the quality of published ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupVoices } from './group.ts'
import { listenToVoices } from './listen.ts'
import type { Voiceprints } from './prints.ts'
import { tones, writeTinyVoiceModels } from './tiny.voices.fixture.ts'
import { encodeWav, sampleRate } from './wav.ts'

const amplitude = 0.3
const largest = 32_767
const said: [fromSeconds: number, toSeconds: number, hertz: number[]][] = [
  [1, 5, [tones.low]],
  [6, 10, [tones.high]],
  [12, 15, [tones.low, tones.high]],
  [17, 21, [tones.low]],
  [22, 26, [tones.high]],
]
const lengthSeconds = 28

let folder: string
let prints: Voiceprints
let told: number[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neural-voices-'))
  await writeTinyVoiceModels(folder)
  const samples = Int16Array.from({ length: lengthSeconds * sampleRate }, (_, at) => {
    const second = at / sampleRate
    const hertz = said.find(([from, to]) => second >= from && second < to)?.[2] ?? []
    return hertz.reduce((sum, each) => sum + Math.sin(2 * Math.PI * each * second), 0) * amplitude * largest
  })
  writeFileSync(join(folder, 'hearing.wav'), encodeWav(samples))
  const progress = (fraction: number) => void (told = [...told, fraction])
  const watch = { signal: new AbortController().signal, progress }
  prints = await listenToVoices(join(folder, 'hearing.wav'), { modelFolder: folder, threads: 1 }, watch)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

const nearMs = 700
const near = (seconds: number): unknown => ({
  asymmetricMatch: (ms: unknown) => typeof ms === 'number' && Math.abs(ms - seconds * 1000) <= nearMs,
})

test('returns a vector per stretch and marks overlapping speech', () => {
  expect(prints).toMatchObject({ kind: 'embedding', model: 'tiny-segmentation with tiny-embedding', width: 2 })
  expect(prints.overlaps).toEqual([{ startMs: near(12), endMs: near(15) }])
  const alone = said.filter(([, , hertz]) => hertz.length === 1)
  expect(prints.stretches).toEqual(
    alone.map(([from, to]) => expect.objectContaining({ startMs: near(from), endMs: near(to) })),
  )
  expect(prints.vectors.length).toBe(alone.length * prints.width)
  expect(told.at(-1)).toBe(1)
})

test('assigns overlaps to no voice, however stretches and pauses are grouped', () => {
  const [overlap] = prints.overlaps
  const enrollments = [
    { startMs: 2000, endMs: 4000, speaker: 'The Court' },
    { startMs: 7000, endMs: 9000, speaker: 'Juror 4' },
  ]
  const ways = [
    { speakers: null, enrollments: [], isClosed: false },
    { speakers: 1, enrollments: [], isClosed: false },
    { speakers: null, enrollments, isClosed: true },
  ]
  for (const way of ways) {
    const turns = groupVoices(prints, { ...way, fillMs: 10_000 })
    expect(turns.length).toBeGreaterThan(0)
    expect(turns.filter(({ startMs, endMs }) => startMs < overlap!.endMs && endMs > overlap!.startMs)).toEqual([])
  }
})

test('groups the stretches into two voices', () => {
  const turns = groupVoices(prints, { speakers: null, enrollments: [], isClosed: false, fillMs: 500 })
  const voiceAt = (seconds: number) =>
    turns.find(({ startMs, endMs }) => startMs <= seconds * 1000 && endMs >= seconds * 1000)?.voice
  expect(new Set(turns.map(({ voice }) => voice)).size).toBe(2)
  expect([voiceAt(3), voiceAt(8)]).toEqual([voiceAt(19), voiceAt(24)])
  expect(voiceAt(3)).not.toBe(voiceAt(8))
})
