import { timecode } from './clean.ts'
import type { Cell } from './doc.ts'
import type { SpokenVideo } from './transcript.ts'

/** Of the cover: each recording with its length and hash, so that a reader can tell it is the one at hand. */
export const videoFacts = (films: readonly SpokenVideo[]): [string, Cell][] =>
  films.map(({ filename, durationMs, sha256 }): [string, Cell] => [
    'Recording',
    [filename, durationMs === null ? '' : timecode(durationMs), sha256 ? `SHA-256 ${sha256}` : '']
      .filter(Boolean)
      .join(', '),
  ])

export const inputsOf = (films: readonly SpokenVideo[]) => films.map(({ videoId, sha256 }) => ({ videoId, sha256 }))
