import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { opensFilms, templateRules } from '#contract/exports/templates.ts'
import { readToken } from '#contract/exports/share.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Permanent } from '#server/platform/queue.ts'
import { seal, unseal } from '#server/platform/keys/sealing.ts'
import type { ExportRow } from './exports.table.ts'
import { getLinkState, findShared, type Shared } from './exports.queries.ts'

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
export const readClips = (manifest: unknown): FilmClip[] => Film.safeParse(manifest).data?.clips ?? []

const getBegin = ({ firstFrameMs, startMs }: FilmClip): number => firstFrameMs ?? startMs

/** Seconds; 0 where nothing is known of it. */
export const getLength = (clips: readonly FilmClip[]): number =>
  Math.max(0, ...clips.map((clip) => clip.reelMs ?? clip.atMs + clip.endMs - getBegin(clip))) / 1000

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
  return Math.ceil(clip.atMs + Math.max(0, ms - getBegin(clip)) - 1e-6) / 1000
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

/** Films that the timecodes of a document open: found by the token of a share link, which is kept sealed alone. */

type Place = Pick<ExportRow, 'firmId' | 'caseId'>

/** What the link gives to whoever opens it now, if it is of this case; null for every reason why not. */
async function findInCase(db: Db, { firmId, caseId }: Place, token: string): Promise<Shared | null> {
  const found = await findShared(db, token)
  if (!found || caseId === null || found.row.caseId !== caseId || found.row.firmId !== firmId) return null
  // Locked after wrong tries, it opens again by itself.
  return ['open', 'locked'].includes(getLinkState(found.link)) ? found : null
}

const isFilm = ({ row }: Shared): boolean =>
  row.type === 'mp4' && !row.hasPassword && readClips(row.manifest).length > 0

/**
 * The film behind the address of a share link, for an order of the same case. An unknown address, one of another case or
 * firm, and one that has ended are refused in the same words: nobody learns by it which links there are.
 */
export async function requireFilm(
  db: Db,
  order: Place & Pick<ExportRow, 'type' | 'template'>,
  address: string,
): Promise<Shared & { token: string }> {
  if (!opensFilms(order))
    throw refuse(
      `“${templateRules[order.template].title}” prints no timecodes that open a film. Leave the address out.`,
    )
  const token = readToken(address)
  const found = await findInCase(db, order, token)
  if (!found)
    throw refuse(
      'This address opens nothing of this case, or does so no longer. Make a new link to a reel or a clip of this case, and paste its whole address.',
    )
  if (!isFilm(found))
    throw refuse(
      `This link opens “${found.row.title}”, which no browser plays. Choose a reel or a clip without a password of its own.`,
    )
  return { ...found, token }
}

const refuse = (message: string): Refusal => new Refusal('invalid', message, { fields: { filmLink: message } })

/** Not under the export's id alone: that seals its password, and one must not be taken for the other. */
const toName = (exportId: string): string => `${exportId}/film`

export const sealLink = (dataDir: string, exportId: string, token: string): Promise<string> =>
  seal(dataDir, toName(exportId), token)

/**
 * The film that the document of this row is to open, for the worker; null for the review room. Throws Permanent where the
 * link was closed meanwhile: a document of dead links helps nobody.
 */
export async function openFilm(
  { database, config }: Pick<Parts, 'database' | 'config'>,
  row: Pick<ExportRow, 'id' | 'firmId' | 'caseId' | 'sealedLink'>,
): Promise<FilmLink | null> {
  if (row.sealedLink === null) return null
  const token = await unseal(config.DATA_DIR, toName(row.id), row.sealedLink)
  const found = await findInCase(database.db, row, token)
  if (!found || !isFilm(found))
    throw new Permanent('The link to the film was closed before this file was made. Make it again with another link.')
  const { link, row: film } = found
  return {
    exportId: film.id,
    sha256: film.sha256,
    title: film.title,
    address: `${publicUrl(config)}/s/${token}`,
    clips: readClips(film.manifest),
    linkEndsAt: link.expiresAt.toISOString(),
    hasPassword: link.passwordHash !== null,
    hasEmailCode: link.emailCode,
    maxDownloads: link.maxDownloads,
  }
}
