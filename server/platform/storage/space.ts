import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'

const bytesPerGb = 1024 ** 3
const inGb = (bytes: number): string => `${(bytes / bytesPerGb).toFixed(1)} GB`

/** Bytes that this process may still write where `folder` lies. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Refuses (507) what would take the disk below the floor of MIN_FREE_GB: a database on a full disk can only stop.
 * `place` is a folder, or a store that knows its free bytes; one that cannot tell (null) refuses nothing.
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
      `${config.MIN_FREE_GB} GB it must keep. Delete videos that are no longer needed or ask the administrator for space.`,
  )
}
