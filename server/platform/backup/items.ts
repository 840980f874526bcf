import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../errors.ts'
import type { Storage } from '../storage.ts'
import type { FileEntry } from './backup.record.ts'
import { isBackupName } from './list.ts'

/** Excluded paths: files that are rebuilt on demand, the database's own files, and backups. */
const leftOut =
  /^(pg|pg\.unfinished|pg-moving|backups|work|models|replaced-[^/]+|\.[^/]*|[^/]*\.(sock|lock|lock-journal)|files\/\.incoming)(\/|$)/

/** A file to back up. `open` returns null if it was deleted in the meantime. */
export type Item = FileEntry & { open: () => Promise<{ path: string; release: () => Promise<void> } | null> }

export const storedFolder = 'files/'

export async function listItems(dataDir: string, storage: Storage | null): Promise<Item[]> {
  const items: Item[] = []
  for (const path of await listWanted(dataDir)) {
    // A leftover from when files were moved to other storage.
    if (storage && path.startsWith(storedFolder)) continue
    const place = join(dataDir, path)
    const found = await stat(place).catch(() => null)
    // Skips files that were moved or deleted after they were listed. The second pass covers moved files.
    if (found?.isFile())
      items.push({
        ...{ path, bytes: found.size, mtimeMs: found.mtimeMs },
        open: async () => ({ path: place, release: async () => {} }),
      })
  }
  if (!storage) return items
  for await (const { key, sizeBytes, version } of storage.list())
    items.push({
      ...{ path: storedFolder + key, bytes: sizeBytes, mtimeMs: 0, version },
      open: () => storage.localCopy(key).catch(ifMissing),
    })
  return items
}

export const isSame = (a: FileEntry, b: FileEntry): boolean =>
  a.bytes === b.bytes && a.mtimeMs === b.mtimeMs && a.version === b.version

async function listWanted(dataDir: string): Promise<string[]> {
  const wanted: string[] = []
  for (const { name } of await readdir(dataDir, { withFileTypes: true })) {
    if (leftOut.test(name)) continue
    // Follows links because a folder moved to another disk is still part of the installation.
    const found = await stat(join(dataDir, name)).catch(() => null)
    if (found?.isFile()) wanted.push(name)
    if (found?.isDirectory() && !isBackupName(name)) wanted.push(...(await listBelow(dataDir, name)))
  }
  return wanted.filter((path) => !leftOut.test(path))
}

async function listBelow(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(goneMeanwhile)
  const found: string[] = []
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`
    if (entry.isFile()) found.push(path)
    if (entry.isDirectory() && !isBackupName(entry.name)) found.push(...(await listBelow(dataDir, path)))
  }
  return found
}

function goneMeanwhile(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

function ifMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
