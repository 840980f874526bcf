import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { joinVoices, measureDistances, measureSilhouette } from './clusters.ts'
import { fillMs, type GroupSettings, groupVoices, type VoiceTurn, writeRttm } from './group.ts'
import { listenToVoices } from './listen.ts'
import { readPrints, type Voiceprints, writePrints } from './prints.ts'
import { encodeWav, sampleRate } from './wav.ts'

const watch = { signal: new AbortController().signal, progress() {} }
const truth: { turns: { speaker: string | null; startMs?: number; endMs?: number }[] } = JSON.parse(
  readFileSync('samples/voir-dire.truth.json', 'utf8'),
)
const spoken = truth.turns.flatMap(({ speaker, startMs, endMs }) =>
  speaker !== null && startMs !== undefined && endMs !== undefined ? [{ speaker, startMs, endMs }] : [],
)
let folder: string
let prints: Voiceprints
const listening = { modelFolder: null, threads: 1 }
const group = (settings: Partial<GroupSettings> = {}) =>
  groupVoices(prints, { speakers: null, enrollments: [], isClosed: false, fillMs, ...settings })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diarize-'))
  const path = join(folder, 'sample.wav')
  await runFfmpeg({
    inputs: [{ path: join(process.cwd(), 'samples/voir-dire.mp4') }],
    output: { path, options: '-vn -ac 1 -ar 16000 -c:a pcm_s16le -bitexact -f wav'.split(' ') },
    doing: 'test',
  })
  prints = await listenToVoices(path, listening, watch)
})
afterAll(() => rmSync(folder, { recursive: true }))

function measureRight(turns: readonly VoiceTurn[]): number {
  const overlap = (a: VoiceTurn, b: { startMs: number; endMs: number }) =>
    Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs))
  const speakers = [...new Set(spoken.map(({ speaker }) => speaker))]
  const times = new Map<string, Map<string, number>>()
  for (const turn of turns)
    for (const said of spoken) {
      const own = times.get(turn.voice) ?? new Map<string, number>()
      times.set(turn.voice, own.set(said.speaker, (own.get(said.speaker) ?? 0) + overlap(turn, said)))
    }
  const right = [...times.values()].reduce(
    (sum, own) => sum + Math.max(...speakers.map((name) => own.get(name) ?? 0)),
    0,
  )
  const all = [...times.values()].reduce((sum, own) => sum + [...own.values()].reduce((a, b) => a + b, 0), 0)
  return right / all
}

test('listens in pieces short enough to hear a brief answer', () => {
  const longest = Math.max(...prints.stretches.map(({ startMs, endMs }) => endMs - startMs))
  expect(longest).toBeLessThanOrEqual(1500)
})

test("counts and separates the sample's voices", () => {
  const turns = group()
  const count = new Set(spoken.map(({ speaker }) => speaker)).size
  expect(Math.abs(new Set(turns.map(({ voice }) => voice)).size - count)).toBeLessThanOrEqual(1)
  expect(measureRight(turns)).toBeGreaterThan(0.85)
  expect(turns.every((turn, i) => i === 0 || turn.startMs >= turns[i - 1]!.endMs)).toBe(true)
})

test.each([3, 5])('uses the number of voices a person set: %i', (speakers) => {
  expect(new Set(group({ speakers }).map(({ voice }) => voice)).size).toBe(speakers)
})

test('turns a person named keep their name and pass it to the rest of that voice', () => {
  const names = [...new Set(spoken.map(({ speaker }) => speaker))]
  const enrollments = names.map(
    (speaker) =>
      spoken.filter((turn) => turn.speaker === speaker).sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0]!,
  )
  const turns = group({ enrollments, isClosed: true })
  const right = spoken.filter((said) =>
    turns.some((turn) => turn.voice === said.speaker && turn.startMs < said.endMs && turn.endMs > said.startMs),
  )
  expect(right.length / spoken.length).toBeGreaterThan(0.8)
  expect(turns.map(({ voice }) => voice).filter((voice) => !names.includes(voice) && voice !== 'Unidentified')).toEqual(
    [],
  )
})

test("keeps a named voice's name among detected voices", () => {
  const blind = group()
  const [first] = blind.filter(({ endMs, startMs }) => endMs - startMs > 2000)
  const kept = { startMs: first!.startMs, endMs: first!.endMs, speaker: 'voice-2' }
  const turns = group({ speakers: 4, enrollments: [kept] })
  const voices = new Set(turns.map(({ voice }) => voice))
  expect(voices.size).toBe(4)
  expect(voices).toContain('voice-2')
  expect(turns.find(({ startMs }) => startMs === kept.startMs)?.voice).toBe('voice-2')
})

test("doesn't reuse the name of someone whose turns were all reassigned", () => {
  const voices = new Set(group({ taken: ['voice-1', 'voice-3'] }).map(({ voice }) => voice))
  expect([...voices].filter((voice) => voice === 'voice-1' || voice === 'voice-3')).toEqual([])
  expect(voices.size).toBe(new Set(group().map(({ voice }) => voice)).size)
})

test('groups the same after writing and rereading voiceprints', async () => {
  const before = group()
  const path = join(folder, 'voices.prints')
  const artifact = await writePrints(path, 'voices.prints', prints)
  prints = (await readPrints(path, artifact))!
  expect(group()).toEqual(before)
  writeFileSync(path, 'cut off')
  await expect(readPrints(path, artifact)).rejects.toThrow('7 bytes')
})

test('finds no turns in a recording without speech', async () => {
  const silent = join(folder, 'silent.wav')
  writeFileSync(silent, encodeWav(new Int16Array(2 * sampleRate)))
  prints = await listenToVoices(silent, listening, watch)
  expect(group()).toEqual([])
})

test('never joins voices with different names; scores a grouping by separation', () => {
  const at = (degrees: number) =>
    Float64Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
  const distances = measureDistances([at(0), at(4), at(90), at(94), at(96)])
  const steps = joinVoices(distances, { count: 1, most: 5 })
  expect(steps.get(2)).toEqual([0, 0, 1, 1, 1])
  expect(measureSilhouette(distances, steps.get(2)!)).toBeGreaterThan(0.9)
  expect(measureSilhouette(distances, steps.get(3)!)).toBeLessThan(0.8)
  const tagged = joinVoices(distances, { count: 1, most: 5, tags: ['a', 'b', null, null, null] })
  expect([...tagged.keys()]).not.toContain(1)
  expect(tagged.get(2)?.[0]).not.toBe(tagged.get(2)?.[1])
})

function makeSentences(voices: number, sentences: number, stretchesEach: number): Voiceprints {
  let state = 7
  const normal = () => {
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    return Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
  }
  const width = 30
  const row = (scale: number) => Float32Array.from({ length: width }, () => normal() * scale)
  const plus = (a: Float32Array, b: Float32Array) => a.map((value, i) => value + b[i]!)
  const own = Array.from({ length: voices }, () => row(1))
  const rows = Array.from({ length: sentences }, (_, sentence) => {
    const said = plus(own[sentence % voices]!, row(0.8))
    return Array.from({ length: stretchesEach }, () => plus(said, row(1.2)))
  }).flat()
  return {
    kind: 'embedding',
    overlapsHeard: true,
    model: null,
    mixture: null,
    stretches: rows.map((_, i) => ({ startMs: i * 3000, endMs: i * 3000 + 2000 })),
    overlaps: [],
    width,
    vectors: Float32Array.from(rows.flatMap((each) => [...each])),
  }
}

test("a voice doesn't split into sentences over hours", () => {
  const settings = { speakers: null, enrollments: [], isClosed: false, fillMs }
  const turns = groupVoices(makeSentences(5, 200, 4), settings)
  expect(new Set(turns.map(({ voice }) => voice)).size).toBe(5)
})

test('writes one RTTM line per turn', () => {
  expect(writeRttm('day 1', [{ startMs: 500, endMs: 2250, voice: 'The Court' }])).toBe(
    'SPEAKER day_1 1 0.500 1.750 <NA> <NA> The_Court <NA> <NA>\n',
  )
})
