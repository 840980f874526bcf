import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '../ids.ts'

/** What follows "Bearer " in an Authorization header; null where nothing does. */
export const readBearer = (authorization: string | undefined): string | null =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null

/**
 * Whether a request carries this token of a setting; never where none is set. Hashes are compared, so that neither the
 * token's length nor its first letters can be learned from the time.
 */
export function carriesToken(authorization: string | undefined, token: string | undefined): boolean {
  const given = readBearer(authorization) ?? ''
  return token !== undefined && timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)))
}
