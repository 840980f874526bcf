import type { Frame } from '../frames.ts'
import type { Tracks } from '../tracks.ts'
import type { Canvas } from './canvas.ts'
import type { CardLine, Cue } from './titles.ts'

export type ReelClip = {
  /** Absolute path of the original. */
  input: string
  /** What the original is, beside its path: a finished segment is used again only for the same one. */
  inputKey: string
  startMs: number
  endMs: number
  /** Of the title card before it; none without lines. */
  card: readonly CardLine[]
  /** Of the list of chapters that players show. */
  chapter: string
  /** What is said, on the clock of the original. */
  cues: readonly Cue[]
  /** Stretches of the original in which nothing is to be heard. */
  mutes: readonly { startMs: number; endMs: number }[]
}

export type ReelWork = {
  clips: readonly ReelClip[]
  /** Of the card that the reel begins with; none without lines. */
  opening: readonly CardLine[]
  captions: 'none' | 'burned' | 'selectable'
  timecodeBurn: boolean
  /** Holds finished segments and outlives a killed process; nothing else lies in it. */
  folder: string
}

export type ReelMade = {
  canvas: Canvas
  durationMs: number
  clips: {
    /** Where its first picture stands in the reel, behind its card. */
    atMs: number
    /** Of the original, in milliseconds; null where it has sound alone. */
    firstFrameMs: number | null
    lastFrameMs: number | null
    /** Pictures of the original within it; the reel shows some twice where its rate is higher. */
    frames: number
    /** By how much its sound was raised, in dB; null without sound, or where there was nothing to measure. */
    gainDb: number | null
    /** Integrated loudness of all clips of its original, in LUFS. */
    loudness: number | null
  }[]
}

/** A clip with what was found out about it. */
export type Sized = ReelClip & {
  tracks: Tracks
  /** In the order of showing. */
  frames: readonly Frame[]
  /** Where picture and sound begin, in milliseconds of the original: at the first picture. */
  beginMs: number
}
