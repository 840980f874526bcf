import { createHash, randomBytes, randomUUID } from 'node:crypto'

let lastMs = 0
let sequence = 0

/** UUIDv7 (RFC 9562): 48 bits of Unix ms, a 12-bit counter for order within a process, 62 random bits. */
export function newId(): string {
  const nowMs = Date.now()
  if (nowMs > lastMs) [lastMs, sequence] = [nowMs, 0]
  else if (++sequence > 0xfff) [lastMs, sequence] = [lastMs + 1, 0]
  const time = lastMs.toString(16).padStart(12, '0')
  const counter = sequence.toString(16).padStart(3, '0')
  // Node fills a buffer of random bytes for `randomUUID`, so a call costs a tenth as much as `randomBytes`.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${randomUUID().slice(19)}`
}

/** Returns when `newId` made the ID, in Unix ms. */
export const readIdTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Returns 256 random bits as base64url. Only the hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
