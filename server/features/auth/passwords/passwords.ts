import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

type Recipe = typeof cost & { salt: Buffer }

/** Returns a PHC string so that old hashes still verify after the cost is raised. Runs in the thread pool. */
export async function hashPassword(password: string, { salt, ...paid } = newRecipe()): Promise<string> {
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength, ...paid })
  return `$argon2id$v=19$m=${paid.memory},t=${paid.passes},p=${paid.parallelism}$${base64(salt)}$${base64(tag)}`
}

export const newRecipe = (): Recipe => ({ ...cost, salt: randomBytes(16) })

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$[^$]+$/

export function readRecipe(stored: string): Recipe | null {
  const [, memory, passes, parallelism, salt] = pattern.exec(stored) ?? []
  if (salt === undefined) return null
  const paid = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { ...paid, salt: Buffer.from(salt, 'base64') }
}

/** Takes just as long without a stored hash, so timing can't reveal which email addresses have accounts. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const recipe = readRecipe(stored ?? '')
  const hash = await hashPassword(password, recipe ?? newRecipe())
  return recipe !== null && isSame(hash, stored ?? '')
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
