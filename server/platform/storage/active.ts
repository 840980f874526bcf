import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { isMissing, Refusal } from '../errors.ts'
import { getStoragePlace } from './open.ts'
import { describePlace, type StoragePlace } from './url.ts'

const fileName = '.storage'

export const namePlace = (place: StoragePlace): string =>
  place.kind === 'file'
    ? resolve(place.folder)
    : `${describePlace(place)}${place.endpoint ? ` at ${new URL(place.endpoint).host}` : ''}`

type PlaceConfig = Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>

/** Records where the files are at each start, so a stale STORAGE_URL is detected. */
export const recordActive = (config: PlaceConfig): Promise<void> =>
  writeFile(join(config.DATA_DIR, fileName), `${namePlace(getStoragePlace(config))}\n`, { mode: 0o600, flush: true })

export async function requireActive(config: PlaceConfig): Promise<void> {
  const active = await readFile(join(config.DATA_DIR, fileName), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  const here = namePlace(getStoragePlace(config))
  if (active === null || active.trim() === here) return
  throw new Refusal(
    'conflict',
    `Venire keeps its files in ${active.trim()}, not in ${here}. Set STORAGE_URL as it was when Venire last started.`,
  )
}
