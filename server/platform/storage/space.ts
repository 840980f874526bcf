import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'

const bytesPerGb = 1024 ** 3
const inGb = (bytes: number): string => `${(bytes / bytesPerGb).toFixed(1)} GB`

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Throws a 507 refusal if free space would fall below MIN_FREE_GB because a full disk stops the database. Skips the
 * check if free space is unknown.
 */
export async function requireSpace(
  place: string | { freeBytes(): Promise<number | null> },
  config: Pick<Config, 'MIN_FREE_GB'>,
  incomingBytes: number,
): Promise<void> {
  const free = typeof place === 'string' ? await freeBytes(place) : await place.freeBytes()
  if (free === null || free - incomingBytes >= config.MIN_FREE_GB * bytesPerGb) return
  throw new Refusal(
    'no_space',
    `The server's disk has ${inGb(free)} free, ${incomingBytes > 0 ? `and ${inGb(incomingBytes)} more would leave ` : ''}less than the ` +
      `${config.MIN_FREE_GB} GB it must keep. Delete videos you no longer need, or ask the administrator for space.`,
  )
}
