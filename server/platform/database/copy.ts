import { constants } from 'node:fs'
import { cp, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { countRows } from './handle.ts'
import { openEmbedded } from './embedded/embedded.ts'

export async function embeddedBytes(dataDir: string): Promise<number> {
  const entries = await readdir(join(dataDir, 'pg'), { withFileTypes: true, recursive: true })
  const sizes = entries
    .filter((each) => each.isFile())
    .map(async (each) => (await stat(join(each.parentPath, each.name))).size)
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
}

export async function copySnapshot(client: PoolClient, from: string, to: string) {
  await client.query('checkpoint')
  const counted = await countRows(client)
  // Resolve links. Otherwise, the check would open the live database.
  await cp(await realpath(from), to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return counted
}

/**
 * Copies the folder and verifies row counts. PGlite has one session, so nothing can write while `client` is checked
 * out.
 */
export async function copyEmbedded(client: PoolClient, from: string, to: string): Promise<void> {
  const expected = await copySnapshot(client, from, to)
  const copy = await openEmbedded(to, { durable: false })
  try {
    const found = await countRows(copy.pool)
    for (const [table, count] of expected) {
      if (found.get(table) !== count)
        throw new Error(`the copy has ${found.get(table) ?? 'no'} rows in ${table}, but the database has ${count}`)
    }
  } finally {
    await copy.close()
  }
}
