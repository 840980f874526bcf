import { createHash, randomBytes } from 'node:crypto'

let lastMs = 0
let sequence = 0

/** UUIDv7 (RFC 9562): 48 bits of Unix ms, a 12-bit counter for order within a process, 62 random bits. */
export function newId(): string {
  const nowMs = Date.now()
  if (nowMs > lastMs) [lastMs, sequence] = [nowMs, 0]
  else if (++sequence > 0xfff) [lastMs, sequence] = [lastMs + 1, 0]
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns 256 random bits as base64url. Only the hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
