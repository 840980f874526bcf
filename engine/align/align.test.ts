import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Span } from '#contract/videos/analysis.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { detectSpeech, regionSettings } from '../voice/activity.ts'
import { placeWords } from './align.ts'
import { describeGaps, listAlignment, timeTurns } from './result.ts'
import { findSphinx } from './sphinx.ts'

const sphinx = findSphinx()
const mostSeconds = 32
const truth: { turns: { text: string; words?: { startMs: number; endMs: number }[] }[] } = JSON.parse(
  readFileSync('samples/voir-dire.truth.json', 'utf8'),
)
const spoken = truth.turns.filter(({ words }) => words !== undefined && (words.at(-1)?.endMs ?? 0) < mostSeconds * 1000)
const seconds = (spoken.at(-1)?.words?.at(-1)?.endMs ?? 0) / 1000 + 0.3
const signal = new AbortController().signal
let folder: string
let audioPath: string
let regions: Span[]

const asTurn = (text: string, index: number): Turn => ({
  index,
  text,
  speaker: null,
  role: 'unknown',
  jurorNumber: null,
  words: [],
  startMs: null,
  endMs: null,
  page: null,
  line: null,
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'align test '))
  audioPath = join(folder, 'audio.wav')
  const options = `-t ${seconds} -ac 1 -ar 16000 -c:a pcm_s16le -bitexact -f wav`.split(' ')
  await runFfmpeg({
    inputs: [{ path: join(process.cwd(), 'samples/voir-dire.mp4') }],
    output: { path: audioPath, options: ['-vn', ...options] },
    doing: 'test',
  })
  regions = (await detectSpeech(audioPath, regionSettings, { signal, progress() {} })).regions
})
afterAll(() => rmSync(folder, { recursive: true }))

async function align(texts: readonly string[], work: { name: string; signal?: AbortSignal }) {
  const turns = texts.map(asTurn)
  const { script, placement } = await placeWords({
    sphinx: sphinx!,
    audioPath,
    regions,
    turns,
    work: { folder: join(folder, work.name), threads: 2, signal: work.signal ?? signal, progress() {} },
  })
  return { turns: timeTurns(turns, script.tokens, placement), list: listAlignment(turns, script.tokens, placement) }
}

test('times words from the recording', async () => {
  const { list, turns } = await align(
    spoken.map(({ text }) => text),
    { name: 'whole' },
  )
  const starts = spoken.flatMap(({ words }) => words?.map(({ startMs }) => startMs / 1000) ?? [])
  expect(list.words).toHaveLength(starts.length)
  const errors = list.words.map(({ start }, i) => Math.abs(start - (starts[i] ?? 0))).sort((a, b) => a - b)
  expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.08)
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(0.3)
  expect(list.notInAudio).toEqual([])
  expect(list.notInTranscript).toEqual([])
  for (const turn of turns) {
    expect(turn.words).toHaveLength(turn.text.split(' ').length)
    expect(turn.words.every(({ startMs, endMs }) => startMs <= endMs)).toBe(true)
  }
})

test('names unspoken turns and speech missing from the transcript instead of spreading over them', async () => {
  const invented = 'The elevators in this courthouse have been out of order since the beginning of last winter.'
  const longest = spoken.toSorted((a, b) => b.text.length - a.text.length)[0]
  const left = spoken.filter((turn) => turn !== longest)
  const at = Math.ceil(left.length / 2)
  const { list, turns } = await align(left.map(({ text }) => text).toSpliced(at, 0, invented), { name: 'gaps' })
  expect(list.notInAudio.map(({ turn, toTurn, text }) => ({ turn, toTurn, text }))).toEqual([
    { turn: at, toTurn: at, text: invented },
  ])
  expect(turns[at]).toMatchObject({ words: [], startMs: null, endMs: null, isAbsent: true })
  const [start, end] = [(longest?.words?.[0]?.startMs ?? 0) / 1000, (longest?.words?.at(-1)?.endMs ?? 0) / 1000]
  const covered = list.notInTranscript.reduce(
    (sum, gap) => sum + Math.max(0, Math.min(end, gap.end) - Math.max(start, gap.start)),
    0,
  )
  expect(covered).toBeGreaterThan(0.7 * (end - start))
  expect(list.words.some((word) => word.turn === at)).toBe(false)
  const sentences = describeGaps(list)
  expect(sentences.some((sentence) => sentence.includes('“The elevators'))).toBe(true)
  expect(sentences.some((sentence) => sentence.startsWith('Speech from'))).toBe(true)
})

test("a second run reads the first one's results", async () => {
  const texts = spoken.map(({ text }) => text)
  const first = await align(texts, { name: 'again' })
  const kept = () =>
    readdirSync(join(folder, 'again'), { recursive: true })
      .filter((name) => String(name).endsWith('.seg'))
      .map((name) => statSync(join(folder, 'again', String(name))).mtimeMs)
  const before = kept()
  expect(before.length).toBeGreaterThan(0)
  expect((await align(texts, { name: 'again' })).list).toEqual(first.list)
  expect(kept()).toEqual(before)
})

test("doesn't force another recording's transcript onto the audio", async () => {
  const { list } = await align(
    [
      'Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, I thought I would sail about a little and see the watery part of the world.',
    ],
    { name: 'other' },
  )
  const missing = list.notInAudio.reduce((sum, gap) => sum + gap.words, 0)
  expect(missing).toBeGreaterThan(25)
  expect(describeGaps(list)[0]).toContain('It may belong to another recording')
})

test('canceling stops the decoder', async () => {
  const stop = new AbortController()
  const running = align(
    spoken.map(({ text }) => text),
    { name: 'canceled', signal: stop.signal },
  )
  setTimeout(() => stop.abort(), 300)
  await expect(running).rejects.toThrow('aborted')
})

test('words that were not said are marked as words that may differ from the recording', async () => {
  const swaps = new Map([
    ['trial,', 'garden,'],
    ['jury', 'party'],
    ['morning.', 'evening.'],
    ['fair', 'purple'],
  ])
  let changed = 0
  const texts = spoken.map(({ text }) =>
    text
      .split(' ')
      .map((word) => {
        const other = swaps.get(word)
        changed += other === undefined ? 0 : 1
        return other ?? word
      })
      .join(' '),
  )
  const { turns, list } = await align(texts, { name: 'swapped' })
  const differing = list.words.filter(({ differs }) => differs).map(({ text }) => text)
  const found = differing.filter((word) => [...swaps.values()].includes(word))
  expect(changed).toBeGreaterThan(2)
  expect(found.length).toBeGreaterThanOrEqual(changed * 0.7)
  expect(differing.length - found.length).toBeLessThan(list.words.length * 0.06)
  expect(turns.flatMap(({ words }) => words).filter(({ differs }) => differs)).toHaveLength(differing.length)
  const [warning] = describeGaps(list)
  expect(warning).toMatch(
    /^\d+ words may differ from the recording: (?:“[^“”]+” \(0:\d\d\)(?:, )?)+(?:and \d+ more)?\.$/,
  )
  expect([...warning!.matchAll(/“([^“”]+)”/g)].map(([, word]) => word)).toEqual(differing.slice(0, 5))
  expect(/and (\d+) more/.exec(warning!)?.[1] ?? '0').toBe(String(Math.max(0, differing.length - 5)))
})
