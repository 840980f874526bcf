import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Storage } from '../storage.ts'
import { openLocalStorage } from './local.ts'
import { openS3Storage } from './s3.ts'
import { openScratch } from './scratch.ts'
import { type StoragePlace, describePlace } from './url.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { isMissing, Refusal } from '../errors.ts'

type StorageConfig = Pick<Config, 'DATA_DIR' | 'WORK_DIR' | 'STORAGE_URL' | 'SCRATCH_GB' | 'MIN_FREE_GB'>

const getDefault = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): StoragePlace => ({
  kind: 'file',
  folder: join(DATA_DIR, 'files'),
})

export const getStoragePlace = (config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): StoragePlace =>
  config.STORAGE_URL ?? getDefault(config)

/** Backups include only files in the data folder. */
export function isInDataFolder(config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): boolean {
  const place = getStoragePlace(config)
  return place.kind === 'file' && join(place.folder, '.') === join(config.DATA_DIR, 'files')
}

export async function openStorage(config: StorageConfig, place = getStoragePlace(config)): Promise<Storage> {
  if (place.kind === 'file') return openLocalStorage(place.folder)
  const folder = join(config.WORK_DIR ?? join(config.DATA_DIR, 'work'), 'scratch')
  return openS3Storage(place, await openScratch(folder, config))
}

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
