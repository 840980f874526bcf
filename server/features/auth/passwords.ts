import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A PHC string, so that the cost can be raised later and old hashes still read. Runs in the thread pool. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** A missing hash takes as long as a wrong password, so that time does not tell which addresses have accounts. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const parts = pattern.exec(stored ?? '')
  const salt = parts ? Buffer.from(parts[4]!, 'base64') : randomBytes(16)
  const expected = parts ? Buffer.from(parts[5]!, 'base64') : randomBytes(tagLength)
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: expected.length,
    memory: Number(parts?.[1] ?? cost.memory),
    passes: Number(parts?.[2] ?? cost.passes),
    parallelism: Number(parts?.[3] ?? cost.parallelism),
  })
  return parts !== null && timingSafeEqual(tag, expected)
}
