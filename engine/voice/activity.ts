/** Where somebody speaks, and where nobody does for long. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { Span, SpeechActivity } from '#contract/videos/analysis.ts'
import { openWav, sampleRate, toFloats, type Wav } from './wav.ts'

/** For cutting and listing speech: a soft answer lost is worse than a cough kept. */
export const regionSettings: SpeechSettings = { threshold: 0.3, minSilenceSeconds: 0.4, minSpeechSeconds: 0.1 }
/** For pauses: a cough must not end one. */
export const pauseSettings: SpeechSettings = { threshold: 0.5, minSilenceSeconds: 0.4, minSpeechSeconds: 0.15 }

/** Speech regions of a 16 kHz mono WAV file, by Silero where it loads, else by loudness. */
export async function detectSpeech(path: string, settings: SpeechSettings, watch: Watch): Promise<SpeechActivity> {
  await using wav = await openWav(path)
  const silero = loadSilero()
  const regions =
    'fault' in silero ? await detectByEnergy(wav, settings, watch) : await detectBySilero(silero, wav, settings, watch)
  return {
    detector: 'fault' in silero ? 'energy' : 'silero',
    regions,
    speechMs: getTotalMs(regions),
  }
}

/** Silences of at least `leastMs` between speech; what lies before the first and after the last word is not a pause. */
export function findPauses(regions: readonly Span[], leastMs: number): Span[] {
  return regions.flatMap((region, index) => {
    const next = regions[index + 1]
    return next && next.startMs - region.endMs >= leastMs ? [{ startMs: region.endMs, endMs: next.startMs }] : []
  })
}

/** Silero's neural voice detector (version 5), run by sherpa-onnx. */

/** The part of sherpa-onnx-node that is used here; the package has no types of its own. */
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
  /** Probability of speech, 0 to 1. Lower finds soft voices and more noise. */
  threshold: number
  /** Silence shorter than this does not split a region. */
  minSilenceSeconds: number
  /** Speech shorter than this is dropped. A "No." lasts 0.2 s. */
  minSpeechSeconds: number
}

export type Watch = { signal: AbortSignal; progress: (fraction: number) => void }

/** The model's window at 16 kHz; it accepts no other. */
const windowSamples = 512
/** Half a minute a block: short enough for a live progress bar, long enough that reading costs nothing. */
const blockSamples = windowSamples * 938
/** Longer speech is cut by the detector, and the cuts are joined again here. The buffer must hold more than that. */
const maxSpeechSeconds = 60
const bufferSeconds = 120

const require = createRequire(import.meta.url)

/** Loads the detector, or answers why it cannot: the binary exists for few platforms, and either package may be missing. */
function loadSilero(): { sherpa: Sherpa; model: string } | { fault: string } {
  try {
    const model = join(dirname(require.resolve('@ricky0123/vad-web')), 'silero_vad_v5.onnx')
    const sherpa: Sherpa = require('sherpa-onnx-node')
    return { sherpa, model }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Regions of speech in milliseconds, in order, none overlapping. Blocks the thread for about 0.3 s at a time. */
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
      // An external buffer is freed at pop; a copy is asked for, although only its length is needed.
      const { start, samples } = vad.front(false)
      vad.pop()
      const startMs = Math.round((start * 1000) / sampleRate)
      const endMs = Math.min(wav.durationMs, Math.round(((start + samples.length) * 1000) / sampleRate))
      const last = regions.at(-1)
      // Two cuts of one long speech lie closer together than any silence that splits regions.
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

/**
 * A voice detector without a model: loudness against a noise floor that follows the room. It takes a slammed door for
 * speech, which the neural detector does not; it stands in only where that one cannot load.
 */

const frameMs = 20
const frameSamples = (sampleRate * frameMs) / 1000
const blockFrames = 1500
/** The floor and the voices are measured anew every 5 s over the minute around: rooms change with doors and machines. */
const stepFrames = 250
const reachFrames = 1500
/** Under this nothing was recorded: digital silence. */
const silenceDb = -75
/** Speech must rise this far over the floor, and at least this share of the way to the loudest voices. */
const leastRiseDb = 6
const riseShare = 0.35
/** Consonants at the edges of words are softer than the threshold: each region grows by this much. */
const edgeMs = 60

/** Mean power of each 20 ms frame in decibels of full scale. */
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

/** Loudness in decibels above which a frame counts as speech, for each step of 5 s. */
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

/** Regions of speech in milliseconds, in order, none overlapping. Memory: 4 bytes a frame, 4 MB for six hours. */
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
