import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Stage } from '../stage.ts'

const headerBytes = 44
const sampleRate = 16_000
/** At 10 buckets per second, 6 hours use 432 kB. */
const maxBuckets = 240_000
const rates = [20, 10, 5, 2, 1] as const

export const waveformStage: Stage<'waveform'> = {
  name: 'waveform',
  weight: 1,
  version: 1,
  reads: ['audio'],
  beside: true,
  async run(context) {
    const audio = context.artifact('audio')
    const seconds = audio.durationMs / 1000
    const bucketsPerSecond = rates.find((rate) => rate * seconds <= maxBuckets) ?? 1
    if (audio.file === null) return { file: null, bucketsPerSecond, buckets: 0 }
    const peaks = new PeakCounter(sampleRate / bucketsPerSecond)
    const totalBytes = seconds * sampleRate * 2
    const input = createReadStream(join(context.folder, audio.file), { start: headerBytes, highWaterMark: 1 << 20 })
    const file = 'waveform.bin'
    await pipeline(
      input,
      async function* (chunks: AsyncIterable<Buffer>) {
        let read = 0
        for await (const chunk of chunks) {
          yield peaks.add(chunk)
          read += chunk.length
          context.progress(Math.min(1, read / totalBytes))
        }
        yield peaks.end()
      },
      createWriteStream(join(context.folder, file)),
      { signal: context.signal },
    )
    return { file, bucketsPerSecond, buckets: peaks.buckets }
  },
}

class PeakCounter {
  buckets = 0
  readonly #samplesPerBucket: number
  #inBucket = 0
  #min = 0
  #max = 0
  #oddByte: number | null = null

  constructor(samplesPerBucket: number) {
    this.#samplesPerBucket = samplesPerBucket
  }

  add(chunk: Buffer): Buffer {
    const whole = this.#oddByte === null ? chunk : Buffer.concat([Buffer.of(this.#oddByte), chunk])
    this.#oddByte = whole.length % 2 === 1 ? (whole.at(-1) ?? null) : null
    const pairs: number[] = []
    for (let at = 0; at + 1 < whole.length; at += 2) {
      const sample = whole.readInt16LE(at)
      if (sample < this.#min) this.#min = sample
      if (sample > this.#max) this.#max = sample
      if (++this.#inBucket === this.#samplesPerBucket) this.#close(pairs)
    }
    return Buffer.from(Int8Array.from(pairs).buffer)
  }

  end(): Buffer {
    const pairs: number[] = []
    if (this.#inBucket > 0) this.#close(pairs)
    return Buffer.from(Int8Array.from(pairs).buffer)
  }

  #close(pairs: number[]): void {
    pairs.push(Math.max(-127, Math.round((this.#min / 32_768) * 127)), Math.round((this.#max / 32_768) * 127))
    this.#inBucket = 0
    this.#min = 0
    this.#max = 0
    this.buckets++
  }
}
