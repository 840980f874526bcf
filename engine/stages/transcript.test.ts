import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Transcript, type Turn } from '#contract/videos/transcript.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { readArtifact } from '#engine/artifacts.ts'
import { runPipeline } from '#engine/run.ts'
import type { EngineOptions } from '#engine/stage.ts'
import { alignStage } from './align.ts'
import { audioStage } from './audio.ts'
import { probeStage } from './probe.ts'
import { speechStage } from './speech.ts'
import { transcriptStage } from './transcript.ts'

const sample = new URL('../../samples/voir-dire.mp4', import.meta.url).pathname
const nothing: EngineOptions['recognition'] = {
  endpoint: null,
  modelFolder: null,
  allowDraft: false,
  findingsOnDraft: false,
}
let root = ''
let withoutCaptions = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-transcript-'))
  withoutCaptions = join(root, 'plain.mp4')
  const options = ['-map', '0:v:0', '-map', '0:a:0', '-c', 'copy', '-sn', '-t', '40', '-f', 'mp4']
  await runFfmpeg({ inputs: [{ path: sample }], output: { path: withoutCaptions, options }, doing: 'cut' })
})
afterAll(() => rm(root, { recursive: true }))

async function run(input: string, options: Partial<EngineOptions>, work?: string): Promise<Transcript> {
  const folder = work ?? (await mkdtemp(join(root, 'work-')))
  await runPipeline({
    stages: [probeStage, audioStage, speechStage, transcriptStage],
    input,
    folder,
    options: { transcript: null, recognition: nothing, threads: 1, ...options },
    signal: new AbortController().signal,
  })
  return Transcript.parse(await readArtifact(folder, 'transcript'))
}

test('uses an attached transcript first, and says so', async () => {
  const path = join(root, 'attached')
  await writeFile(path, 'THE COURT: Good morning.\nJUROR 3: Good morning, Your Honor.\n')
  const transcript = await run(sample, { transcript: { path, name: 'day 1.txt' } })
  expect(transcript).toMatchObject({
    source: 'attached',
    format: 'plain_text',
    reason: 'A transcript was attached (day 1.txt).',
    language: null,
  })
  expect(transcript.turns.map((turn) => turn.speaker)).toEqual(['THE COURT', 'JUROR 3'])
})

test("uses the file's captions next, with their language", async () => {
  const transcript = await run(sample, {})
  expect(transcript).toMatchObject({ source: 'captions', format: 'srt', language: 'en' })
  expect(transcript.turns.length).toBeGreaterThan(20)
  expect(transcript.turns.some((turn) => turn.role === 'juror' && turn.jurorNumber === '12')).toBe(true)
})

test('keeps voices in WebVTT captions', async () => {
  const captions = join(root, 'captions.vtt')
  await writeFile(captions, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Juror 5>Here.\n')
  const input = join(root, 'voices.mkv')
  const options = ['-map', '0', '-map', '1', '-c', 'copy', '-f', 'matroska']
  const inputs = [{ path: withoutCaptions }, { path: captions, isOwn: true }]
  await runFfmpeg({ inputs, output: { path: input, options }, doing: 'mux' })
  const transcript = await run(input, {})
  expect(transcript).toMatchObject({ source: 'captions', format: 'vtt' })
  expect(transcript.turns.map((turn) => [turn.speaker, turn.text])).toEqual([['Juror 5', 'Here.']])
  // Matroska includes 21 ms of padding from the AAC encoder at the start.
  expect(Math.abs((transcript.turns[0]?.startMs ?? 0) - 1000)).toBeLessThanOrEqual(25)
})

test('fails on an unreadable attached transcript instead of using another source', async () => {
  const path = join(root, 'closed')
  await writeFile(path, '%PDF-1.7')
  await expect(run(sample, { transcript: { path, name: 'day.pdf' } })).rejects.toThrow('The PDF is damaged.')
  await expect(run(sample, { transcript: { path: join(root, 'gone'), name: 'a' } })).rejects.toThrow('Attach it again')
})

test('says what to do if there is no source', async () => {
  const transcript = await run(withoutCaptions, {})
  expect(transcript).toMatchObject({ source: 'none', turns: [] })
  expect(transcript.reason).toContain('Attach a transcript')
})

test('fails if the service fails, without falling back to a draft', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const recognition = { ...nothing, endpoint: { url, model: 'whisper-1', apiKey: 'wrong' }, allowDraft: true }
  await expect(run(withoutCaptions, { recognition })).rejects.toThrow('rejected the key (401)')
  server.close()
})

test('resumes interrupted recognition after its finished chunks', async () => {
  let asked = 0
  let answers = 1
  const server = createServer((request, response) => {
    asked += 1
    request.resume().once('end', () => {
      if (answers-- > 0) response.end(JSON.stringify({ segments: [{ start: 0, end: 3, text: 'Good morning.' }] }))
      else response.writeHead(400).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const options = { recognition: { ...nothing, endpoint: { url, model: 'm', apiKey: null } } }
  const folder = await mkdtemp(join(root, 'work-'))
  await expect(run(withoutCaptions, options, folder)).rejects.toThrow('rejected the audio')
  ;[asked, answers] = [0, 99]
  const transcript = await run(withoutCaptions, options, folder)
  expect(transcript.source).toBe('endpoint')
  const chunks = transcript.turns.filter((turn) => turn.text === 'Good morning.').length
  expect(chunks).toBeGreaterThan(1)
  expect(asked).toBe(chunks - 1)
  server.close()
})

test('shows the first words before speech detection ends, and recognizes nothing twice', async () => {
  const sent: number[] = []
  const server = createServer((request, response) => {
    let bytes = 0
    request
      .on('data', (part: Buffer) => (bytes += part.length))
      .once('end', () => {
        sent.push(bytes)
        response.end(JSON.stringify({ segments: [{ start: 0, end: 3, text: 'Good morning.' }] }))
      })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const folder = await mkdtemp(join(root, 'work-'))
  const first = Promise.withResolvers<string[]>()
  await runPipeline({
    // Simulate hours of audio, where speech detection ends after the first words have arrived.
    stages: [
      probeStage,
      audioStage,
      { ...speechStage, run: async (context) => (await first.promise, speechStage.run(context)) },
      transcriptStage,
    ],
    input: withoutCaptions,
    folder,
    options: {
      transcript: null,
      recognition: { ...nothing, endpoint: { url, model: 'm', apiKey: null } },
      threads: 2,
    },
    signal: new AbortController().signal,
    onText: (turns) => first.resolve(turns.map(({ text }) => text)),
  })
  server.close()
  expect(await first.promise).toEqual(['Good morning.'])
  const { turns } = await readArtifact(folder, 'transcript')
  const chunks = turns.filter((turn) => turn.text === 'Good morning.').length
  expect([sent.length, chunks > 1]).toEqual([chunks, true])
  expect(await readdir(folder)).not.toContain('transcript_head.wav')
})

async function timeSaid(options: Partial<EngineOptions>): Promise<Turn> {
  const segments = [{ start: 0, end: 4, text: 'Mr. Kowalsky didn’t come in 1961.' }]
  const words = ['Mr.', 'Kowalsky', 'didn’t', 'come', 'in', '1961.'].map((word, at) => ({
    word,
    start: 2 + at / 4,
    end: 2.2 + at / 4,
    probability: 0.85,
  }))
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end(JSON.stringify({ segments, words })))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const folder = await mkdtemp(join(root, 'work-'))
  await runPipeline({
    stages: [probeStage, audioStage, speechStage, transcriptStage, alignStage],
    input: withoutCaptions,
    folder,
    options: {
      transcript: null,
      recognition: { ...nothing, endpoint: { url, model: 'm', apiKey: null } },
      vocabulary: ['Kowalski'],
      threads: 1,
      ...options,
    },
    signal: new AbortController().signal,
  })
  server.close()
  return (await readArtifact(folder, 'align')).turns.find(({ text }) => text.includes('Mr.'))!
}

test('writes the case’s names as the case does, and marks what needs checking', async () => {
  const { text, words } = await timeSaid({})
  expect(text).toContain('Mr. Kowalski didn’t come in 1961.')
  expect(words.slice(0, 6).map(({ heard, check }) => [heard, check])).toEqual([
    [undefined, undefined],
    ['Kowalsky', 'name'],
    [undefined, 'negation'],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, 'number'],
  ])
})

test('never changes or marks an attached transcript', async () => {
  const path = join(root, 'attached-names')
  await writeFile(path, 'start,end,text\n1,2,Mr. Kowalsky didn’t come in 1961.')
  const { text, words } = await timeSaid({ transcript: { path, name: 'day 1.csv' } })
  expect(text).toBe('Mr. Kowalsky didn’t come in 1961.')
  expect(words.some(({ heard, check }) => heard !== undefined || check !== undefined)).toBe(false)
})

test('labels a draft as a draft', async () => {
  const few = join(root, 'few.mp4')
  const options = ['-map', '0:v:0', '-map', '0:a:0', '-c', 'copy', '-sn', '-t', '8', '-f', 'mp4']
  await runFfmpeg({ inputs: [{ path: sample }], output: { path: few, options }, doing: 'cut' })
  const transcript = await run(few, { recognition: { ...nothing, allowDraft: true } })
  expect(transcript).toMatchObject({ source: 'draft', format: 'recognized' })
  expect(transcript.reason).toContain('This is a draft with many likely errors.')
  expect(transcript.turns.length).toBeGreaterThan(0)
})

test('names a disallowed service without falling back to a draft', async () => {
  const refused = 'The recognition service speech.example is outside this machine and its private network.'
  const transcript = await run(withoutCaptions, { recognition: { ...nothing, refused, allowDraft: true } })
  expect(transcript).toMatchObject({ source: 'none', turns: [], reason: expect.stringContaining(refused) })
})
