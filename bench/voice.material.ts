import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeWav, sampleRate } from '#engine/voice/wav.ts'
import { type Labeled, readRttm } from './diarization.error.ts'
import { developmentData, joinParts, readSound } from './speech.material.ts'

export type Reader = { name: string; sound: Int16Array }
export type Mixture = { path: string; truth: Labeled[]; name?: string }

const data = join(developmentData, 'speech')

export async function listReaders(folder: string): Promise<Reader[] | null> {
  if (!existsSync(data)) return null
  const readers = new Map<string, Int16Array[]>()
  for (const name of ['sim0', 'sim1', 'sim2']) {
    const sound = await readSound(join(data, 'sim', `${name}.flac`), folder)
    const truth = readRttm(readFileSync(join(data, 'sim', `${name}.rttm`), 'utf8'))
    const cut = ({ startMs, endMs }: Labeled) => sound.subarray(toSample(startMs), toSample(endMs))
    for (const [voice, own] of Map.groupBy(truth, (turn) => turn.voice))
      if (!readers.has(voice)) readers.set(voice, own.map(cut))
  }
  for (const file of readdirSync(join(data, 'read')).filter((each) => each.endsWith('.flac'))) {
    const name = file.split(/[-_.]/)[0]!
    const turns = readers.get(name) ?? []
    turns.push(await readSound(join(data, 'read', file), folder))
    readers.set(name, turns)
  }
  return [...readers].map(([name, turns]) => ({ name, sound: joinParts(turns) }))
}

const toSample = (ms: number) => Math.round((ms * sampleRate) / 1000)

export function makeRandom(seed: number): () => number {
  let state = seed * 7919 + 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

type Room = { seconds: number; noiseDb: number; echo: number }

/**
 * Simulates a hearing in which one person leads and the others answer in turn. Each turn starts at a random point in
 * the reader's speech, so few sentences repeat. Each voice has its own volume, but echo and noise are the same for all.
 */
export function writeHearing(
  readers: readonly Reader[],
  { seconds, noiseDb, echo }: Room,
  seed: number,
  path: string,
): Mixture {
  const random = makeRandom(seed)
  for (let i = 0; i < 20; i += 1) random()
  const sound = new Float32Array(Math.round(seconds * sampleRate))
  const truth: Labeled[] = []
  const gains = readers.map(({ sound: whole }) => 10 ** ((random() * 8 - 4) / 20) / measureLevel(whole))
  let at = toSample(500)
  let [speaker, answering] = [0, 1]
  while (true) {
    const { name, sound: whole } = readers[speaker]!
    const isShort = random() < 0.4
    const length = Math.min(whole.length, toSample(isShort ? 500 + 2500 * random() : 3000 + 9000 * random()))
    if (at + length + toSample(500) > sound.length) break
    const from = Math.floor(random() * (whole.length - length))
    for (let k = 0; k < length; k += 1) sound[at + k]! += whole[from + k]! * gains[speaker]! * fade(k, length)
    truth.push({ voice: name, startMs: (at * 1000) / sampleRate, endMs: ((at + length) * 1000) / sampleRate })
    at += length + toSample(150 + 2500 * random() ** 3)
    if (readers.length === 1) continue
    const lot = random()
    if (speaker !== 0) speaker = lot < 0.75 ? 0 : answering
    else {
      if (lot < 0.45) answering = 1 + Math.floor(random() * (readers.length - 1))
      speaker = lot < 0.15 ? 0 : answering
    }
  }
  const used = sound.subarray(0, at)
  const room = echo > 0 ? addEcho(used, echo) : used
  writeFileSync(path, encodeWav(finish(room, noiseDb, random)))
  return { path, truth }
}

const fade = (k: number, length: number) => Math.min(1, k / 80, (length - k) / 80)

function measureLevel(sound: Int16Array): number {
  let power = 0
  for (const value of sound) power += value * value
  return Math.sqrt(power / Math.max(1, sound.length)) || 1
}

function addEcho(sound: Float32Array, echo: number): Float32Array {
  const made = sound.slice()
  for (const seconds of [0.0297, 0.0371, 0.0411, 0.0437]) {
    const delay = Math.round(seconds * sampleRate)
    const feedback = 10 ** ((-3 * seconds) / 0.4)
    const line = new Float32Array(delay)
    for (let k = 0; k < sound.length; k += 1) {
      const out = line[k % delay]!
      line[k % delay] = sound[k]! + out * feedback
      made[k]! += out * (echo / 4)
    }
  }
  return made
}

function finish(sound: Float32Array, noiseDb: number, random: () => number): Int16Array {
  const level = 2500
  const noise = level * 10 ** (-noiseDb / 20)
  return Int16Array.from(sound, (value) => {
    const normal = (random() + random() + random() + random() - 2) * Math.sqrt(3)
    return Math.max(-32_768, Math.min(32_767, Math.round(value * level + normal * noise)))
  })
}
