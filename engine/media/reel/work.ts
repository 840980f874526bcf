import type { Frame } from '../frames.ts'
import type { Tracks } from '../tracks.ts'
import type { Canvas } from './canvas.ts'
import type { CardLine, Cue } from './titles.ts'

export type ReelClip = {
  input: string
  /** Identifies the original's content, so segments are reused only for the same file. */
  inputKey: string
  startMs: number
  endMs: number
  /** Title card before the clip. Empty for none. */
  card: readonly CardLine[]
  chapter: string
  /** On the original's clock. */
  cues: readonly Cue[]
  mutes: readonly { startMs: number; endMs: number }[]
}

export type ReelWork = {
  clips: readonly ReelClip[]
  /** Opening card of the reel. Empty for none. */
  opening: readonly CardLine[]
  captions: 'none' | 'burned' | 'selectable'
  timecodeBurn: boolean
  /** Holds finished segments only, and survives a killed process. */
  folder: string
}

export type ReelMade = {
  canvas: Canvas
  durationMs: number
  clips: {
    /** Position of its first frame in the reel, after its card. */
    atMs: number
    /** In milliseconds of the original. Null for audio only. */
    firstFrameMs: number | null
    lastFrameMs: number | null
    /** Original frames. The reel repeats some if its rate is higher. */
    frames: number
    /** In dB. Null without audio or in silence. */
    gainDb: number | null
    /** Of all clips from the same original, in LUFS. */
    loudness: number | null
  }[]
}

export type Sized = ReelClip & {
  tracks: Tracks
  frames: readonly Frame[]
  /** In milliseconds of the original: the first frame. */
  beginMs: number
}
