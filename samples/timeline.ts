import { cast, dialogue, type CastId } from './dialogue.ts'
import { sampleRate, speak, type Spoken } from './speech.ts'

export interface TimedWord {
  text: string
  startMs: number
  endMs: number
}
export interface TimedTurn {
  by: CastId
  text: string
  startMs: number
  endMs: number
  words: TimedWord[]
}
export interface TimedNote {
  note: string
  startMs: number
  endMs: number
}
export type TimedLine = TimedTurn | TimedNote
export interface Timeline {
  lines: TimedLine[]
  /** Mono samples from -1 to 1. */
  samples: Float32Array
  durationMs: number
}

export const isTurn = (line: TimedLine): line is TimedTurn => 'by' in line

const silenceAtEndMs = 1500
const noteMarginMs = 250
/** About -66 dB. Digital silence would make pauses too easy to detect. */
const roomNoise = 0.0012

export function buildTimeline(folder: string): Timeline {
  const lines: TimedLine[] = []
  const pieces: { atMs: number; spoken: Spoken }[] = []
  let clockMs = 0
  let openNotes: string[] = []
  for (const line of dialogue) {
    if ('note' in line) {
      openNotes.push(line.note)
      continue
    }
    const spoken = speak(line.by, line.says, folder)
    // Pauses are measured between phones, so each one includes the quiet edges of both cuts.
    const atMs = clockMs + line.pauseMs - Math.round((spoken.words[0]?.start ?? 0) * 1000)
    const startMs = clockMs + line.pauseMs
    for (const note of openNotes) lines.push({ note, startMs: clockMs + noteMarginMs, endMs: startMs - noteMarginMs })
    openNotes = []
    const words = spoken.words.map(({ text, start, end }) => ({
      text,
      startMs: atMs + Math.round(start * 1000),
      endMs: atMs + Math.round(end * 1000),
    }))
    clockMs = words.at(-1)?.endMs ?? startMs
    lines.push({ by: line.by, text: words.map(({ text }) => text).join(' '), startMs, endMs: clockMs, words })
    pieces.push({ atMs, spoken })
  }
  const durationMs = clockMs + silenceAtEndMs
  return { lines, samples: mix(pieces, durationMs), durationMs }
}

function mix(pieces: { atMs: number; spoken: Spoken }[], durationMs: number): Float32Array {
  const samples = new Float32Array(Math.ceil((durationMs / 1000) * sampleRate))
  let seed = 20_261
  for (let index = 0; index < samples.length; index += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    samples[index] = (seed / 2 ** 31 - 1) * roomNoise
  }
  for (const { atMs, spoken } of pieces) {
    const offset = Math.round((atMs / 1000) * sampleRate)
    for (const [index, sample] of spoken.samples.entries())
      samples[offset + index] = (samples[offset + index] ?? 0) + sample
  }
  return samples
}

export const getLabel = (turn: TimedTurn): string => cast[turn.by].label
