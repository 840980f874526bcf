import { Pool } from 'pg'
import type { Database } from '../db.ts'
import { databaseHandle, surviveLostClients, setTypeParsers } from './handle.ts'
import { endlessPatience, limitPool, statementTimeoutMs, withPatience } from './patience.ts'
import { nameStatements } from './statements.ts'

/** Oldest PostgreSQL version covered by tests. */
const oldestMajor = 15

/** Errors never contain the password. */
export async function openServer(url: string): Promise<Database> {
  setTypeParsers()
  const pool = new Pool({
    connectionString: url,
    max: 10,
    application_name: 'venire',
    // Raw drizzle queries return times as text in the session's time zone.
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs}`,
  })
  surviveLostClients(pool)
  nameStatements(pool)
  limitPool(pool)
  try {
    const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < oldestMajor) throw new Error(`it runs PostgreSQL ${major}, and Venire requires ${oldestMajor} or later`)
    await stopAbandonedQueries(pool)
  } catch (error) {
    await pool.end()
    const { host, pathname } = new URL(url)
    const reason = error instanceof Error && error.message ? error.message : 'connection failed'
    throw new Error(`The database server in DATABASE_URL (${host}${pathname}) can’t be used: ${reason}.`, {
      cause: error,
    })
  }
  return {
    kind: 'server',
    db: databaseHandle(pool),
    pool,
    patiently: (work) => withPatience(endlessPatience, work),
    close: () => pool.end(),
  }
}

/** Lets PostgreSQL stop a query after its client disconnects. Some platforms don't support the setting. */
async function stopAbandonedQueries(pool: Pool): Promise<void> {
  const setting = 'client_connection_check_interval'
  await pool.query(`select set_config('${setting}', '1000', false)`).then(
    () => void (pool.options.options += ` -c ${setting}=1000`),
    () => {},
  )
}
