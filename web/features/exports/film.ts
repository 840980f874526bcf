import type { ExportPolicy } from '#contract/exports/policy.ts'
import type { Export } from '#contract/exports/exports.ts'
import { firstExpiry } from './expiry.ts'

/** What the timecodes of a file open. */
export type FilmChoice = {
  /** `room`: the review room. `pasted`: the film behind an address that somebody has. Else the id of a film's export. */
  open: string
  address: string
  /** Of the link that is made to a film; empty for none. */
  password: string
  /** Hours after which that link ends. */
  expiry: string
}
export const reviewRoom = 'room'
export const pasted = 'pasted'

export const startChoice = (policy: ExportPolicy): FilmChoice => ({
  open: reviewRoom,
  address: '',
  password: '',
  expiry: firstExpiry(policy),
})

/** Films that a browser plays and that the person may put a link to. */
export const linkableFilms = (list: readonly Export[]): Export[] =>
  list.filter(({ type, status, hasPassword, may }) => type === 'mp4' && status === 'ready' && !hasPassword && may.share)

/** When a link that is made now ends: never later than the file it opens. */
export function describeEnd({ expiresAt }: Pick<Export, 'expiresAt'>, expiry: string, now = Date.now()): string {
  const asked = now + Number(expiry) * 3_600_000
  return new Date(expiresAt === null ? asked : Math.min(asked, new Date(expiresAt).getTime())).toISOString()
}

/** The same key: the link that was made serves again, where the export itself was refused. */
export const makeKey = ({ open, password, expiry }: FilmChoice): string => JSON.stringify([open, password, expiry])
