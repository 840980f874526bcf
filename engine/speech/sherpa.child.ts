/** Runs in a separate process, because a damaged model can crash it and recognition calls block it. */
import { createRequire } from 'node:module'
import { openWav, sampleRate, toFloats } from '#engine/voice/wav.ts'
import type { Answer, Order, Start } from './sherpa.ts'

type Stream = { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void }
type Decoded = {
  text: string
  tokens?: string[]
  timestamps?: number[]
  durations?: number[]
  ys_log_probs?: number[]
}
type Sherpa = {
  OfflineRecognizer: new (config: object) => {
    createStream(): Stream
    /** Runs on another thread so several streams can be decoded at once. */
    decodeAsync(stream: Stream): Promise<Decoded>
  }
}

const melBands = 80

const { OfflineRecognizer } = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
let recognizer: InstanceType<Sherpa['OfflineRecognizer']> | null = null
const send = (answer: Answer): void => void process.send?.(answer)

process.on('disconnect', () => process.exit(0))
process.on('message', (message: Start | Order) => {
  // If this fails, the process ends, and the engine reports that the model can't be loaded.
  if ('config' in message) void load(message).then(() => send({ ready: true }))
  else
    recognize(message).catch((error: unknown) => {
      send({ id: message.id, fault: String(error) })
    })
})

async function load({ config, threads }: Start): Promise<void> {
  const build = (more: object): void => {
    recognizer = new OfflineRecognizer({
      featConfig: { sampleRate, featureDim: melBands },
      modelConfig: { ...config, ...more, numThreads: threads, provider: 'cpu', debug: 0 },
    })
  }
  if ('tokens' in config) return build({})
  const { withPieces } = await import('./moonshine/pieces.ts')
  await withPieces(config['moonshine'] as Parameters<typeof withPieces>[0], build)
}

async function recognize(order: Order): Promise<void> {
  await using wav = await openWav(order.wav)
  const perMs = sampleRate / 1000
  const pcm = await wav.read(order.startMs * perMs, (order.endMs - order.startMs) * perMs)
  const samples = toFloats(pcm)
  const hear = (sound: Float32Array) => {
    if (!recognizer) throw new Error('no model was loaded')
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples: sound, sampleRate })
    return recognizer.decodeAsync(stream)
  }
  const { text, tokens = [], timestamps = [], durations = [], ys_log_probs: logProbs = [] } = await hear(samples)
  const { secondSpeed } = order
  const again = secondSpeed !== null && text !== '' ? (await hear(speedUp(samples, secondSpeed))).text : null
  // V8 doesn't count the runtime's copies of the samples, so collect garbage here.
  globalThis.gc?.()
  send({ id: order.id, text, tokens, timestamps, durations, logProbs, again })
}

function speedUp(samples: Float32Array, speed: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / speed) }, (_, at) => {
    const place = at * speed
    const before = Math.floor(place)
    const [a, b] = [samples[before] ?? 0, samples[before + 1] ?? 0]
    return a + (b - a) * (place - before)
  })
}
