import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { DiskLow } from '../errors.ts'
import { every } from '../queue/repeat.ts'

const bytesPerGb = 1024 ** 3
const inGb = (bytes: number): string => `${(bytes / bytesPerGb).toFixed(1)} GB`

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export type Disk = { folder: 'data' | 'work'; path: string }

/** Returns the folders whose disks this process needs. Web processes use WORK_DIR only for copies from an S3 store. */
export function listDisks({ DATA_DIR, WORK_DIR, ROLE, STORAGE_URL }: DiskConfig): Disk[] {
  const isUsed = ROLE !== 'web' || STORAGE_URL?.kind === 's3'
  return [
    { folder: 'data', path: DATA_DIR },
    ...(WORK_DIR !== undefined && isUsed ? [{ folder: 'work', path: WORK_DIR } as const] : []),
  ]
}
type DiskConfig = Pick<Config, 'DATA_DIR' | 'WORK_DIR' | 'ROLE' | 'STORAGE_URL'>

export const isLow = (free: number | null, { MIN_FREE_GB }: Pick<Config, 'MIN_FREE_GB'>): boolean =>
  free !== null && free < MIN_FREE_GB * bytesPerGb

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
  if (free !== null && isLow(free - incomingBytes, config)) throw diskLow(free, config, incomingBytes)
}

const diskLow = (free: number, config: Pick<Config, 'MIN_FREE_GB'>, incomingBytes = 0) =>
  new DiskLow(
    `The server’s disk has ${inGb(free)} free, ${incomingBytes > 0 ? `and ${inGb(incomingBytes)} more would leave ` : ''}less than the ` +
      `${config.MIN_FREE_GB} GB that must stay free. Delete videos you no longer need, or ask the administrator for more space.`,
  )

const checkEveryMs = 50
const mostAheadBytes = 32 * 1024 ** 2

/**
 * Aborts the signal with a `DiskLow` if free space falls below MIN_FREE_GB, or likely would before the next check.
 * Looks only a little ahead, because an export that was checked beforehand may end just above the limit.
 */
export async function guardSpace(
  folder: string,
  config: Pick<Config, 'MIN_FREE_GB'>,
): Promise<{ signal: AbortSignal } & AsyncDisposable> {
  const stop = new AbortController()
  let before = await freeBytes(folder)
  const check = async () => {
    const free = await freeBytes(folder)
    const ahead = Math.min(mostAheadBytes, Math.max(0, before - free))
    if (isLow(free - ahead, config)) stop.abort(diskLow(free, config))
    before = free
  }
  const checking = every(checkEveryMs, check, () => {})
  checking.start()
  return { signal: stop.signal, [Symbol.asyncDispose]: () => checking.stop() }
}
