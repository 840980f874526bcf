import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Transient, Unprocessable } from '#engine/stage.ts'
import { openaiTranscriber, readReply, Reply } from './openai.ts'
import { testTranscriber } from './transcriber.suite.ts'
import { writeTones } from './tones.fixture.ts'

type Received = { url: string; authorization: string | undefined; fields: Record<string, string[]>; file: Buffer }
type Handler = (received: Received, response: ServerResponse) => void

const good: Handler = (_received, response) => {
  response.end(
    JSON.stringify({
      text: 'I would',
      words: [
        { word: 'I', start: 0.5, end: 0.6 },
        { word: 'would', start: 0.6, end: 1 },
      ],
    }),
  )
}
let handler: Handler = good
let received: Received[] = []
let server: Server
let root = ''
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
const never = new AbortController().signal

async function receive(request: IncomingMessage): Promise<Received> {
  const form = await new Response(new Uint8Array(Buffer.concat(await request.toArray())), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const fields: Record<string, string[]> = {}
  let file = Buffer.alloc(0)
  for (const [key, value] of form) {
    if (typeof value === 'string') fields[key] = [...(fields[key] ?? []), value]
    else file = Buffer.from(await value.arrayBuffer())
  }
  return { url: request.url ?? '', authorization: request.headers.authorization, fields, file }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-openai-'))
  await writeTones(join(root, 'tones.wav'), 8000, [{ startMs: 1000, endMs: 2000, pitch: 'low' }])
  server = createServer((request, response) => {
    const answer = async () => {
      const each = await receive(request)
      received.push(each)
      handler(each, response)
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(root, { recursive: true })
})
beforeEach(() => {
  handler = good
  received = []
})

const build = (settings = {}) =>
  openaiTranscriber({ url: address(), model: 'small.en', apiKey: 'k' }, { firstWaitMs: 5, ...settings })
const chunk = () => ({
  wav: join(root, 'tones.wav'),
  startMs: 1000,
  endMs: 3000,
  regions: [{ startMs: 1000, endMs: 2000 }],
})
const ask = (settings = {}) => build(settings).transcribe(chunk(), { folder: root, signal: never })

testTranscriber('an OpenAI-compatible service', {
  build,
  async record(folder) {
    const wav = join(folder, 'tones.wav')
    await writeTones(wav, 8000, [])
    const span = (startMs: number, endMs: number) => ({ startMs, endMs, regions: [{ startMs, endMs }] })
    return { wav, first: span(0, 3000), second: span(4000, 8000) }
  },
})

test("sends the chunk as FLAC with the service's parameters", async () => {
  await ask()
  expect(received).toMatchObject([
    {
      url: '/v1/audio/transcriptions',
      authorization: 'Bearer k',
      fields: {
        model: ['small.en'],
        response_format: ['verbose_json'],
        'timestamp_granularities[]': ['word', 'segment'],
        temperature: ['0'],
      },
    },
  ])
  expect(received[0]?.file.subarray(0, 4).toString()).toBe('fLaC')
  // In FLAC, the low 32 bits of the sample count are at byte 22.
  expect(received[0]?.file.readUInt32BE(22)).toBe(2 * 16_000)
})

test('retries a busy service after the requested delay', async () => {
  let calls = 0
  handler = (each, response) => {
    calls += 1
    if (calls === 1) response.writeHead(503).end()
    else if (calls === 2) response.writeHead(429, { 'retry-after': '0.2' }).end()
    else if (calls === 3) response.destroy()
    else good(each, response)
  }
  const began = performance.now()
  expect((await ask()).words).toHaveLength(2)
  expect(calls).toBe(4)
  expect(performance.now() - began).toBeGreaterThan(195)
})

test('gives up with a sentence and lets a later run retry', async () => {
  handler = (_each, response) => response.writeHead(500).end('stack trace')
  const failure = await ask().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Transient)
  expect(String(failure)).toMatch(
    /The recognition service at 127\.0\.0\.1:\d+ is busy or unavailable \(500\)\. Try again later, or attach a transcript\./,
  )
  expect(received).toHaveLength(5)
})

test.each([
  [401, 'rejected the key (401)'],
  [404, 'doesn’t recognize this address or model (404)'],
  [400, 'rejected the audio (400)'],
])("doesn't retry after a %d response", async (status, sentence) => {
  handler = (_each, response) => response.writeHead(status).end()
  const failure = await ask().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Unprocessable)
  expect(String(failure)).toContain(sentence)
  expect(received).toHaveLength(1)
})

test('explains a missing or unresponsive service in one sentence', async () => {
  handler = () => undefined
  await expect(ask({ requestMs: 60 })).rejects.toThrow('did not respond within 0 seconds')
  const gone = openaiTranscriber({ url: 'http://127.0.0.1:9/v1', model: 'm', apiKey: null }, { firstWaitMs: 1 })
  await expect(gone.transcribe(chunk(), { folder: root, signal: never })).rejects.toThrow('cannot be reached')
})

test('sends audio only to the allowed URL and follows no redirects', async () => {
  handler = (_each, response) => response.writeHead(307, { location: `${address()}elsewhere` }).end()
  await expect(ask()).rejects.toThrow('redirects to another address (307). Set the final address.')
  expect(received.map((each) => each.url)).toEqual(['/v1/audio/transcriptions'])
})

test('reports an invalid response without retrying', async () => {
  handler = (_each, response) => response.end('<html>')
  await expect(ask()).rejects.toThrow('did not return OpenAI’s verbose_json')
  expect(received).toHaveLength(1)
})

const span = { startMs: 10_000, endMs: 20_000 }
const read = (reply: unknown) =>
  readReply(Reply.parse(reply), span).map((word) => [
    word.text,
    word.startMs,
    word.endMs,
    word.confidence,
    word.estimated,
  ])

test('takes word confidence from the word or else its segment', () => {
  expect(
    read({
      words: [
        { word: 'yes', start: 1, end: 1.5, probability: 0.9 },
        { word: 'no', start: 3, end: 99 },
      ],
      segments: [
        { start: 0, end: 2, text: 'yes', avg_logprob: -1 },
        { start: 2, end: 4, text: 'no', avg_logprob: Math.log(0.5) },
      ],
    }),
  ).toEqual([
    ['yes', 11_000, 11_500, 0.9, false],
    ['no', 13_000, 20_000, 0.5, false],
  ])
})

test("reads words inside segments, including whisper.cpp's pieces", () => {
  const words = [
    { word: ' Amer', start: 0, end: 0.2 },
    { word: 'ican', start: 0.2, end: 0.5 },
    { word: '.', start: 0.5, end: 0.5 },
    { word: ' Yes', start: 1, end: 1.2 },
  ]
  expect(read({ segments: [{ start: 0, end: 2, text: ' American. Yes', words }] })).toEqual([
    ['American.', 10_000, 10_500, null, false],
    ['Yes', 11_000, 11_200, null, false],
  ])
})

test('spreads segments without words, and plain text', () => {
  expect(read({ segments: [{ start: 1, end: 3, text: 'ab cd' }] })).toEqual([
    ['ab', 11_000, 12_000, null, true],
    ['cd', 12_000, 13_000, null, true],
  ])
  expect(read({ text: 'ab cd' })).toEqual([
    ['ab', 10_000, 15_000, null, true],
    ['cd', 15_000, 20_000, null, true],
  ])
  expect(read({ text: '' })).toEqual([])
  expect(read({ text: 'a\0b \uD800' }).map(([word]) => word)).toEqual(['ab', '\uFFFD'])
})
