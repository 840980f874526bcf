import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../db.ts'
import { loadKeyring } from '../keys/installation-key.ts'
import { createInOwnProcess } from './embedded/create.ts'
import { explainDamagedRead } from './embedded/damage.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { checkFolderVersion, makeOnce } from './embedded/folder.ts'
import { lockFolder } from './embedded/lock.ts'
import { openServer } from './server.ts'
import { keepTidy } from './tidy.ts'

/**
 * Opens the installation's database: a PostgreSQL server when DATABASE_URL is set, otherwise the embedded one in
 * DATA_DIR/pg, for this process alone. Loads the keys of the audit record, which lie outside the database. Throws one sentence when it is in use, of another version or out of reach.
 */
export async function openDatabase(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<Database> {
  if (config.DATABASE_URL) {
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
    await loadKeyring(config.DATA_DIR)
    return openServer(config.DATABASE_URL)
  }
  const folder = join(config.DATA_DIR, 'pg')
  const unlock = lockFolder(config.DATA_DIR)
  try {
    await loadKeyring(config.DATA_DIR)
    await checkFolderVersion(folder)
    if (!existsSync(join(folder, 'PG_VERSION'))) await createInOwnProcess(folder)
    const database = await makeOnce(folder, () => openEmbedded(folder))
    await readEveryTable(database, folder)
    const endTidying = keepTidy(database)
    return {
      ...database,
      async close() {
        endTidying()
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Reads the catalogs and the first row of each table, so that damage is found at the start and said in one sentence. */
async function readEveryTable(database: Database, folder: string): Promise<void> {
  try {
    const { rows } = await database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    for (const { name } of rows) await database.pool.query(`select 1 from ${name} limit 1`)
  } catch (error) {
    await database.close()
    throw explainDamagedRead(folder, error) ?? error
  }
}
