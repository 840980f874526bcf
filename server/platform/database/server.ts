import { Pool } from 'pg'
import type { Database } from '../db.ts'
import { databaseHandle, surviveLostClients } from './handle.ts'
import { setTypeParsers } from './types.ts'

/** The oldest PostgreSQL that the tests run on. */
const oldestMajor = 15

/** Opens a PostgreSQL server by its address. Throws one sentence, without the password, when it cannot be used. */
export async function openServer(url: string): Promise<Database> {
  setTypeParsers()
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 15_000,
    application_name: 'venire',
    // Times are UTC everywhere; drizzle's raw queries return them as text in the session's zone.
    options: '-c timezone=UTC',
  })
  surviveLostClients(pool)
  try {
    const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < oldestMajor) throw new Error(`it is PostgreSQL ${major}, and Venire needs ${oldestMajor} or newer`)
  } catch (error) {
    await pool.end()
    const { host, pathname } = new URL(url)
    const reason = error instanceof Error && error.message ? error.message : 'no connection'
    throw new Error(`The database server of DATABASE_URL (${host}${pathname}) cannot be used: ${reason}.`, {
      cause: error,
    })
  }
  return {
    kind: 'server',
    db: databaseHandle(pool),
    pool,
    patiently: (work) => work(),
    close: () => pool.end(),
  }
}
