import { writeFile } from 'node:fs/promises'
import { sampleRate } from '#engine/voice/wav.ts'

type Tone = { startMs: number; endMs: number; pitch: 'low' | 'high' }

const chord = { low: { fromHz: 100, toHz: 1700, stepHz: 50 }, high: { fromHz: 2300, toHz: 7600, stepHz: 80 } }
const headerBytes = 44

export async function writeTones(path: string, lengthMs: number, tones: readonly Tone[]): Promise<void> {
  const samples = new Int16Array((lengthMs * sampleRate) / 1000)
  for (const { startMs, endMs, pitch } of tones) {
    const { fromHz, toHz, stepHz } = chord[pitch]
    for (let at = (startMs * sampleRate) / 1000; at < (endMs * sampleRate) / 1000; at++) {
      let sum = 0
      // The phases vary so the tones don't all peak at the same time.
      for (let hz = fromHz; hz <= toHz; hz += stepHz) sum += Math.sin((2 * Math.PI * hz * at) / sampleRate + hz * hz)
      samples[at] = sum * 800
    }
  }
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.byteLength, 40)
  await writeFile(path, Buffer.concat([header, Buffer.from(samples.buffer)]))
}
