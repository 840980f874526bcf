import { cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { syncFolder } from '../database/embedded/folder.ts'
import type { Storage } from '../storage.ts'
import { findChangedOriginals, type NeededKey, type Snapshot, writeRecord } from './backup.record.ts'
import { Copies, lastBackup } from './copies.ts'
import { freeName, removeUnfinished, unfinishedName } from './list.ts'
import { listNeededKeys } from './needed-keys.ts'
import { nameSealed, readPassphrase } from './sealed-keys.ts'
import { verifyEmbedded } from './snapshot.ts'

export type Made = {
  folder: string
  files: number
  copiedBytes: number
  linkedFiles: number
  databaseBytes: number
  changed: string[]
  neededKeys: NeededKey[]
  /** True if BACKUP_KEY doesn't open any earlier encrypted backup. In that case, every file was copied. */
  startedOver: boolean
}

export type TakeSnapshot = (folder: string) => Promise<Snapshot>

/**
 * Backs up while the server runs. Copies files, then the database, then files added in the meantime, so there is a file
 * for every row. Unchanged files become hard links to the last backup. Pass `storage` to include recordings that aren't
 * in the data folder.
 */
export async function makeBackup(
  config: Pick<Config, 'DATA_DIR' | 'MIN_FREE_GB' | 'BACKUP_KEY'>,
  to: string,
  snapshot: TakeSnapshot,
  storage: Storage | null = null,
): Promise<Made> {
  const startedAt = new Date().toISOString()
  const passphrase = await readPassphrase(config)
  await mkdir(to, { recursive: true, mode: 0o700 })
  await removeUnfinished(to)
  const before = await lastBackup(to)
  const final = freeName(startedAt, new Set(await readdir(to)))
  const partial = join(to, unfinishedName(final))
  await mkdir(partial, { mode: 0o700 })
  try {
    const store = new Copies(config, before, partial, passphrase, storage)
    await store.copyNew()
    const database = await snapshot(partial)
    await store.copyNew()
    if (database.kind === 'embedded') await verifyCopy(partial, database)
    const databaseBytes = await store.addDatabase()
    const { files, sums } = store
    const neededKeys = await listNeededKeys(config.DATA_DIR, (name) => sums.has(`data/${nameSealed(name)}`))
    const finishedAt = new Date().toISOString()
    await writeRecord(partial, { format: 1, startedAt, finishedAt, database, files, neededKeys }, sums)
    await syncFolder(partial)
    await rename(partial, join(to, final))
    await using parent = await open(to, 'r')
    await parent.sync()
    return {
      folder: join(to, final),
      files: files.length,
      databaseBytes,
      changed: findChangedOriginals(database, sums),
      neededKeys,
      startedOver: false,
      ...store.counted,
    }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Verifies a second copy because opening a database modifies it. */
export async function verifyCopy(partial: string, database: Snapshot): Promise<void> {
  const trial = join(partial, '.trial')
  await cp(join(partial, 'pg'), trial, { recursive: true })
  try {
    await verifyEmbedded(trial, database)
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
}
