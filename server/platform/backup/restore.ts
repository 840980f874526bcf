import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { countRows } from '../database/handle.ts'
import { loadDump } from '../database/dump.ts'
import { makeAsideFolder, syncFolder } from '../database/embedded/folder.ts'
import { markRestoring, markRestoringFolder, unmarkRestoring, unmarkRestoringFolder } from '../database/move/mark.ts'
import { openServer } from '../database/server.ts'
import { isUsed } from '../database/users.ts'
import type { Database } from '../db.ts'
import { Refusal } from '../errors.ts'
import type { Storage } from '../storage.ts'
import { isInDataFolder, openStorage } from '../storage/open.ts'
import type { BackupRecord, Snapshot } from './backup.record.ts'
import { storedFolder } from './items.ts'
import { requireKeys } from './needed-keys.ts'
import { writeKeys } from './sealed-keys.ts'
import { compareRows, snapshotNames } from './snapshot.ts'
import { type BackupSource, openBackup } from './source.ts'

/** A data folder that contains only these files counts as empty. */
const harmless = /^(backups|replaced-.*|venire\.lock(-journal)?|control[^/]*\.sock|\.restoring|pg\.restoring)$/

export type Restored = { files: number; replaced: string | null; database: Snapshot }

/**
 * The caller must hold the lock on DATA_DIR. Throws if the folder isn't empty, unless `force` is set. With `force`,
 * existing content is moved to `replaced-<utc>`, and the tables of a server database are dropped.
 */
export async function restoreBackup(config: Config, from: string, { force }: { force: boolean }): Promise<Restored> {
  const source = await openBackup(from, config)
  const faults = await source.findFaultsFirst()
  if (faults.length > 0)
    throw new Refusal(
      'invalid',
      `The backup is damaged, and nothing was changed:\n  ${faults.slice(0, 20).join('\n  ')}`,
    )
  const { record } = await source.load()
  const { database, neededKeys = [] } = record
  refuseOtherKind(database.kind, config)
  const keys = await source.readKeys()
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  await requireKeys(config.DATA_DIR, neededKeys)
  const kept = new Set<string>(neededKeys.map(({ name }) => name))
  const old = (await readdir(config.DATA_DIR)).filter((each) => !harmless.test(each) && !kept.has(each))
  if (old.length > 0 && !force)
    throw new Error(
      `${config.DATA_DIR} is not empty (${old.slice(0, 5).join(', ')}). Restore into an empty folder, or add --force. ` +
        'Existing files are moved aside, not deleted.',
    )
  await using target = database.kind === 'server' ? await openTarget(config.DATABASE_URL!, force) : null
  const coming = join(config.DATA_DIR, '.restoring')
  await rm(coming, { recursive: true, force: true })
  await mkdir(coming, { mode: 0o700 })
  const paths = await source.listData()
  const stored = isInDataFolder(config) ? [] : paths.filter((path) => path.startsWith(storedFolder))
  await source.extract('data', coming, (path) => stored.length === 0 || !`${path}/`.startsWith(storedFolder))
  if (database.kind === 'embedded') await source.extract(snapshotNames.embedded, join(coming, 'pg'))
  const dump = database.kind === 'server' ? await source.provide(snapshotNames.server, coming) : null
  await writeKeys(coming, keys)
  await syncFolder(coming)
  if (stored.length > 0) await fillStorage(await openStorage(config), source, stored, record)
  await target?.requireUnused()
  await markRestoringFolder(config.DATA_DIR)
  const replaced = old.length > 0 ? await moveAside(config.DATA_DIR, old) : null
  if (dump !== null) await target?.replace(dump, database)
  await rm(join(coming, snapshotNames.server), { force: true })
  for (const each of await readdir(coming)) await rename(join(coming, each), join(config.DATA_DIR, each))
  await rm(coming, { recursive: true })
  await unmarkRestoringFolder(config.DATA_DIR)
  target?.finish()
  return { files: paths.length, replaced, database }
}

/**
 * Adds the files that are missing in STORAGE_URL. Stored files never change, so a file with the same path and size is
 * the same file.
 */
async function fillStorage(
  storage: Storage,
  source: BackupSource,
  paths: readonly string[],
  { files }: BackupRecord,
): Promise<void> {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]))
  for (const path of paths) {
    const [key, bytes] = [path.slice(storedFolder.length), sizes.get(path)]
    if ((await storage.size(key)) !== bytes) await storage.put(key, source.read(path), bytes)
  }
}

function refuseOtherKind(kind: Snapshot['kind'], { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): void {
  if (kind === 'server' && !DATABASE_URL)
    throw new Error('This backup is from a PostgreSQL server. Set DATABASE_URL to the database to restore into.')
  if (kind === 'embedded' && DATABASE_URL)
    throw new Error('This backup is from the embedded database. Unset DATABASE_URL to restore it.')
}

type Target = AsyncDisposable & {
  requireUnused(): Promise<void>
  replace(dump: string, snapshot: Snapshot): Promise<void>
  finish(): void
}

/**
 * Marks the database as being restored. If the restore is killed or fails after it has started to replace the database,
 * the mark stays.
 */
async function openTarget(url: string, force: boolean): Promise<Target> {
  const server = await openServer(url)
  const requireUnused = async () => {
    if (await isUsed(server)) throw new Error('A Venire server is using the database at DATABASE_URL. Stop it first.')
  }
  try {
    await requireUnused()
    if (!force) await requireEmpty(server)
    await markRestoring(server)
  } catch (error) {
    await server.close()
    throw error
  }
  let isWhole = true
  return {
    requireUnused,
    async replace(dump, { tables }) {
      isWhole = false
      await emptyServer(server)
      await loadDump(url, dump)
      compareRows(await countRows(server.pool), tables)
    },
    finish() {
      isWhole = true
    },
    async [Symbol.asyncDispose]() {
      try {
        if (isWhole) await unmarkRestoring(server)
      } finally {
        await server.close()
      }
    },
  }
}

async function requireEmpty({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ tables: number }>(
    `select count(*) as tables from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  if (Number(rows[0]?.tables) > 0)
    throw new Error('The database at DATABASE_URL has tables. Restore into an empty one, or add --force to drop them.')
}

async function emptyServer({ pool }: Database): Promise<void> {
  await pool.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
}

async function moveAside(dataDir: string, names: readonly string[]): Promise<string> {
  const aside = await makeAsideFolder(dataDir)
  for (const name of names) await rename(join(dataDir, name), join(aside, name))
  return aside
}
