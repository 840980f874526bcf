import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { loadDump } from '../database/dump.ts'
import { openEmbedded } from '../database/embedded/embedded.ts'
import { countRows } from '../database/handle.ts'
import { applyPending } from '../database/migrate.ts'
import { openServer } from '../database/server.ts'
import type { Database } from '../db.ts'
import { Refusal } from '../errors.ts'
import { loadKeyring } from '../keys/installation-key.ts'
import { findChangedOriginals, type Snapshot } from './backup.record.ts'
import { copyKeys, requireKeys } from './needed-keys.ts'
import { isKey, writeKeys } from './sealed-keys.ts'
import { compareRows, snapshotNames } from './snapshot.ts'
import { type BackupSource, openBackup } from './source.ts'

export type Rehearsal<T> = {
  backup: string
  startedAt: string
  files: number
  bytes: number
  recordings: number
  tables: number
  rows: number
  migrations: string[]
  checked: T
  seconds: number
}

type RehearsalConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_KEY'>

/**
 * Restores a backup's database to a temporary copy, upgrades it, and passes it to `check`. Files are hashed in place.
 * Nothing else changes, so this can run while the server is running. Throws if a restore would fail.
 */
export async function rehearseRestore<T>(
  config: RehearsalConfig,
  from: string,
  check: (database: Database) => Promise<T>,
): Promise<Rehearsal<T>> {
  const startedMs = performance.now()
  const source = await openBackup(from, config)
  const faults = await source.findFaults()
  if (faults.length > 0) refuseDamaged(faults)
  const { record, sums } = await source.load()
  const { database: snapshot, startedAt, files, neededKeys = [] } = record
  const changed = findChangedOriginals(snapshot, sums)
  if (changed.length > 0) refuseDamaged(changed)
  await requireKeys(config.DATA_DIR, neededKeys)
  const scratch = await mkdtemp(join(config.DATA_DIR, '.rehearsal-'))
  try {
    await source.extract('data', scratch, isKey)
    await writeKeys(scratch, await source.readKeys())
    await copyKeys(config.DATA_DIR, scratch, neededKeys)
    await loadKeyring(scratch)
    const restored = await withScratch(config, source, scratch, snapshot, async (database) => {
      compareRows(await countRows(database.pool), snapshot.tables)
      const migrations = await applyPending(database)
      return { migrations, checked: await check(database) }
    })
    return {
      backup: from,
      startedAt,
      files: files.length,
      bytes: files.reduce((sum, each) => sum + each.bytes, 0),
      recordings: snapshot.originals?.length ?? 0,
      tables: snapshot.tables.length,
      rows: snapshot.tables.reduce((sum, [, count]) => sum + count, 0),
      ...restored,
      seconds: (performance.now() - startedMs) / 1000,
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function refuseDamaged(faults: readonly string[]): never {
  throw new Refusal('invalid', `The backup is damaged:\n  ${faults.slice(0, 20).join('\n  ')}`)
}

async function withScratch<T>(
  { DATABASE_URL }: RehearsalConfig,
  source: BackupSource,
  scratch: string,
  { kind }: Snapshot,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (kind === 'embedded') {
    const folder = join(scratch, 'pg')
    await source.extract(snapshotNames.embedded, folder)
    return useDatabase(await openEmbedded(folder, { durable: false }), work)
  }
  if (!DATABASE_URL)
    throw new Refusal(
      'invalid',
      'This backup is from a PostgreSQL server. Set DATABASE_URL to a server to rehearse on.',
    )
  const server = await openServer(DATABASE_URL)
  const name = `venire_rehearsal_${randomBytes(6).toString('hex')}`
  try {
    await server.pool.query(`create database ${name}`).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Refusal('invalid', `The scratch database couldn’t be created: ${reason}. Grant the user CREATEDB.`)
    })
    try {
      const url = new URL(DATABASE_URL)
      url.pathname = `/${name}`
      await loadDump(url.href, await source.provide(snapshotNames.server, scratch))
      return await useDatabase(await openServer(url.href), work)
    } finally {
      await server.pool.query(`drop database ${name} with (force)`)
    }
  } finally {
    await server.close()
  }
}

async function useDatabase<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await database.patiently(() => work(database))
  } finally {
    await database.close()
  }
}
