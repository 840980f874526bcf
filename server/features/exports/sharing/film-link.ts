/** Films that the timecodes of a document open: found by the token of a share link, which is kept sealed alone. */
import { opensFilms, templateRules } from '#contract/exports/templates.ts'
import { tokenOf } from '#contract/exports/share.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Permanent } from '#server/platform/queue.ts'
import { clipsOf, type FilmLink } from '../core/film-clock.ts'
import type { ExportRow } from '../core/exports.table.ts'
import type { ExportOrder } from '../core/maker.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { stateOf } from './links.queries.ts'
import { findShared, type Shared } from './shared.queries.ts'

type Place = Pick<ExportOrder, 'firmId' | 'caseId'>

/** What the link gives to whoever opens it now, if it is of this case; null for every reason why not. */
async function findInCase(db: Db, { firmId, caseId }: Place, token: string): Promise<Shared | null> {
  const found = await findShared(db, token)
  if (!found || caseId === null || found.row.caseId !== caseId || found.row.firmId !== firmId) return null
  // Locked after wrong tries, it opens again by itself.
  return ['open', 'locked'].includes(stateOf(found.link)) ? found : null
}

const isFilm = ({ row }: Shared): boolean => row.type === 'mp4' && !row.hasPassword && clipsOf(row.manifest).length > 0

/**
 * The film behind the address of a share link, for an order of the same case. An unknown address, one of another case or
 * firm, and one that has ended are refused in the same words: nobody learns by it which links there are.
 */
export async function requireFilm(
  db: Db,
  order: Place & Pick<ExportOrder, 'type' | 'template'>,
  address: string,
): Promise<Shared & { token: string }> {
  if (!opensFilms(order))
    throw refuse(
      `“${templateRules[order.template].title}” prints no timecodes that open a film. Leave the address out.`,
    )
  const token = tokenOf(address)
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
const nameOf = (exportId: string): string => `${exportId}/film`

export const sealLink = (dataDir: string, exportId: string, token: string): Promise<string> =>
  seal(dataDir, nameOf(exportId), token)

/**
 * The film that the document of this row is to open, for the worker; null for the review room. Throws Permanent where the
 * link was closed meanwhile: a document of dead links helps nobody.
 */
export async function openFilm(
  { database, config }: Pick<Parts, 'database' | 'config'>,
  row: Pick<ExportRow, 'id' | 'firmId' | 'caseId' | 'sealedLink'>,
): Promise<FilmLink | null> {
  if (row.sealedLink === null) return null
  const token = await unseal(config.DATA_DIR, nameOf(row.id), row.sealedLink)
  const found = await findInCase(database.db, row, token)
  if (!found || !isFilm(found))
    throw new Permanent('The link to the film was closed before this file was made. Make it again with another link.')
  const { link, row: film } = found
  return {
    exportId: film.id,
    sha256: film.sha256,
    title: film.title,
    address: `${publicUrl(config)}/s/${token}`,
    clips: clipsOf(film.manifest),
    linkEndsAt: link.expiresAt.toISOString(),
    hasPassword: link.passwordHash !== null,
    hasEmailCode: link.emailCode,
    maxDownloads: link.maxDownloads,
  }
}
