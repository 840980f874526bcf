import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Storage } from '../storage.ts'
import { openLocalStorage } from './local.ts'
import { openS3Storage } from './s3.ts'
import { openScratch } from './scratch.ts'
import type { StoragePlace } from './url.ts'

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
