import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cast, type CastId } from './dialogue.ts'

export const sampleRate = 48_000
/** Target RMS. Flite's voices differ by 10 dB. */
const loudness = 0.09
/** Cutting during flite's own silence avoids clicks. */
const edgeSeconds = 0.03

export interface SpokenWord {
  text: string
  start: number
  end: number
}
export interface Spoken {
  samples: Float32Array
  words: SpokenWord[]
}
interface Phone {
  name: string
  start: number
  end: number
}

export function readWords(says: string): { written: string; spoken: string }[] {
  return says.split(' ').map((token) => {
    const [, left = '', right = '', tail = ''] = /^\{(.+)\|(.+)\}(.*)$/.exec(token.replaceAll('\u00a0', ' ')) ?? []
    return left === '' ? { written: token, spoken: token } : { written: left + tail, spoken: right + tail }
  })
}

const flite = (args: string[]): string => execFileSync('flite', args, { encoding: 'utf8' })

function readPhones(printed: string): Phone[] {
  let start = 0
  return [...printed.matchAll(/([a-z]+):([\d.]+)/g)].map(([, name = '', time = '']) => {
    const phone = { name, start, end: Number(time) }
    start = phone.end
    return phone
  })
}

const phonesOfWord = new Map<string, string[]>()
/** Within a sentence, flite may pronounce one or two of the word's phones differently. */
function pronounce(word: string): string[] {
  const known = phonesOfWord.get(word)
  if (known) return known
  const phones = flite(['-voice', 'kal16', '-ps', '-t', `${word} `, '-o', 'none'])
    .trim()
    .split(/\s+/)
  const spoken = phones.filter((phone) => phone !== 'pau')
  phonesOfWord.set(word, spoken)
  return spoken
}

function assignPhones(words: string[], phones: Phone[]): Phone[][] {
  const wanted = words.flatMap((word, index) => pronounce(word).map((name) => ({ name, index })))
  const cost = Array.from({ length: wanted.length + 1 }, () => new Float64Array(phones.length + 1))
  const at = (row: number, column: number) => cost[row]?.[column] ?? Infinity
  const change = (row: number, column: number) => (wanted[row - 1]?.name === phones[column - 1]?.name ? 0 : 1.2)
  for (let row = 0; row <= wanted.length; row += 1)
    for (let column = 0; column <= phones.length; column += 1) {
      const best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + change(row, column),
      )
      cost[row]?.fill(row === 0 && column === 0 ? 0 : best, column, column + 1)
    }
  const groups: Phone[][] = words.map(() => [])
  for (let row = wanted.length, column = phones.length; row > 0 && column > 0;) {
    const phone = phones[column - 1]
    if (at(row, column) === at(row - 1, column - 1) + change(row, column)) {
      if (phone) groups[wanted[row - 1]?.index ?? 0]?.unshift(phone)
      row -= 1
      column -= 1
    } else if (at(row, column) === at(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return groups
}

function readSamples(file: string): Float32Array {
  const bytes = readFileSync(file)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** Throws if a word has no phones. */
export function speak(by: CastId, says: string, folder: string): Spoken {
  const { voice, pitch, pace } = cast[by]
  const words = readWords(says)
  const [wav, raw] = [join(folder, 'line.wav'), join(folder, 'line.f32')]
  // Raising the pitch also speeds up the speech, so stretch it first.
  const stretch = `duration_stretch=${(pitch * pace).toFixed(3)}`
  const text = words.map(({ spoken }) => spoken).join(' ')
  const phones = readPhones(flite(['-voice', voice, '-psdur', '--setf', stretch, '-t', `${text} `, '-o', wav]))
  const rate = readFileSync(wav).readUInt32LE(24)
  const higher = `asetrate=${Math.round(rate * pitch)},aresample=${sampleRate}`
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', wav, '-af', higher, '-f', 'f32le', '-ac', '1', raw])

  const spoken = phones.filter(({ name }) => name !== 'pau')
  const groups = assignPhones(
    words.map((word) => word.spoken),
    spoken,
  )
  const from = Math.max(0, (spoken[0]?.start ?? 0) / pitch - edgeSeconds)
  const to = (spoken.at(-1)?.end ?? 0) / pitch + edgeSeconds
  const samples = readSamples(raw).slice(Math.round(from * sampleRate), Math.round(to * sampleRate))
  return {
    samples: level(samples),
    words: words.map(({ written }, index) => {
      const [first, last] = [groups[index]?.[0], groups[index]?.at(-1)]
      if (!first || !last) throw new Error(`No phone was found for the word "${written}" of ${by}.`)
      return { text: written, start: first.start / pitch - from, end: last.end / pitch - from }
    }),
  }
}

function level(samples: Float32Array): Float32Array {
  const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
  const gain = loudness / Math.max(1e-4, Math.sqrt(square))
  return samples.map((sample) => Math.max(-0.98, Math.min(0.98, sample * gain)))
}
