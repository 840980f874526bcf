import type { Frame } from '../frames.ts'
import type { Tracks } from '../tracks.ts'
import type { Canvas } from './canvas.ts'
import type { CardLine, Cue } from './titles.ts'

export type ReelClip = {
  input: string
  /** Identifies the original's content, so cached segments are reused only for the same file. */
  inputKey: string
  startMs: number
  endMs: number
  card: readonly CardLine[]
  chapter: string
  /** Times are on the original's clock. */
  cues: readonly Cue[]
  mutes: readonly { startMs: number; endMs: number }[]
}

export type ReelWork = {
  clips: readonly ReelClip[]
  opening: readonly CardLine[]
  captions: 'none' | 'burned' | 'selectable'
  timecodeBurn: boolean
  /** Keeps only finished segments, so a rerun after a crash can reuse them. */
  folder: string
}

export type ReelMade = {
  canvas: Canvas
  durationMs: number
  clips: {
    /** Position of the first frame in the reel, after the card. */
    atMs: number
    /** Milliseconds in the original. Null if audio only. */
    firstFrameMs: number | null
    lastFrameMs: number | null
    /** Number of original frames. The reel repeats some if its rate is higher. */
    frames: number
    /** Gain in dB. Null if there is no audio or only silence. */
    gainDb: number | null
    /** Loudness in LUFS of all clips from the same original. */
    loudness: number | null
  }[]
}

export type Sized = ReelClip & {
  tracks: Tracks
  frames: readonly Frame[]
  /** Start of the first frame, in milliseconds of the original. */
  beginMs: number
}
