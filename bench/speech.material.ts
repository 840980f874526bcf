import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { encodeWav, sampleRate } from '#engine/voice/wav.ts'

/** This folder has real recordings, which don't ship with the product and may be missing. */
export const developmentData = process.env['VENIRE_DEV_DATA'] ?? resolve('../shared/data')

/** All times are in seconds. Unknown word starts are null. */
export type Utterance = { words: string[]; start: number; end: number; wordStarts: (number | null)[] }
export type Recording = { path: string; utterances: Utterance[]; seconds: number }

function makeRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function addNoise(samples: Int16Array, decibels: number): Int16Array {
  const voiced = samples.filter((sample) => sample !== 0)
  const rms = Math.sqrt(voiced.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, voiced.length))
  const random = makeRandom(11)
  // The sum of twelve uniform random numbers is approximately normal.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
  const level = rms * 10 ** (-decibels / 20)
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample + level * normal()))))
}

export function joinParts(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export async function readSound(path: string, folder: string): Promise<Int16Array> {
  const wav = join(folder, 'read.wav')
  await convert(path, wav)
  const bytes = readFileSync(wav)
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length))
}

export async function convert(path: string, wav: string): Promise<void> {
  await runFfmpeg({
    inputs: [{ path, options: ['-format_whitelist', 'flac,wav,mov,mp4', '-vn'] }],
    output: {
      path: wav,
      options: ['-ac', '1', '-ar', String(sampleRate), '-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav'],
    },
    doing: 'The recording could not be read',
  })
}

const readings =
  '1089-134686-0000 austen_0870 1089-134686-0001 austen_0880 1089-134691-0000 austen_0890 jfk austen_0920 1089-134691-0001 austen_0930'.split(
    ' ',
  )
/** These two readers weren't used to fit the built-in recognizer's word confidence. */
export const heldReadings = readings.filter((name) => /^(?:austen|jfk)/.test(name))
const silences = [0.3, 2, 0.5, 20, 1, 0.3, 7, 3, 0.8, 12]

/**
 * Joins real recordings and adds noise, at 20 dB SNR by default. Silences last 0.3 to 20 s unless `gapSeconds` is set.
 * Returns null if the development data is missing.
 */
export async function joinReadings(
  folder: string,
  {
    decibels = 20,
    names = readings,
    gapSeconds,
  }: { decibels?: number; names?: readonly string[]; gapSeconds?: number } = {},
): Promise<Recording | null> {
  const from = join(developmentData, 'speech/read')
  if (!existsSync(from)) return null
  const parts: Int16Array[] = []
  const utterances: Utterance[] = []
  let at = 0
  for (const [i, name] of names.entries()) {
    const silence = new Int16Array(Math.round((gapSeconds ?? silences[i] ?? 0) * sampleRate))
    const sound = await readSound(join(from, `${name}.flac`), folder)
    parts.push(silence, sound)
    const start = (at + silence.length) / sampleRate
    at += silence.length + sound.length
    const words = readFileSync(join(from, `${name}.txt`), 'utf8')
      .trim()
      .split(/\s+/)
    utterances.push({
      words,
      start,
      end: at / sampleRate,
      wordStarts: readReference(join(from, `${name}.words.json`), words, start),
    })
  }
  parts.push(new Int16Array(sampleRate))
  const path = join(folder, `joined-${names.length}-${decibels}.wav`)
  const all = joinParts(parts)
  writeFileSync(path, encodeWav(addNoise(all, decibels)))
  return { path, utterances, seconds: all.length / sampleRate }
}

function readReference(path: string, words: readonly string[], start: number): (number | null)[] {
  if (!existsSync(path)) return words.map(() => null)
  const { w }: { w: { t: string; b: number }[] } = JSON.parse(readFileSync(path, 'utf8'))
  const spoken = w.filter(({ t }) => /^[a-z]/.test(t))
  return words.map((_, i) => (spoken[i] ? start + spoken[i].b : null))
}

function synthesizePhones(voice: string, text: string, wav: string): { name: string; start: number; end: number }[] {
  const printed = execFileSync('flite', ['-voice', voice, '-psdur', '-t', `${text} `, '-o', wav], { encoding: 'utf8' })
  let start = 0
  return [...printed.matchAll(/([a-z]+):([\d.]+)/g)].map(([, name = '', time]) => {
    const phone = { name, start, end: Number(time) }
    start = phone.end
    return phone
  })
}

const phonesOfWord = new Map<string, number>()
function countPhones(word: string): number {
  let count = phonesOfWord.get(word)
  if (count === undefined) {
    const printed = execFileSync('flite', ['-voice', 'kal16', '-ps', '-t', `${word} `, '-o', 'none'], {
      encoding: 'utf8',
    })
    count = printed
      .trim()
      .split(/\s+/)
      .filter((phone) => phone !== 'pau').length
    phonesOfWord.set(word, count)
  }
  return count
}

const voices = ['slt', 'rms', 'awb', 'kal16']

/**
 * Synthesizes the texts in alternating voices, with silences of 0.2 to 4 s and noise at 20 dB SNR. Word starts come
 * from flite's phone times if its phones match the words.
 */
export function speakTexts(texts: readonly string[], seconds: number, folder: string, name: string): Recording {
  const random = makeRandom(5)
  const parts: Int16Array[] = []
  const utterances: Utterance[] = []
  const wav = join(folder, 'say.wav')
  let at = 0
  for (const [i, text] of texts.entries()) {
    if (at > seconds * sampleRate) break
    const words = text.split(/\s+/)
    const phones = synthesizePhones(voices[i % voices.length] ?? 'slt', text, wav)
    const bytes = readFileSync(wav)
    const sound = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length))
    const silence = new Int16Array(Math.round((0.2 + 3.8 * random() ** 3) * sampleRate))
    const start = (at + silence.length) / sampleRate
    parts.push(silence, sound)
    at += silence.length + sound.length
    const spoken = phones.filter((phone) => phone.name !== 'pau')
    const counts = words.map(countPhones)
    const isExact = counts.reduce((sum, count) => sum + count, 0) === spoken.length
    let phone = 0
    const wordStarts = counts.map((count) => {
      const first = spoken[phone]
      phone += count
      return isExact && first ? start + first.start : null
    })
    utterances.push({
      words,
      start: start + (spoken[0]?.start ?? 0),
      end: start + (spoken.at(-1)?.end ?? 0),
      wordStarts,
    })
  }
  const all = joinParts([...parts, new Int16Array(sampleRate)])
  const path = join(folder, `${name}.wav`)
  writeFileSync(path, encodeWav(addNoise(all, 20)))
  return { path, utterances, seconds: all.length / sampleRate }
}
