import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Span } from '#contract/videos/analysis.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { readSrt } from '../transcript/captions.ts'
import { detectSpeech, regionSettings } from '../voice/activity.ts'
import { placeCueWords } from './cues.ts'
import { findSphinx } from './sphinx.ts'

const sphinx = findSphinx()
const mostSeconds = 32
type Timed = { text: string; startMs: number; endMs: number }
const truth: { turns: { words?: Timed[] }[] } = JSON.parse(readFileSync('samples/voir-dire.truth.json', 'utf8'))
const spoken = truth.turns.flatMap(({ words = [] }) =>
  (words.at(-1)?.endMs ?? Infinity) < mostSeconds * 1000 ? [words] : [],
)
const signal = new AbortController().signal
let folder: string
let audioPath: string
let regions: Span[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cues-'))
  audioPath = join(folder, 'audio.wav')
  const options = `-t ${mostSeconds} -ac 1 -ar 16000 -c:a pcm_s16le -bitexact -f wav`.split(' ')
  await runFfmpeg({
    inputs: [{ path: join(process.cwd(), 'samples/voir-dire.mp4') }],
    output: { path: audioPath, options: ['-vn', ...options] },
    doing: 'test',
  })
  regions = (await detectSpeech(audioPath, regionSettings, { signal, progress() {} })).regions
})
afterAll(() => rmSync(folder, { recursive: true }))

const clock = (ms: number): string => `00:00:${(ms / 1000).toFixed(3).padStart(6, '0').replace('.', ',')}`

const toCues = (words: readonly Timed[], text = (own: readonly Timed[]) => own.map((word) => word.text).join(' ')) =>
  Array.from({ length: Math.ceil(words.length / 7) }, (_, at) => words.slice(at * 7, at * 7 + 7)).map(
    (own) =>
      `${clock(Math.max(0, (own[0]?.startMs ?? 0) - 150))} --> ${clock((own.at(-1)?.endMs ?? 0) + 250)}\n>> ${text(own)}\n`,
  )
const importCues = (cues: readonly string[]): Turn[] =>
  readSrt(cues.map((cue, at) => `${at + 1}\n${cue}`).join('\n')).turns

const place = (turns: readonly Turn[], name: string) =>
  placeCueWords({
    sphinx: sphinx!,
    audioPath,
    regions,
    turns,
    work: { folder: join(folder, name), threads: 2, signal, progress() {} },
  })

test("keeps a cue's imported times next to its word times", () => {
  const [turn] = importCues(['00:00:01,000 --> 00:00:03,000\nTHE COURT: Good morning to all.\n'])
  expect(turn?.cues).toEqual([{ word: 0, startMs: 1000, endMs: 3000 }])
  expect(turn?.words.every((word) => word.estimated)).toBe(true)
})

test('finds caption words where they are spoken', async () => {
  const said = spoken.flat()
  const turns = importCues(spoken.flatMap((words) => toCues(words)))
  const errorsOf = (each: readonly Turn[]) =>
    each
      .flatMap(({ words }) => words)
      .map(({ startMs }, at) => Math.abs(startMs - (said[at]?.startMs ?? 0)))
      .sort((a, b) => a - b)
  const placed = await place(turns, 'found')
  const errors = errorsOf(placed.turns)
  expect(errors).toHaveLength(said.length)
  expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(60)
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(300)
  expect(errorsOf(turns)[Math.floor(errors.length / 2)]).toBeGreaterThan(100)
  expect(placed.found).toBeGreaterThan(0.85 * placed.words)
  for (const turn of placed.turns) {
    expect(turn.cues).toBeUndefined()
    for (const [at, word] of turn.words.entries()) {
      expect(word.estimated).toBe(word.confidence === null)
      expect(word.startMs).toBeGreaterThanOrEqual(turn.words[at - 1]?.startMs ?? 0)
    }
  }
})

test('leaves unspoken words and cues in silence as estimates', async () => {
  const [first = [], second = []] = spoken
  const foreign = toCues(first, () => 'Elephants prefer umbrellas whenever monsoons threaten Zanzibar')
  const turns = importCues([...foreign, ...toCues(second)])
  const placed = await place(turns, 'foreign')
  const estimated = placed.turns.flatMap(({ words }) => words).filter((word) => word.estimated)
  const elephants = placed.turns.flatMap(({ words }) => words).filter(({ text }) => text === 'Elephants')
  expect(elephants.every((word) => word.estimated)).toBe(true)
  expect(estimated.length).toBeGreaterThanOrEqual(foreign.length * 5)

  const silent = importCues(['00:00:01,000 --> 00:00:03,000\nTHE COURT: Good morning to all.\n'])
  const none = await placeCueWords({
    sphinx: sphinx!,
    audioPath,
    regions: [{ startMs: 20_000, endMs: 25_000 }],
    turns: silent,
    work: { folder: join(folder, 'silent'), threads: 1, signal, progress() {} },
  })
  expect(none.found).toBe(0)
  expect(none.turns[0]?.words).toEqual(silent[0]?.words)
})
