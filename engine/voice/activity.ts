import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { Span, SpeechActivity } from '#contract/videos/analysis.ts'
import { openWav, sampleRate, toFloats, type Wav } from './wav.ts'

/** Missing a soft answer is worse than keeping a cough. */
export const regionSettings: SpeechSettings = { threshold: 0.3, minSilenceSeconds: 0.4, minSpeechSeconds: 0.1 }
/** A cough must not end a pause. */
export const pauseSettings: SpeechSettings = { threshold: 0.5, minSilenceSeconds: 0.4, minSpeechSeconds: 0.15 }

export async function detectSpeech(path: string, settings: SpeechSettings, watch: Watch): Promise<SpeechActivity> {
  await using wav = await openWav(path)
  const silero = loadSilero()
  const regions =
    silero === null ? await detectByEnergy(wav, settings, watch) : await detectBySilero(silero, wav, settings, watch)
  return {
    detector: silero === null ? 'energy' : 'silero',
    regions,
    speechMs: getTotalMs(regions),
  }
}

export function findPauses(regions: readonly Span[], leastMs: number): Span[] {
  return regions.flatMap((region, index) => {
    const next = regions[index + 1]
    return next && next.startMs - region.endMs >= leastMs ? [{ startMs: region.endMs, endMs: next.startMs }] : []
  })
}

type Sherpa = {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(externalBuffer: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
  }
}

export type SpeechSettings = {
  /** From 0 to 1. Lower values detect softer voices but also more noise. */
  threshold: number
  minSilenceSeconds: number
  /** Shorter speech is dropped. A spoken "No" lasts 0.2 s. */
  minSpeechSeconds: number
}

export type Watch = { signal: AbortSignal; progress: (fraction: number) => void }

/** The only window size the model accepts at 16 kHz. */
const windowSamples = 512
const blockSamples = windowSamples * 938
/** The detector splits speech that is longer than this. The buffer must hold more than this. */
const maxSpeechSeconds = 60
const bufferSeconds = 120

const require = createRequire(import.meta.url)

/** The native binary is available for only a few platforms, and the model may be missing. */
function loadSilero(): { sherpa: Sherpa; model: string } | null {
  const model = join(import.meta.dirname, '../models/silero-vad-5.onnx')
  if (!existsSync(model)) return null
  try {
    const sherpa: Sherpa = require('sherpa-onnx-node')
    return { sherpa, model }
  } catch {
    return null
  }
}

/** Returns sorted spans without overlaps. Blocks the thread for about 0.3 s at a time. */
async function detectBySilero(
  { sherpa, model }: { sherpa: Sherpa; model: string },
  wav: Wav,
  settings: SpeechSettings,
  { signal, progress }: Watch,
): Promise<Span[]> {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: settings.threshold,
        minSilenceDuration: settings.minSilenceSeconds,
        minSpeechDuration: settings.minSpeechSeconds,
        maxSpeechDuration: maxSpeechSeconds,
        windowSize: windowSamples,
      },
      sampleRate,
      numThreads: 1,
      debug: false,
    },
    bufferSeconds,
  )
  const regions: Span[] = []
  const drain = () => {
    while (!vad.isEmpty()) {
      // Copies the samples because `pop` frees an external buffer.
      const { start, samples } = vad.front(false)
      vad.pop()
      const startMs = Math.round((start * 1000) / sampleRate)
      const endMs = Math.min(wav.durationMs, Math.round(((start + samples.length) * 1000) / sampleRate))
      const last = regions.at(-1)
      // Rejoins speech that the detector cut. Those cuts are shorter than any silence that splits speech.
      if (last && startMs - last.endMs < settings.minSilenceSeconds * 500) last.endMs = Math.max(last.endMs, endMs)
      else if (endMs > startMs) regions.push({ startMs, endMs })
    }
  }
  for (let at = 0; at < wav.samples; at += blockSamples) {
    signal.throwIfAborted()
    const block = await wav.read(at, blockSamples)
    for (let i = 0; i + windowSamples <= block.length; i += windowSamples) {
      vad.acceptWaveform(toFloats(block.subarray(i, i + windowSamples)))
      drain()
    }
    progress(Math.min(1, (at + block.length) / wav.samples))
  }
  vad.flush()
  drain()
  return regions
}

const frameMs = 20
const frameSamples = (sampleRate * frameMs) / 1000
const blockFrames = 1500
/** Recomputes the noise floor every 5 s, from the surrounding minute, because room noise changes. */
const stepFrames = 250
const reachFrames = 1500
const silenceDb = -75
/** Speech must be at least this far above the floor, and at least this fraction of the way to the loudest voices. */
const leastRiseDb = 6
const riseShare = 0.35
const edgeMs = 60

async function measureFrames(wav: Wav, { signal, progress }: Watch): Promise<Float32Array> {
  const frames = new Float32Array(Math.ceil(wav.samples / frameSamples))
  for (let first = 0; first < frames.length; first += blockFrames) {
    signal.throwIfAborted()
    const block = await wav.read(first * frameSamples, blockFrames * frameSamples)
    for (let at = 0, frame = first; at < block.length; at += frameSamples, frame += 1) {
      const part = block.subarray(at, at + frameSamples)
      const mean = part.reduce((sum, sample) => sum + sample, 0) / part.length
      const power = part.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / part.length
      frames[frame] = 10 * Math.log10(power / 32_768 ** 2 + 1e-10)
    }
    progress(Math.min(1, (first + blockFrames) / frames.length))
  }
  return frames
}

function chooseThresholds(frames: Float32Array): Float32Array {
  const thresholds = new Float32Array(Math.ceil(frames.length / stepFrames))
  for (let step = 0; step < thresholds.length; step += 1) {
    const around = frames
      .slice(Math.max(0, step * stepFrames - reachFrames), (step + 1) * stepFrames + reachFrames)
      .filter((level) => level > silenceDb)
      .sort()
    const floor = around[Math.floor(around.length * 0.1)] ?? silenceDb
    const voices = around[Math.floor(around.length * 0.95)] ?? silenceDb
    thresholds[step] = Math.max(silenceDb, floor + Math.max(leastRiseDb, (voices - floor) * riseShare))
  }
  return thresholds
}

/** Compares loudness with an adaptive noise floor. Mistakes a slammed door for speech. Uses 4 MB for six hours. */
export async function detectByEnergy(wav: Wav, settings: SpeechSettings, watch: Watch): Promise<Span[]> {
  const frames = await measureFrames(wav, watch)
  const thresholds = chooseThresholds(frames)
  const loud: Span[] = []
  frames.forEach((level, frame) => {
    if (level <= (thresholds[Math.floor(frame / stepFrames)] ?? 0)) return
    const [startMs, endMs] = [frame * frameMs, (frame + 1) * frameMs]
    const last = loud.at(-1)
    if (last && startMs - last.endMs < settings.minSilenceSeconds * 1000) last.endMs = endMs
    else loud.push({ startMs, endMs })
  })
  return loud
    .filter(({ startMs, endMs }) => endMs - startMs >= settings.minSpeechSeconds * 1000)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(0, startMs - edgeMs),
      endMs: Math.min(wav.durationMs, endMs + edgeMs),
    }))
}
