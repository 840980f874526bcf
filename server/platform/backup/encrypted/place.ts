import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { Refusal } from '../../errors.ts'
import type { Storage } from '../../storage.ts'
import { openLocalStorage } from '../../storage/local.ts'
import { openS3Storage } from '../../storage/s3.ts'
import type { Scratch } from '../../storage/scratch.ts'
import { parseStorageUrl, type StoragePlace } from '../../storage/url.ts'
import { compareAge, encryptedSuffix, isEncryptedName } from '../list.ts'
import { readChunks } from '../backup.record.ts'

/**
 * Where backups are stored. `address` is exactly what the operator entered, so printed addresses can be used in
 * commands.
 */
export type BackupPlace = { address: string; place: StoragePlace }

const s3Start = 's3://'

export function parsePlace(address: string): BackupPlace {
  if (!/^[a-z0-9]+:\/\//.test(address)) {
    const folder = resolve(address)
    return { address: folder, place: { kind: 'file', folder } }
  }
  const place = address.startsWith(s3Start) ? parseStorageUrl(address) : null
  if (!place)
    throw new Refusal(
      'invalid',
      `${hideQuery(address)} is not an address for backups. Use a folder, or s3://bucket/prefix?endpoint=https://store.example, without keys.`,
    )
  return { address, place }
}

/** A mistyped address may contain access keys. */
const hideQuery = (address: string): string => address.replace(/\?.*$/, '').replace(/\/\/[^/]*@/, '//')

export function nameAddress({ address, place }: BackupPlace, name: string): string {
  if (place.kind === 'file') return join(place.folder, name)
  const [path = '', query] = address.split('?')
  return `${path.replace(/\/$/, '')}/${name}${query === undefined ? '' : `?${query}`}`
}

/** Splits off the name of a single backup. `name` is null for an unencrypted folder or the address of all backups. */
export function parseBackup(address: string): { at: BackupPlace; name: string | null } {
  if (!address.startsWith(s3Start)) {
    const path = resolve(address)
    return isEncryptedName(basename(path))
      ? { at: parsePlace(dirname(path)), name: basename(path) }
      : { at: parsePlace(path), name: null }
  }
  const [path = '', query] = address.split('?')
  const [, start, name] = /^(.*)\/([^/]*)$/.exec(path) ?? []
  const rest = `${start}${query === undefined ? '' : `?${query}`}`
  return name !== undefined && isEncryptedName(name)
    ? { at: parsePlace(rest), name }
    : { at: parsePlace(address), name: null }
}

/** Backups are read as streams, so they don't need local copies. */
const noScratch: Scratch = {
  copy: () => Promise.reject(new Error('a backup has no local copies')),
  find: async () => null,
  tidy: async () => {},
}

export const openPlace = ({ place }: BackupPlace): Promise<Storage> =>
  place.kind === 'file' ? openLocalStorage(place.folder) : openS3Storage(place, noScratch)

export async function listEncrypted(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of storage.list()) if (isEncryptedName(key)) names.push(key)
  return names.toSorted(compareAge)
}

/** Chunk buffers are reused, so `use` must not keep them. */
export async function readStored(storage: Storage, key: string, use: (chunk: Buffer) => unknown): Promise<void> {
  if (storage.parts) return storage.parts.read(key, use)
  const { path } = await storage.localCopy(key)
  return readChunks(path, use)
}

/**
 * Throws if backups would be stored in a part of the data folder that is backed up. Each backup would then include the
 * earlier ones.
 */
export function refuseInside({ place }: BackupPlace, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): void {
  if (place.kind === 's3') return
  const path = relative(DATA_DIR, place.folder)
  const isInside = !path.startsWith('..') && !isAbsolute(path)
  if (isInside && path.split('/')[0] !== 'backups')
    throw new Refusal('invalid', `--to: choose a folder outside of ${DATA_DIR}, or ${join(DATA_DIR, 'backups')}.`)
}

export const stripSuffix = (name: string): string => name.slice(0, -encryptedSuffix.length)
