import { type ChildProcess, fork } from 'node:child_process'
import { env as environment } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Word } from '#contract/videos/transcript.ts'
import { Transient, Unprocessable } from '#engine/stage.ts'
import { splitWords, spreadWords } from '#engine/transcript/draft.ts'
import { rateWords, secondSpeed } from './words/certainty.ts'
import type { Model } from './sherpa.model.ts'
import type { Chunk, Transcriber } from './transcriber.ts'

/** This is enough time to load 3 GB from a slow disk. */
const loadMs = 180_000
/** On two old cores, a large model takes several times the length of a 28 s chunk. */
const chunkMs = 600_000

/** Each additional lane uses 50 MB. */
const mostLanes = 4
/**
 * Moonshine's memory use grows with the square of the length. 28 s would use 160 MB more and wouldn't be more accurate.
 */
const moonshineLimits = { longestMs: 22_000, shortestMs: 16_000 }

export function sherpaTranscriber(model: Model, threads: number): Transcriber {
  let process: ModelProcess | null = null
  // Moonshine doesn't return probabilities, but it's fast enough to run twice.
  const twice = model.family === 'moonshine'
  // Two threads barely speed up one chunk of a small model, so recognize several chunks at once instead.
  const lanes = model.family === 'moonshine' ? Math.min(threads, mostLanes) : 1
  return {
    id: `sherpa ${model.family} ${model.name}${twice ? ' twice' : ''}`,
    source: 'local_model',
    reason: [`Transcribed by the model ${model.name} on this machine.`, model.about].filter(Boolean).join(' '),
    concurrency: lanes,
    ...(model.family === 'moonshine' && { limits: moonshineLimits }),
    async transcribe(chunk, { signal }): Promise<{ words: Word[] }> {
      signal.throwIfAborted()
      process ??= new ModelProcess(model, Math.floor(threads / lanes))
      const running = process
      const stop = (): void => running.end()
      signal.addEventListener('abort', stop, { once: true })
      try {
        const result = await running.recognize({ ...chunk, secondSpeed: twice ? secondSpeed : null })
        const words = joinPieces(result, chunk)
        return { words: result.again === null ? words : rateWords(words, result.again) }
      } catch (error) {
        if (process === running) process = null
        running.end()
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    close() {
      process?.end()
      process = null
      return Promise.resolve()
    },
  }
}

class ModelProcess {
  private readonly child: ChildProcess
  private readonly ready: Promise<void>
  private readonly waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>()
  private isReady = false
  private stderr = ''
  private lastId = 0

  constructor(model: Model, threads: number) {
    this.child = fork(fileURLToPath(new URL('sherpa.child.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--expose-gc', '--max-semi-space-size=2'],
      // Without this, glibc stops returning large blocks after the model has loaded, which wastes 25 MB.
      env: { ...environment, MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) },
    })
    this.child.stderr?.on('data', (part: Buffer) => (this.stderr = (this.stderr + part.toString()).slice(-4000)))
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(), loadMs)
      const fail = (): void => {
        clearTimeout(timer)
        const damaged = new Unprocessable(
          `The model ${model.name} cannot be loaded. Its files are damaged or from another version. Copy them again.`,
          { cause: this.stderr },
        )
        const stopped = new Transient(
          'The recognizer on this machine stopped unexpectedly. It may have run out of memory.',
          { cause: this.stderr },
        )
        reject(damaged)
        for (const waiting of this.waiting.values()) waiting.reject(this.isReady ? stopped : damaged)
        this.waiting.clear()
      }
      this.child.once('error', fail)
      this.child.once('close', fail)
      this.child.on('message', (answer: Answer) => {
        if ('ready' in answer) {
          clearTimeout(timer)
          this.isReady = true
          resolve()
          return
        }
        const waiting = this.waiting.get(answer.id)
        this.waiting.delete(answer.id)
        if ('fault' in answer)
          waiting?.reject(new Transient('The recognizer could not read the audio.', { cause: answer.fault }))
        else waiting?.resolve(answer)
      })
    })
    // This prevents an unhandled rejection. `recognize` reports the error to callers.
    this.ready.catch(() => undefined)
    this.child.send({ config: model.config, threads })
  }

  async recognize(chunk: Omit<Order, 'id'>): Promise<Result> {
    await this.ready
    const id = ++this.lastId
    const timer = setTimeout(() => this.end(), chunkMs)
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject })
        this.child.send({
          id,
          wav: chunk.wav,
          startMs: chunk.startMs,
          endMs: chunk.endMs,
          secondSpeed: chunk.secondSpeed,
        })
      })
    } finally {
      clearTimeout(timer)
    }
  }

  end(): void {
    this.child.kill('SIGKILL')
  }
}

export type Start = { config: Record<string, unknown>; threads: number }
export type Order = { id: number; wav: string; startMs: number; endMs: number; secondSpeed: number | null }
/** Times are in seconds from the start of the chunk. The lists are empty if the model doesn't return times. */
type Result = {
  text: string
  tokens: string[]
  timestamps: number[]
  durations: number[]
  logProbs: number[]
  again: string | null
}
export type Answer = { ready: true } | { id: number; fault: string } | ({ id: number } & Result)

const pieceSeconds = 0.24

type Open = { text: string; startSeconds: number; endSeconds: number; logProbs: number[] }

/** A word starts with a space or "▁", or after "|". If words have no times (Whisper), spreads them over the speech. */
export function joinPieces(result: Omit<Result, 'again'>, chunk: Chunk): Word[] {
  const { tokens, timestamps, durations, logProbs, text } = result
  if (tokens.length === 0 || timestamps.length !== tokens.length) return spreadOverSpeech(splitWords(text), chunk)
  const words: Open[] = []
  let isOpen = false
  for (const [at, token] of tokens.entries()) {
    if (/^<.*>$/.test(token)) continue
    const begins = /^[▁ ]/.test(token)
    const letters = token.replaceAll(/[▁| ]/g, '')
    if (letters === '') {
      isOpen = false
      continue
    }
    const startSeconds = timestamps[at] ?? 0
    const next = timestamps.slice(at + 1).find((time) => time > startSeconds) ?? Infinity
    const endSeconds = startSeconds + (durations[at] ?? Math.min(pieceSeconds, next - startSeconds))
    const logProb = logProbs[at]
    const last = words.at(-1)
    if (last && isOpen && !begins) {
      last.text += letters
      last.endSeconds = Math.max(last.endSeconds, endSeconds)
    } else words.push({ text: letters, startSeconds, endSeconds, logProbs: [] })
    if (logProb !== undefined) words.at(-1)?.logProbs.push(logProb)
    isOpen = !token.endsWith('|')
  }
  const toMs = (seconds: number): number => Math.min(chunk.endMs, chunk.startMs + Math.round(seconds * 1000))
  return words.map(({ text: word, startSeconds, endSeconds, logProbs: probs }) => ({
    text: word,
    startMs: toMs(startSeconds),
    endMs: toMs(endSeconds),
    confidence:
      probs.length === 0 ? null : Math.min(1, Math.exp(probs.reduce((sum, value) => sum + value, 0) / probs.length)),
    estimated: false,
  }))
}

function spreadOverSpeech(tokens: readonly string[], chunk: Chunk): Word[] {
  const total = chunk.regions.reduce((sum, region) => sum + region.endMs - region.startMs, 0)
  const place = (ms: number, isEnd: boolean): number => {
    let left = ms
    for (const region of chunk.regions) {
      const length = region.endMs - region.startMs
      if (left < length || (isEnd && left === length)) return region.startMs + left
      left -= length
    }
    return chunk.regions.at(-1)?.endMs ?? chunk.endMs
  }
  return spreadWords(tokens, 0, total).map((word) => ({
    ...word,
    startMs: place(word.startMs, false),
    endMs: place(word.endMs, true),
  }))
}
