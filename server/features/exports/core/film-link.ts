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

const FilmClip = z.object({
  videoId: Id,
  /** The clip's span in the recording, from `startMs` up to but not including `endMs`. */
  startMs: z.number(),
  endMs: z.number(),
  /** Time of the first frame in the recording. Null if the clip has only audio. */
  firstFrameMs: z.number().nullable(),
  /** Time of the first frame in the film, after title cards. */
  atMs: z.number().default(0),
  reelMs: z.number().optional(),
})
export type FilmClip = z.infer<typeof FilmClip>
const Film = z.object({ clips: z.array(FilmClip) })

export const readClips = (manifest: unknown): FilmClip[] => Film.safeParse(manifest).data?.clips ?? []

const getBegin = ({ firstFrameMs, startMs }: FilmClip): number => firstFrameMs ?? startMs

/** Returns seconds, or 0 if the length is unknown. */
export const getLength = (clips: readonly FilmClip[]): number =>
  Math.max(0, ...clips.map((clip) => clip.reelMs ?? clip.atMs + clip.endMs - getBegin(clip))) / 1000

export function findFilmSecond(clips: readonly FilmClip[], videoId: string, seconds: number): number | null {
  // Clip bounds are rounded the same way, so a highlight falls within its own clip.
  const ms = Math.round(seconds * 1000)
  const [clip] = clips
    .filter((each) => each.videoId === videoId && ms >= each.startMs && ms < each.endMs)
    .toSorted((a, b) => b.endMs - a.endMs)
  if (!clip) return null
  // Rounds up because an earlier time would still show the title card. The epsilon absorbs floating-point error.
  return Math.ceil(clip.atMs + Math.max(0, ms - getBegin(clip)) - 1e-6) / 1000
}

export type FilmLink = {
  exportId: string
  sha256: string
  title: string
  /** A secret URL ("https://firm.example/s/…") that appears only in the document. */
  address: string
  clips: readonly FilmClip[]
  linkEndsAt: string
  hasPassword: boolean
  hasEmailCode: boolean
  maxDownloads: number | null
}

export function getFilmUrl({ address, clips }: FilmLink, videoId: string, seconds: number): string | null {
  const at = findFilmSecond(clips, videoId, seconds)
  return at === null ? null : `${address}?t=${at}`
}

/** Returns the film's ID, hash, and number of timecode links for the manifest, but never its URL. */
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

type Place = Pick<ExportRow, 'firmId' | 'caseId'>

async function findInCase(db: Db, { firmId, caseId }: Place, token: string): Promise<Shared | null> {
  const found = await findShared(db, token)
  if (!found || caseId === null || found.row.caseId !== caseId || found.row.firmId !== firmId) return null
  return ['open', 'locked'].includes(getLinkState(found.link, true)) ? found : null
}

const isFilm = ({ row }: Shared): boolean =>
  row.type === 'mp4' && !row.hasPassword && readClips(row.manifest).length > 0

/**
 * Returns the film behind a share link in the same case. Unknown links, links from other cases, and closed links throw
 * the same error, which reveals nothing about other links.
 */
export async function requireFilm(
  db: Db,
  order: Place & Pick<ExportRow, 'type' | 'template'>,
  address: string,
): Promise<Shared & { token: string }> {
  if (!opensFilms(order))
    throw refuse(`“${templateRules[order.template].title}” has no timecodes to link. Remove the share link.`)
  const token = readToken(address)
  const found = await findInCase(db, order, token)
  if (!found)
    throw refuse('This link doesn’t open a reel or clip in this case. Create a new share link and paste it in full.')
  if (!isFilm(found))
    throw refuse(
      `A browser can’t play “${found.row.title}” from this link. Choose a reel or clip without a file password.`,
    )
  return { ...found, token }
}

const refuse = (message: string): Refusal => new Refusal('invalid', message, { fields: { filmLink: message } })

const toName = (exportId: string): string => `${exportId}/film`

export const sealLink = (dataDir: string, exportId: string, token: string): Promise<string> =>
  seal(dataDir, toName(exportId), token)

/** Returns the film the document links to, or null for the review room. Throws `Permanent` if the link was closed. */
export async function openFilm(
  { database, config }: Pick<Parts, 'database' | 'config'>,
  row: Pick<ExportRow, 'id' | 'firmId' | 'caseId' | 'sealedLink'>,
): Promise<FilmLink | null> {
  if (row.sealedLink === null) return null
  const token = await unseal(config.DATA_DIR, toName(row.id), row.sealedLink)
  const found = await findInCase(database.db, row, token)
  if (!found || !isFilm(found))
    throw new Permanent(
      'The share link for timecodes stopped working before the export finished. Run the export again with a new link.',
    )
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
