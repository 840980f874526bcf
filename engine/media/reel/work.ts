import type { Frame } from '../frames.ts'
import type { Tracks } from '../tracks.ts'
import type { Canvas } from './canvas.ts'
import type { CardLine, Cue } from './titles.ts'

export type ReelClip = {
  input: string
  /** Identifies the original's content so that cached segments are reused only for the same file. */
  inputKey: string
  startMs: number
  endMs: number
  card: readonly CardLine[]
  chapter: string
  /** Cue times are on the original's clock. */
  cues: readonly Cue[]
  mutes: readonly { startMs: number; endMs: number }[]
}

export type ReelWork = {
  clips: readonly ReelClip[]
  opening: readonly CardLine[]
  captions: 'none' | 'burned' | 'selectable'
  timecodeBurn: boolean
  /** At the end, only finished segments are left, so a rerun after a crash can use them. */
  folder: string
}

export type ReelMade = {
  canvas: Canvas
  durationMs: number
  clips: {
    /** When the first frame appears in the reel, after the card. */
    atMs: number
    /** A time in the original, in ms. Null if the clip has only audio. */
    firstFrameMs: number | null
    lastFrameMs: number | null
    /** The number of frames from the original. The reel repeats some of them if its frame rate is higher. */
    frames: number
    /** The gain in dB. Null if there is no audio or it's silent. */
    gainDb: number | null
    /** The loudness of all clips from the same original, in LUFS. */
    loudness: number | null
  }[]
}

export type Sized = ReelClip & {
  tracks: Tracks
  frames: readonly Frame[]
  /** When the first frame starts in the original, in ms. */
  beginMs: number
}
