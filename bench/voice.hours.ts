import { open } from 'node:fs/promises'
import { sampleRate } from '#engine/voice/wav.ts'

const headerBytes = 44
const bytesPerSample = 2

export async function writeHours(paths: readonly string[], seconds: number, to: string): Promise<number[]> {
  const wanted = Math.round(seconds * sampleRate) * bytesPerSample
  await using file = await open(to, 'w')
  await file.write(header(wanted))
  const starts: number[] = []
  let written = 0
  for (let at = 0; written < wanted; at += 1) {
    starts.push(Math.round((written * 1000) / bytesPerSample / sampleRate))
    await using from = await open(paths[at % paths.length]!, 'r')
    const { size } = await from.stat()
    const piece = Buffer.alloc(Math.min(size - headerBytes, wanted - written))
    await from.read(piece, 0, piece.length, headerBytes)
    await file.write(piece)
    written += piece.length
  }
  return starts
}

function header(dataBytes: number): Buffer {
  const head = Buffer.alloc(headerBytes)
  head.write('RIFF', 0)
  head.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * bytesPerSample, 28)
  head.writeUInt16LE(bytesPerSample, 32)
  head.writeUInt16LE(8 * bytesPerSample, 34)
  head.write('data', 36)
  head.writeUInt32LE(dataBytes, 40)
  return head
}
