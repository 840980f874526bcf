/** Silero's neural voice detector (version 5), run by sherpa-onnx. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Span } from '#contract/videos/analysis.ts'
import { sampleRate, toFloats, type Wav } from './wav.ts'

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
export function loadSilero(): { sherpa: Sherpa; model: string } | { fault: string } {
  try {
    const model = join(dirname(require.resolve('@ricky0123/vad-web')), 'silero_vad_v5.onnx')
    const sherpa: Sherpa = require('sherpa-onnx-node')
    return { sherpa, model }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Regions of speech in milliseconds, in order, none overlapping. Blocks the thread for about 0.3 s at a time. */
export async function detectBySilero(
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
