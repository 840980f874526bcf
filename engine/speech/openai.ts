import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Span } from '#contract/videos/analysis.ts'
import type { Word } from '#contract/videos/transcript.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { type Recognition, Transient, Unprocessable } from '#engine/stage.ts'
import { splitWords, spreadWords } from '#engine/transcript/draft.ts'
import { sendRequest } from './http.ts'
import type { Chunk, Transcriber } from './transcriber.ts'

/** Without a GPU, 30 s of speech can take minutes. */
const requestSeconds = 300
const attempts = 5
const firstWaitMs = 500
const longestWaitMs = 30_000
/** A typical reply is smaller than 100 kB. */
const replyBytesAtMost = 10 * 1024 * 1024
const concurrency = 2

type Settings = { requestMs?: number; firstWaitMs?: number }

/** Sends audio as FLAC. Retries if the service is busy. Rejects redirects because only this URL was checked. */
export function openaiTranscriber(
  endpoint: NonNullable<Recognition['endpoint']>,
  settings: Settings = {},
): Transcriber {
  const url = new URL(`${endpoint.url.replace(/\/+$/, '')}/audio/transcriptions`)
  return {
    id: `endpoint ${url.href} ${endpoint.model}`,
    source: 'endpoint',
    reason: `Transcribed by the recognition service at ${url.host} (model ${endpoint.model}).`,
    concurrency,
    async transcribe(chunk, { folder, signal }) {
      const audio = await cutFlac(chunk, folder, signal)
      for (let attempt = 1; ; attempt++) {
        const outcome = await send(url, endpoint, audio, chunk, signal, settings.requestMs ?? requestSeconds * 1000)
        if ('words' in outcome) return outcome
        if (!outcome.mayRetry) throw new Unprocessable(outcome.sentence, { cause: outcome.detail })
        if (attempt === attempts) throw new Transient(outcome.sentence, { cause: outcome.detail })
        const backoff = (settings.firstWaitMs ?? firstWaitMs) * 2 ** (attempt - 1) * (1 + Math.random())
        await wait(Math.min(longestWaitMs, outcome.waitMs ?? backoff), undefined, { signal }).catch(() => undefined)
        signal.throwIfAborted()
      }
    },
    close: () => Promise.resolve(),
  }
}

type Fault = { sentence: string; mayRetry: boolean; detail: unknown; waitMs?: number | undefined }

async function send(
  url: URL,
  endpoint: { model: string; apiKey: string | null },
  audio: Blob,
  chunk: Chunk,
  signal: AbortSignal,
  requestMs: number,
): Promise<{ words: Word[] } | Fault> {
  const form = new FormData()
  form.set('file', audio, 'speech.flac')
  form.set('model', endpoint.model)
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.append('timestamp_granularities[]', 'segment')
  form.set('temperature', '0')
  const service = `The recognition service at ${url.host}`
  const timeout = AbortSignal.timeout(requestMs)
  try {
    const encoded = new Response(form)
    const response = await sendRequest(url, {
      method: 'POST',
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        ...(endpoint.apiKey === null ? {} : { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      signal: AbortSignal.any([signal, timeout]),
    })
    const body = await readLimited(response)
    const status = response.statusCode ?? 0
    if (status !== 200) return explainStatus(service, status, response.headers['retry-after'], body)
    const reply = Reply.safeParse(parseJson(body))
    if (reply.success) return { words: readReply(reply.data, chunk) }
    return {
      sentence: `${service} did not return OpenAI’s verbose_json. Check its address and model.`,
      mayRetry: false,
      detail: body.slice(0, 2000),
    }
  } catch (error) {
    signal.throwIfAborted()
    const why = timeout.aborted ? `did not respond within ${Math.round(requestMs / 1000)} seconds` : 'cannot be reached'
    return {
      sentence: `${service} ${why}. Make sure it’s running, or attach a transcript.`,
      mayRetry: true,
      detail: error,
    }
  }
}

function explainStatus(service: string, status: number, retryAfter: string | undefined, body: string): Fault {
  const detail = `${status} ${body.slice(0, 2000)}`
  if (status === 401 || status === 403)
    return {
      sentence: `${service} rejected the key (${status}). Check the key in the settings.`,
      mayRetry: false,
      detail,
    }
  if (status >= 300 && status < 400)
    return {
      sentence: `${service} redirects to another address (${status}). Set the final address.`,
      mayRetry: false,
      detail,
    }
  if (status === 404)
    return {
      sentence: `${service} doesn’t recognize this address or model (404). Check both in the settings.`,
      mayRetry: false,
      detail,
    }
  const isBusy = status === 408 || status === 409 || status === 429 || status >= 500
  const asked = Number(retryAfter)
  const waitMs = Number.isFinite(asked) && asked > 0 ? asked * 1000 : undefined
  return isBusy
    ? {
        sentence: `${service} is busy or unavailable (${status}). Try again later, or attach a transcript.`,
        mayRetry: true,
        detail,
        waitMs,
      }
    : {
        sentence: `${service} rejected the audio (${status}). Check its model in the settings.`,
        mayRetry: false,
        detail,
      }
}

async function readLimited(response: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += part.length
    if (size > replyBytesAtMost) throw new Error('the reply is larger than 10 MB')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function cutFlac(chunk: Chunk, folder: string, signal: AbortSignal): Promise<Blob> {
  const path = join(folder, `${chunk.startMs}.flac`)
  const seconds = (ms: number): string => (ms / 1000).toFixed(3)
  await runFfmpeg({
    inputs: [
      {
        path: chunk.wav,
        isOwn: true,
        options: ['-ss', seconds(chunk.startMs), '-t', seconds(chunk.endMs - chunk.startMs)],
      },
    ],
    output: { path, options: ['-c:a', 'flac', '-f', 'flac'] },
    doing: 'The audio couldn’t be split for transcription',
    signal,
    limits: { memoryMiB: 256, fileMiB: 16 },
  })
  const bytes = await readFile(path)
  await rm(path)
  return new Blob([bytes], { type: 'audio/flac' })
}

const seconds = z.number().nonnegative()
const ReplyWord = z.object({
  word: z.string().optional(),
  text: z.string().optional(),
  start: seconds,
  end: seconds,
  /** Services call the confidence by one of these names. */
  probability: z.number().nullish(),
  confidence: z.number().nullish(),
  score: z.number().nullish(),
})
const Segment = z.object({
  text: z.string().default(''),
  start: seconds,
  end: seconds,
  avg_logprob: z.number().nullish(),
  words: z.array(ReplyWord).nullish(),
})
/** A `verbose_json` reply. Words can be at the top level, inside segments, or missing. */
export const Reply = z.object({
  text: z.string().default(''),
  words: z.array(ReplyWord).nullish(),
  segments: z.array(Segment).nullish(),
})
type Reply = z.infer<typeof Reply>

/** Returns words with times on the recording's clock. If words have no times, spreads them over the speech. */
export function readReply(reply: Reply, chunk: Span): Word[] {
  const segments = reply.segments ?? []
  const words = reply.words?.length ? reply.words : segments.flatMap((segment) => segment.words ?? [])
  const toMs = (value: number): number => Math.min(chunk.endMs, chunk.startMs + Math.round(value * 1000))
  if (words.length > 0)
    return joinPieces(words).flatMap((word) => {
      const startMs = toMs(word.start)
      const endMs = Math.max(startMs, toMs(word.end))
      const confidence = clamp(word.probability ?? word.confidence ?? word.score ?? findConfidence(segments, word))
      const tokens = splitWords(word.word ?? word.text ?? '')
      if (tokens.length === 1) return [{ text: tokens[0] ?? '', startMs, endMs, confidence, estimated: false }]
      return spreadWords(tokens, startMs, endMs).map((part) => ({ ...part, confidence }))
    })
  if (segments.length > 0)
    return segments.flatMap((segment) => {
      const confidence = clamp(meanProbability(segment))
      const startMs = toMs(segment.start)
      const spread = spreadWords(splitWords(segment.text), startMs, Math.max(startMs, toMs(segment.end)))
      return spread.map((word) => ({ ...word, confidence }))
    })
  return spreadWords(splitWords(reply.text), chunk.startMs, chunk.endMs)
}

function joinPieces(words: readonly z.infer<typeof ReplyWord>[]): z.infer<typeof ReplyWord>[] {
  const readText = (word: z.infer<typeof ReplyWord>): string => word.word ?? word.text ?? ''
  if (!words.some((word) => /^\s/.test(readText(word)))) return [...words]
  const joined: z.infer<typeof ReplyWord>[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (!last || /^\s/.test(readText(word))) joined.push({ ...word })
    else Object.assign(last, { word: readText(last) + readText(word), end: Math.max(last.end, word.end) })
  }
  return joined
}

const meanProbability = (segment: z.infer<typeof Segment> | undefined): number | null =>
  typeof segment?.avg_logprob === 'number' ? Math.exp(segment.avg_logprob) : null

const findConfidence = (segments: readonly z.infer<typeof Segment>[], word: { start: number }): number | null =>
  meanProbability(segments.find((segment) => word.start >= segment.start && word.start < segment.end))

const clamp = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.min(1, Math.max(0, value))
