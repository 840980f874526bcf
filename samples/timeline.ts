/** Lays the spoken lines one after the other: the clock that the sound, the picture, the captions and the truth share. */
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
/** A note of the reporter's, shown in the silence where it stands. */
export interface TimedNote {
  note: string
  startMs: number
  endMs: number
}
export type TimedLine = TimedTurn | TimedNote
export interface Timeline {
  lines: TimedLine[]
  /** Mono, -1 to 1, at `sampleRate`. */
  samples: Float32Array
  durationMs: number
}

export const isTurn = (line: TimedLine): line is TimedTurn => 'by' in line

const silenceAtEndMs = 1500
/** A note appears this long after the words before it and goes this long before those after it. */
const noteMarginMs = 250
/** A quiet room, about -66 dB: digital silence would make pauses easier to find than they are. */
const roomNoise = 0.0012

/** Speaks the whole dialogue. `folder` takes the files on the way. */
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
    // The silence counts from phone to phone, so the quiet edges of the cut are part of it.
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
  // A fixed seed: the same script makes the same bytes.
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

/** The name under which a line's speaker is written in the reporter's transcript. */
export const labelOf = (turn: TimedTurn): string => cast[turn.by].label
