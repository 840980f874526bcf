import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '../ids.ts'

export const readBearer = (authorization: string | undefined): string | null =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null

/** Compares hashes so that timing reveals nothing about the token. */
export function hasBearerToken(authorization: string | undefined, token: string | undefined): boolean {
  const given = readBearer(authorization) ?? ''
  return token !== undefined && timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)))
}
