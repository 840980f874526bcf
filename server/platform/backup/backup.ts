import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import { copyEmbedded, embeddedBytes } from '../database/copy.ts'
import { dumpServer, missingDumpTools } from '../database/dump.ts'
import { syncFolder } from '../database/embedded/folder.ts'
import { requireSpace } from '../storage/space.ts'

type BackupConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'MIN_FREE_GB' | 'MIGRATE_WITHOUT_BACKUP'>

/**
 * Returns the path of a verified backup, or null for a server database with MIGRATE_WITHOUT_BACKUP. Throws if pg_dump
 * is missing. For an embedded database, no other client may be in use.
 */
export async function backUpBeforeMigration(
  kind: 'embedded' | 'server',
  client: PoolClient,
  config: BackupConfig,
  migration: string,
): Promise<string | null> {
  if (kind === 'server' && config.MIGRATE_WITHOUT_BACKUP) return null
  if (kind === 'server') {
    const missing = await missingDumpTools()
    if (missing)
      throw new Error(
        `The database must be backed up before the migration ${migration}, and ${missing}. Nothing was changed. ` +
          'Install the PostgreSQL client that matches the server’s version (Debian: apt-get install postgresql-client), ' +
          'or back up the database yourself and set MIGRATE_WITHOUT_BACKUP=true.',
      )
  }
  const backups = join(config.DATA_DIR, 'backups')
  await mkdir(backups, { recursive: true, mode: 0o700 })
  // Remove files left by a process that was killed. The caller holds the lock, so no other process is running.
  for (const each of await readdir(backups))
    if (each.endsWith('.partial')) await rm(join(backups, each), { recursive: true, force: true })
  const bytes = kind === 'embedded' ? await embeddedBytes(config.DATA_DIR) : await serverBytes(client)
  await requireSpace(backups, config, bytes)

  const utc = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const final = join(backups, `${utc}-before-${migration}`)
  const partial = `${final}.partial`
  await mkdir(partial, { mode: 0o700 })
  try {
    if (kind === 'embedded') await copyEmbedded(client, join(config.DATA_DIR, 'pg'), join(partial, 'pg'))
    else await dumpServer(client, config.DATABASE_URL!, join(partial, 'database.dump'))
    await syncFolder(partial)
    await rename(partial, final)
    await syncFolder(backups)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The backup before the migration ${migration} failed, so nothing was changed: ${reason}`, {
      cause: error,
    })
  }
  return final
}

/** Returns an upper bound. Dumps are smaller because they're compressed. */
async function serverBytes(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}
