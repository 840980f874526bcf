import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Span } from '#contract/videos/analysis.ts'
import { Transient, Unprocessable } from '../stage.ts'
import type { Watch } from './activity.ts'
import { joinRows, type Voiceprints } from './prints.ts'
import { listenBySpectrum } from './spectrum/spectrum.ts'
import { findVoiceModels, type VoiceModels } from './voice.models.ts'
import { openWav } from './wav.ts'

type Listening = { modelFolder: string | null; threads: number }

export async function listenToVoices(path: string, listening: Listening, watch: Watch): Promise<Voiceprints> {
  const models = listening.modelFolder === null ? null : await findVoiceModels(listening.modelFolder)
  return models === null ? listenBySpectrum(path, watch) : listenByModels(path, models, listening.threads, watch)
}

/** Longer blocks separate speakers better but use more memory: 58 MB per 15 minutes. */
const blockMs = 15 * 60_000
const loadMs = 60_000
const slowest = 4

export async function listenByModels(
  path: string,
  models: VoiceModels,
  threads: number,
  watch: Watch,
): Promise<Voiceprints> {
  watch.signal.throwIfAborted()
  const { durationMs } = await describe(path)
  const child = fork(fileURLToPath(new URL('neural.child.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    serialization: 'advanced',
  })
  const stop = (): void => void child.kill('SIGKILL')
  watch.signal.addEventListener('abort', stop, { once: true })
  const heard: Heard = { stretches: [], overlaps: [], vectors: [] }
  try {
    const ask = conversation(child)
    const start: NeuralStart = { segmentation: models.segmentation, embedding: models.embedding, threads }
    await ask(start, loadMs).catch((error: unknown) => {
      const sentence = `The voice models (${models.name}) cannot be loaded. Their files are damaged or from another version. Copy them again.`
      throw new Unprocessable(sentence, { cause: error })
    })
    for (let startMs = 0; startMs < durationMs; startMs += blockMs) {
      const endMs = Math.min(durationMs, startMs + blockMs)
      const order: NeuralOrder = { wav: path, startMs, endMs }
      const answer = await ask(order, (endMs - startMs) * slowest + loadMs)
      if ('fault' in answer) throw new Transient('The voices could not be analyzed.', { cause: answer.fault })
      if ('heard' in answer) {
        heard.stretches.push(...answer.heard.stretches)
        heard.overlaps.push(...answer.heard.overlaps)
        heard.vectors.push(...answer.heard.vectors)
      }
      watch.progress(endMs / durationMs)
    }
  } catch (error) {
    watch.signal.throwIfAborted()
    throw error
  } finally {
    watch.signal.removeEventListener('abort', stop)
    stop()
  }
  const width = heard.vectors[0]?.length ?? 0
  return {
    kind: 'embedding',
    model: models.name,
    mixture: null,
    stretches: heard.stretches,
    overlaps: heard.overlaps,
    overlapsHeard: true,
    width,
    vectors: joinRows(heard.vectors, width),
  }
}

async function describe(path: string): Promise<{ durationMs: number }> {
  await using wav = await openWav(path)
  return { durationMs: wav.durationMs }
}

function conversation(
  child: ChildProcess,
): (what: NeuralStart | NeuralOrder, withinMs: number) => Promise<NeuralAnswer> {
  let stderr = ''
  child.stderr?.on('data', (part: Buffer) => (stderr = (stderr + part.toString()).slice(-4000)))
  return async (what, withinMs) => {
    const waiting = Promise.withResolvers<NeuralAnswer>()
    const fail = (): void =>
      waiting.reject(
        new Transient('Voice analysis stopped unexpectedly. It may have run out of memory.', { cause: stderr }),
      )
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
    child.once('message', waiting.resolve)
    child.once('close', fail)
    child.once('error', fail)
    try {
      child.send(what, (error) => error && fail())
      return await waiting.promise
    } finally {
      clearTimeout(timer)
      child.off('message', waiting.resolve)
      child.off('close', fail)
      child.off('error', fail)
    }
  }
}

export type NeuralStart = { segmentation: string; embedding: string; threads: number }
export type NeuralOrder = { wav: string; startMs: number; endMs: number }
/** Times are relative to the start of the recording. There is one vector per stretch. */
export type Heard = { stretches: Span[]; overlaps: Span[]; vectors: Float32Array[] }
export type NeuralAnswer = { ready: true } | { fault: string } | { heard: Heard }
