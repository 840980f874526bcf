import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartialTurn, Span } from '#contract/videos/analysis.ts'
import { Transcript } from '#contract/videos/transcript.ts'
import { findSphinx } from '#engine/align/sphinx.ts'
import { Unprocessable } from '#engine/stage.ts'
import { cutChunks } from './chunks.ts'
import { guardWords, recognizeHead, recognizeSpeech } from './recognize.ts'
import type { Chunk, Transcriber } from './transcriber.ts'
import { writeTones } from './tones.fixture.ts'

let root = ''
let wav = ''
const minutes = [
  { startMs: 10_000, endMs: 34_000, pitch: 'low' },
  { startMs: 34_100, endMs: 60_000, pitch: 'low' },
] as const

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-recognize-'))
  wav = join(root, 'tones.wav')
  await writeTones(wav, 90_000, minutes)
})
afterAll(() => rm(root, { recursive: true }))

const span = (startMs: number, endMs: number): Span => ({ startMs, endMs })
const cut = async (...regions: Span[]) => (await cutChunks(wav, regions)).map(({ startMs, endMs }) => [startMs, endMs])

const cutLater = async (...regions: Span[]) => (await cut(span(0, 1000), span(5000, 6000), ...regions)).slice(2)

test('cuts chunks at the widest silence between 20 and 28 seconds and at long silences', async () => {
  const regions = [
    [10, 19] as const,
    [19.5, 31] as const,
    [31.5, 34] as const,
    [35.5, 37] as const,
    [37.2, 50] as const,
  ]
  expect(await cutLater(...regions.map(([from, to]) => span(from * 1000, to * 1000)))).toEqual([
    [9800, 34_200],
    [35_300, 50_200],
  ])
  expect(await cut(span(1000, 2000), span(9000, 9500))).toEqual([
    [800, 2200],
    [8800, 9700],
  ])
})

test("cuts unbroken speech at its quietest point; chunks last up to 28 s and don't overlap", async () => {
  const chunks = await cutLater(span(10_000, 60_000))
  expect(chunks).toHaveLength(2)
  expect(Math.abs((chunks[0]?.[1] ?? 0) - 34_050)).toBeLessThanOrEqual(50)
  for (const [at, [startMs = 0, endMs = 0]] of chunks.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(28_400)
    expect(startMs).toBeGreaterThanOrEqual(chunks[at - 1]?.[1] ?? 0)
  }
})

test('the first two chunks are short so that text appears soon', async () => {
  const lengths = (await cut(span(10_000, 80_000))).map(([startMs = 0, endMs = 0]) => endMs - startMs)
  expect(lengths[0]).toBeLessThanOrEqual(8200)
  expect(lengths[1]).toBeLessThanOrEqual(16_200)
  expect(lengths[2]).toBeGreaterThan(19_000)
})

const say = (text: string, startMs = 0) =>
  text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + at * 100,
    endMs: startMs + at * 100 + 90,
    confidence: null,
    estimated: false,
  }))
const guard = (text: string): string =>
  guardWords(say(text), [span(0, 60_000)])
    .words.map((word) => word.text)
    .join(' ')

test('cuts endless repetitions to one but keeps natural ones', () => {
  expect(guard('so thank you. Thank you. thank you thank you and then')).toBe('so thank you. and then')
  expect(guard('no no no no no')).toBe('no no no no no')
  expect(guard('I I I I I I know')).toBe('I know')
  expect(guard('I am fair I am fair and I was')).toBe('I am fair I am fair and I was')
})

test('drops words in silence', () => {
  const { words, dropped } = guardWords([...say('heard', 1000), ...say('invented', 9000)], [span(900, 2000)])
  expect([words.map((word) => word.text), dropped]).toEqual([['heard'], 1])
})

function scripted(hear: (chunk: Chunk) => string, concurrency = 1): Transcriber & { asked: number[] } {
  const asked: number[] = []
  return {
    id: 'scripted',
    source: 'local_model',
    reason: 'A test wrote this.',
    concurrency,
    asked,
    transcribe(chunk) {
      asked.push(chunk.startMs)
      const text = hear(chunk)
      return Promise.resolve({ words: text === '' ? [] : say(text, chunk.regions[0]?.startMs) })
    },
    close: () => Promise.resolve(),
  }
}
const regions = [span(10_000, 12_000), span(20_000, 22_000), span(30_000, 32_000)]
const work = async (transcriber: Transcriber, folder: string, signal = new AbortController().signal) =>
  recognizeSpeech({ transcriber, wav, regions, folder, signal, threads: 1, progress: () => undefined })

test('marks a gap and never fills it', async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const transcript = await work(
    scripted((chunk) => (chunk.startMs > 19_000 && chunk.startMs < 21_000 ? '' : 'Yes.')),
    folder,
  )
  expect(Transcript.parse(transcript)).toEqual(transcript)
  expect(transcript.turns.map((turn) => [turn.index, turn.role, turn.text, turn.startMs])).toEqual([
    [0, 'unknown', 'Yes.', 10_000],
    [1, 'note', '(Not recognized)', 19_800],
    [2, 'unknown', 'Yes.', 30_000],
  ])
  expect(transcript.warnings).toEqual(['No words were recognized from 00:00:19 to 00:00:23.'])
})

test('resumes a failed run with the same recognizer only', async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const broken = scripted((chunk) => {
    if (chunk.startMs > 25_000) throw new Unprocessable('It broke.')
    return 'Yes.'
  })
  await expect(work(broken, folder)).rejects.toThrow('It broke.')
  expect(broken.asked).toEqual([9800, 19_800, 29_800])
  const mended = scripted(() => 'Yes.')
  expect((await work(mended, folder)).turns).toHaveLength(3)
  expect(mended.asked).toEqual([29_800])
  const other = { ...scripted(() => 'No.'), id: 'another' }
  expect((await work(other, folder)).turns.map((turn) => turn.text)).toEqual(['No.', 'No.', 'No.'])
  expect(await readdir(join(folder, 'transcript_chunks'))).toHaveLength(1)
})

test('reports text as chunks finish, cached ones at once, gaps never', async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const told: PartialTurn[] = []
  const onText = (turns: readonly PartialTurn[]) => void told.push(...turns)
  const maker = scripted((chunk) => (chunk.startMs === 19_800 ? '' : 'Yes I am.'))
  const options = {
    wav,
    regions,
    folder,
    signal: new AbortController().signal,
    threads: 1,
    progress: () => undefined,
    onText,
  }
  await recognizeSpeech({ ...options, transcriber: maker })
  expect(told).toEqual([
    { startMs: 10_000, endMs: 10_290, text: 'Yes I am.' },
    { startMs: 30_000, endMs: 30_290, text: 'Yes I am.' },
  ])
  told.length = 0
  await recognizeSpeech({ ...options, transcriber: maker })
  expect([told.length, maker.asked.length]).toEqual([2, 3])
})

test("doesn't recognize the start again after early recognition", async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const ahead = scripted(() => 'Yes.')
  const head = { wav, regions: regions.slice(0, 2), folder, signal: new AbortController().signal }
  const never = new AbortController().signal
  await recognizeHead({ ...head, transcriber: ahead, enough: never, headMs: 60_000 })
  // The second chunk may end at a different time when the rest is known.
  expect(ahead.asked).toEqual([9800])
  const whole = scripted(() => 'Yes.')
  expect((await work(whole, folder)).turns).toHaveLength(3)
  expect(whole.asked).toEqual([19_800, 29_800])
  const late = scripted(() => 'Yes.')
  await recognizeHead({
    ...head,
    folder: await mkdtemp(join(root, 'work-')),
    transcriber: late,
    enough: AbortSignal.abort(),
    headMs: 60_000,
  })
  expect(late.asked).toEqual([])
})

test('the first error stops other chunks; aborting stops all with its reason', async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const stopped = new AbortController()
  const reason = new Error('canceled')
  const waiting = {
    ...scripted(() => '', 2),
    transcribe: (_chunk: Chunk, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  }
  const running = work(waiting, folder, stopped.signal)
  setTimeout(() => stopped.abort(reason), 20)
  await expect(running).rejects.toBe(reason)
})

test('splits turns at pauses', async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const transcriber = {
    ...scripted(() => ''),
    transcribe: () =>
      Promise.resolve({ words: [...say('Are you', 10_000), ...say('fair? Yes.', 10_650), ...say('Next.', 11_900)] }),
  }
  const only = await recognizeSpeech({
    transcriber,
    wav,
    regions: [span(10_000, 12_000)],
    folder,
    signal: new AbortController().signal,
    threads: 1,
    progress: () => undefined,
  })
  expect(only.turns.map((turn) => turn.text)).toEqual(['Are you fair? Yes.', 'Next.'])
})

test('times words while later chunks are still being recognized', async () => {
  const folder = await mkdtemp(join(root, 'work-'))
  const long = join(root, 'long.wav')
  const spoken = Array.from({ length: 12 }, (_, at) => span(1000 + at * 26_000, 23_000 + at * 26_000))
  await writeTones(long, 320_000, [])
  let wasTiming = false
  const transcriber: Transcriber = {
    ...scripted(() => ''),
    async transcribe(chunk) {
      const isTiming = async () => (await readdir(folder)).some((name) => name.startsWith('align_'))
      const isLast = chunk.endMs > 305_000
      if (isLast && findSphinx() !== null)
        while (!(await isTiming())) await new Promise((resolve) => setTimeout(resolve, 5))
      wasTiming ||= isLast
      return { words: say('Yes I am.', chunk.startMs).map((word) => ({ ...word, estimated: true })) }
    },
  }
  const signal = new AbortController().signal
  const options = { transcriber, wav: long, regions: spoken, folder, signal, threads: 2, progress: () => undefined }
  const { turns } = await recognizeSpeech(options)
  expect(wasTiming).toBe(true)
  expect(turns.filter(({ text }) => text === 'Yes I am.')).toHaveLength(turns.length)
  expect((await readdir(folder)).filter((name) => name.startsWith('align_'))).toEqual([])
})
