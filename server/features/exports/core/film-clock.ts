/** Where in a film a moment of a recording stands, by what the film's own export kept of it. */
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'

/** Of the manifest of an MP4 export: see films/film.maker.ts. Times in milliseconds. */
const FilmClip = z.object({
  videoId: Id,
  /** Of the recording that the clip shows: [startMs, endMs). */
  startMs: z.number(),
  endMs: z.number(),
  /** When its first picture stands in the recording; null where it has sound alone. */
  firstFrameMs: z.number().nullable(),
  /** Where that picture stands in the film, behind its cards; a single clip has none. */
  atMs: z.number().default(0),
  /** How long the whole film is, of a reel. */
  reelMs: z.number().optional(),
})
export type FilmClip = z.infer<typeof FilmClip>
const Film = z.object({ clips: z.array(FilmClip) })

/** Empty for what is no film, or says nothing of its clips. */
export const clipsOf = (manifest: unknown): FilmClip[] => Film.safeParse(manifest).data?.clips ?? []

const beginOf = ({ firstFrameMs, startMs }: FilmClip): number => firstFrameMs ?? startMs

/** Seconds; 0 where nothing is known of it. */
export const lengthOf = (clips: readonly FilmClip[]): number =>
  Math.max(0, ...clips.map((clip) => clip.reelMs ?? clip.atMs + clip.endMs - beginOf(clip))) / 1000

/**
 * The second of the film that shows this second of a recording, to the millisecond; null where none does. Where several
 * clips show it, the one that goes on longest after it: it was cut for what is said there.
 */
export function secondInFilm(clips: readonly FilmClip[], videoId: string, seconds: number): number | null {
  // As clips are planned: a highlight begins where its clip does.
  const ms = Math.round(seconds * 1000)
  const [clip] = clips
    .filter((each) => each.videoId === videoId && ms >= each.startMs && ms < each.endMs)
    .toSorted((a, b) => b.endMs - a.endMs)
  if (!clip) return null
  // Up and never down: a fraction before its first picture a player would show the card. What a float adds does not count.
  return Math.ceil(clip.atMs + Math.max(0, ms - beginOf(clip)) - 1e-6) / 1000
}

/** A film behind a share link, as a document's timecodes open it. */
export type FilmLink = {
  exportId: string
  sha256: string
  title: string
  /** "https://firm.example/s/…": a secret, for the document and nothing else. */
  address: string
  clips: readonly FilmClip[]
  linkEndsAt: string
  hasPassword: boolean
  hasEmailCode: boolean
  maxDownloads: number | null
}

/** Where a moment opens in the film; null where the film does not show it. */
export function addressIn({ address, clips }: FilmLink, videoId: string, seconds: number): string | null {
  const at = secondInFilm(clips, videoId, seconds)
  return at === null ? null : `${address}?t=${at}`
}

/** What a manifest says of the film: which it was, and how many timecodes of the content open it. Never where it is. */
export const filmFacts = (film: FilmLink | null, content: unknown): { film?: Record<string, string | number> } =>
  film === null
    ? {}
    : {
        film: {
          exportId: film.exportId,
          sha256: film.sha256,
          timecodes: JSON.stringify(content).split(`${film.address}?t=`).length - 1,
        },
      }
