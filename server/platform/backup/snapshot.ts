import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { copySnapshot } from '../database/copy.ts'
import { countRows } from '../database/handle.ts'
import { dumpSnapshot, missingDumpTools } from '../database/dump.ts'
import { openEmbedded } from '../database/embedded/embedded.ts'
import type { Database } from '../db.ts'
import type { Snapshot } from './backup.record.ts'

export const snapshotNames = { embedded: 'pg', server: 'database.dump' } as const

/**
 * For an embedded database, copies the folder while other queries wait. For a server database, runs pg_dump on the same
 * snapshot as the row counts.
 */
export async function snapshotDatabase(
  database: Database,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  folder: string,
): Promise<Snapshot> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`${folder} is not a folder`)
  const into = join(folder, snapshotNames[database.kind])
  if (database.kind === 'server') {
    const missing = await missingDumpTools()
    if (missing)
      throw new Error(
        `${missing}. Install the PostgreSQL client that matches the server’s version (Debian: apt-get install postgresql-client)`,
      )
  }
  const client = await database.pool.connect()
  let broken = true
  try {
    const tables = await database.patiently(async () => {
      if (database.kind === 'server') return dumpSnapshot(client, config.DATABASE_URL!, into)
      return copySnapshot(client, join(config.DATA_DIR, 'pg'), into)
    })
    broken = false
    return { kind: database.kind, tables: [...tables] }
  } finally {
    client.release(broken)
  }
}

/** Modifies the folder because opening the database writes to it. */
export async function verifyEmbedded(folder: string, { tables }: Snapshot): Promise<void> {
  const copy = await openEmbedded(folder, { durable: false })
  try {
    compareRows(await countRows(copy.pool), tables)
  } finally {
    await copy.close()
  }
}

export function compareRows(found: ReadonlyMap<string, number>, expected: Snapshot['tables']): void {
  for (const [table, count] of expected)
    if (found.get(table) !== count)
      throw new Error(`the copy has ${found.get(table) ?? 'no'} rows in ${table}, but the database had ${count}`)
}
