/** Runs in its own process because a damaged model crashes the process and calls to a model block it. */
import { createRequire } from 'node:module'
import type { Heard, NeuralAnswer, NeuralOrder, NeuralStart } from './listen.ts'
import { partSegments, type Segment } from './overlaps.ts'
import { openWav, sampleRate, toFloats } from './wav.ts'

type Stream = {
  acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void
  inputFinished(): void
}
type Sherpa = {
  OfflineSpeakerDiarization: new (config: object) => {
    sampleRate: number
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }
  SpeakerEmbeddingExtractor: new (config: object) => {
    createStream(): Stream
    isReady(stream: Stream): boolean
    /** Pass false to copy the vector, because an external buffer is freed with the extractor. */
    compute(stream: Stream, externalBuffer: boolean): Float32Array
  }
}

/** Splits speakers aggressively within a block because voices are merged across blocks later. */
const clusterThreshold = 0.5
const minDurationOn = 0.2
const minDurationOff = 0.3
/** Shorter segments use their speaker's vector. */
const embeddingMs = 500
const speakerMs = 20_000

const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
let models: {
  diarization: InstanceType<Sherpa['OfflineSpeakerDiarization']>
  extractor: InstanceType<Sherpa['SpeakerEmbeddingExtractor']>
} | null = null
const send = (answer: NeuralAnswer): void => void process.send?.(answer)

process.on('disconnect', () => process.exit(0))
process.on('message', (message: NeuralStart | NeuralOrder) => {
  if ('segmentation' in message) {
    const embedding = { model: message.embedding, numThreads: message.threads, provider: 'cpu', debug: false }
    models = {
      diarization: new sherpa.OfflineSpeakerDiarization({
        segmentation: {
          pyannote: { model: message.segmentation },
          numThreads: message.threads,
          provider: 'cpu',
          debug: false,
        },
        embedding,
        clustering: { numClusters: -1, threshold: clusterThreshold },
        minDurationOn,
        minDurationOff,
      }),
      extractor: new sherpa.SpeakerEmbeddingExtractor(embedding),
    }
    send({ ready: true })
  } else
    hear(message).then(
      (heard) => send({ heard }),
      (error: unknown) => send({ fault: String(error) }),
    )
})

async function hear(order: NeuralOrder): Promise<Heard> {
  if (!models) throw new Error('no models were loaded')
  const { diarization } = models
  await using wav = await openWav(order.wav)
  const perMs = sampleRate / 1000
  const pcm = await wav.read(order.startMs * perMs, (order.endMs - order.startMs) * perMs)
  const samples = toFloats(pcm)
  const lengthMs = Math.floor(samples.length / perMs)
  const segments = diarization.process(samples).map(({ start, end, speaker }) => ({
    startMs: Math.max(0, Math.round(start * 1000)),
    endMs: Math.min(lengthMs, Math.round(end * 1000)),
    speaker,
  }))
  const { stretches, overlaps } = partSegments(segments)
  const cut = ({ startMs, endMs }: Segment) => samples.subarray(startMs * perMs, endMs * perMs)
  const bySpeaker = new Map<number, Float32Array | null>()
  for (const [speaker, own] of Map.groupBy(stretches, (each) => each.speaker)) {
    let leftMs = speakerMs
    const pieces = own
      .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
      .flatMap((each) => {
        const ms = Math.min(leftMs, each.endMs - each.startMs)
        leftMs -= ms
        return ms > 0 ? [cut({ ...each, endMs: each.startMs + ms })] : []
      })
    bySpeaker.set(speaker, embed(pieces))
  }
  const known = stretches.flatMap((each) => {
    const own = each.endMs - each.startMs >= embeddingMs ? embed([cut(each)]) : null
    const vector = own ?? bySpeaker.get(each.speaker) ?? null
    return vector === null ? [] : [{ each, vector }]
  })
  const placed = ({ startMs, endMs }: Segment | Heard['overlaps'][number]) => ({
    startMs: order.startMs + startMs,
    endMs: order.startMs + endMs,
  })
  return {
    stretches: known.map(({ each }) => placed(each)),
    overlaps: overlaps.map(placed),
    vectors: known.map(({ vector }) => vector),
  }
}

function embed(pieces: readonly Float32Array[]): Float32Array | null {
  if (!models) return null
  const stream = models.extractor.createStream()
  for (const samples of pieces) stream.acceptWaveform({ samples, sampleRate })
  stream.inputFinished()
  if (!models.extractor.isReady(stream)) return null
  const vector = models.extractor.compute(stream, false)
  return vector.every(Number.isFinite) && vector.some((value) => value !== 0) ? vector : null
}
