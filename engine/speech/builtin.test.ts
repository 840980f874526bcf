import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transcript } from '#contract/videos/transcript.ts'
import { findSphinx } from '#engine/align/sphinx.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { detectSpeech, regionSettings } from '#engine/voice/activity.ts'
import { findBuiltIn } from './builtin.ts'
import { chooseTranscriber, recognizeSpeech } from './recognize.ts'
import type { Model } from './sherpa.model.ts'
import { sherpaTranscriber } from './sherpa.ts'
import { testTranscriber } from './transcriber.suite.ts'

const builtIn = findBuiltIn()
const build = () => sherpaTranscriber(builtIn as Model, 2)
const watch = { signal: new AbortController().signal, progress() {} }
const seconds = 30
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-builtin-'))
})
afterAll(() => rm(root, { recursive: true }))

async function record(folder: string) {
  const wav = join(folder, 'sample.wav')
  const options = `-vn -ac 1 -ar 16000 -c:a pcm_s16le -bitexact -t ${seconds} -f wav`.split(' ')
  const path = new URL('../../samples/voir-dire.mp4', import.meta.url).pathname
  await runFfmpeg({ inputs: [{ path }], output: { path: wav, options }, doing: 'cut' })
  return {
    wav,
    first: { startMs: 1600, endMs: 8800, regions: [{ startMs: 1800, endMs: 8600 }] },
    second: { startMs: 16_200, endMs: 19_200, regions: [{ startMs: 16_300, endMs: 19_000 }] },
  }
}

testTranscriber('the recognizer that comes with the program', { build, record })

async function hearSample(): Promise<Transcript> {
  const { wav } = await record(root)
  const { regions } = await detectSpeech(wav, regionSettings, watch)
  const transcriber = build()
  const folder = await mkdtemp(join(root, 'work-'))
  try {
    return await recognizeSpeech({ ...watch, transcriber, wav, regions, folder, threads: 1 })
  } finally {
    await transcriber.close()
  }
}

test('transcribes speech and, with PocketSphinx, times each word', async () => {
  const { source, reason, turns } = await hearSample()
  expect(source).toBe('local_model')
  expect(reason).toContain('check its transcript against the recording')
  const words = turns.flatMap((turn) => turn.words)
  const sure = words.filter(({ confidence }) => (confidence ?? 0) >= 0.9)
  expect(sure.length).toBeGreaterThan(words.length / 2)
  expect(sure.length).toBeLessThan(words.length)
  const text = words.map((word) => word.text).join(' ')
  for (const said of ['criminal trial', 'about three weeks', 'be a hardship for any', 'get paid', 'for jury service'])
    expect(text).toContain(said)
  expect(words.filter((word) => word.estimated).length).toBeLessThan(findSphinx() === null ? Infinity : 5)
  const truth: { turns: { words?: { text: string; startMs: number }[] }[] } = JSON.parse(
    await readFile(new URL('../../samples/voir-dire.truth.json', import.meta.url), 'utf8'),
  )
  const spoken = truth.turns.flatMap((turn) => turn.words ?? [])
  for (const name of ['criminal', 'hardship', 'employer', 'service?']) {
    const [heard, said] = [words, spoken].map((list) => list.find((word) => word.text === name))
    const offMs = Math.abs((heard?.startMs ?? 0) - (said?.startMs ?? Infinity))
    expect(offMs, name).toBeLessThan(findSphinx() === null ? 3000 : 150)
  }
})

test('ranks below a service and a model folder, and above a draft', async () => {
  const nothing = { endpoint: null, modelFolder: null, allowDraft: true, findingsOnDraft: false }
  const idOf = async (recognition: Parameters<typeof chooseTranscriber>[0]) => {
    const transcriber = await chooseTranscriber(recognition, 1)
    await transcriber?.close()
    return transcriber?.id ?? null
  }
  const endpoint = { url: 'http://127.0.0.1:9/v1', model: 'm', apiKey: null }
  expect(await idOf({ ...nothing, allowBuiltIn: true, endpoint })).toContain('127.0.0.1')
  expect(await idOf({ ...nothing, allowBuiltIn: true })).toBe(
    builtIn ? 'sherpa moonshine moonshine-tiny-en twice' : null,
  )
  expect((await idOf(nothing)) ?? '').not.toContain('moonshine')
})
