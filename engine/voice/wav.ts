import { open, type FileHandle } from 'node:fs/promises'
import { Unprocessable } from '../stage.ts'

export const sampleRate = 16_000
const bytesPerSample = 2
const largestSample = 32_768

export const toFloats = (samples: Int16Array): Float32Array<ArrayBuffer> =>
  Float32Array.from(samples, (sample) => sample / largestSample)

export type Wav = {
  /** Number of samples, at 16,000 per second. */
  samples: number
  headerBytes: number
  durationMs: number
  read(from: number, count: number): Promise<Int16Array>
  [Symbol.asyncDispose](): Promise<void>
}

/** Other chunks can precede `data`, and streamed files have a size of 0xFFFFFFFF. */
async function findSamples(file: FileHandle, sizeBytes: number): Promise<{ offset: number; bytes: number }> {
  const header = Buffer.alloc(12)
  await file.read(header, 0, 12, 0)
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE')
    throw new Unprocessable('The audio is not a WAV file.')
  const chunk = Buffer.alloc(24)
  for (let at = 12; at + 8 <= sizeBytes;) {
    await file.read(chunk, 0, 24, at)
    const name = chunk.toString('latin1', 0, 4)
    const bytes = chunk.readUInt32LE(4)
    if (name === 'data') return { offset: at + 8, bytes: Math.min(bytes, sizeBytes - at - 8) }
    if (name === 'fmt ') {
      const [format, channels, rate, bits] = [
        chunk.readUInt16LE(8),
        chunk.readUInt16LE(10),
        chunk.readUInt32LE(12),
        chunk.readUInt16LE(22),
      ]
      if ((format !== 1 && format !== 0xfffe) || channels !== 1 || rate !== sampleRate || bits !== 16)
        throw new Unprocessable('The audio is not 16 kHz mono 16-bit PCM.')
    }
    at += 8 + bytes + (bytes % 2)
  }
  throw new Unprocessable('The WAV file has no samples.')
}

/** Throws `Unprocessable` unless the file is 16 kHz mono 16-bit PCM. */
export async function openWav(path: string): Promise<Wav> {
  const file = await open(path, 'r')
  try {
    const { offset, bytes } = await findSamples(file, (await file.stat()).size)
    const samples = Math.floor(bytes / bytesPerSample)
    return {
      samples,
      headerBytes: offset,
      durationMs: Math.round((samples * 1000) / sampleRate),
      async read(from, count) {
        const wanted = Math.max(0, Math.min(count, samples - from))
        const into = new Int16Array(wanted)
        const buffer = Buffer.from(into.buffer)
        await file.read(buffer, 0, buffer.length, offset + from * bytesPerSample)
        return into
      },
      async [Symbol.asyncDispose]() {
        await file.close()
      },
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

export function encodeWav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44)
  const bytes = samples.length * bytesPerSample
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, bytes)])
}
