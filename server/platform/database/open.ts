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
import { refuseMovedFolder, refuseMovedServer, refuseRestoringFolder } from './move/mark.ts'
import { openServer } from './server.ts'
import { scheduleTidying } from './tidy.ts'

/** Throws if the database is in use, unreachable, moved elsewhere, or an unsupported version. */
export async function openDatabase(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Config, 'DATABASE_CONNECTIONS'>>,
  { evenIfMoved = false }: { evenIfMoved?: boolean } = {},
): Promise<Database> {
  if (config.DATABASE_URL) {
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
    if (!evenIfMoved) refuseRestoringFolder(config.DATA_DIR, { hasServer: true })
    await loadKeyring(config.DATA_DIR)
    const database = await openServer(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
    if (!evenIfMoved)
      await refuseMovedServer(database).catch(async (error: unknown) => {
        await database.close()
        throw error
      })
    return database
  }
  if (!evenIfMoved) await refuseMovedFolder(config.DATA_DIR)
  const folder = join(config.DATA_DIR, 'pg')
  const unlock = lockFolder(config.DATA_DIR)
  try {
    refuseRestoringFolder(config.DATA_DIR)
    await loadKeyring(config.DATA_DIR)
    await checkFolderVersion(folder)
    if (!existsSync(join(folder, 'PG_VERSION'))) await createInOwnProcess(folder)
    const database = await makeOnce(folder, () => openEmbedded(folder))
    await readEveryTable(database, folder)
    const endTidying = scheduleTidying(database)
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
