import { Client, type ClientBase, Pool } from 'pg'
import type { Database } from '../db.ts'
import { databaseHandle, ignoreLostClients, setTypeParsers } from './handle.ts'
import { closeNow, endlessPatience, limitPool, statementTimeoutMs, withPatience } from './patience.ts'
import { nameStatements } from './statements.ts'

/** Oldest PostgreSQL version covered by tests. */
const oldestMajor = 15

class TimedClient extends Client {
  readonly openedAt = performance.now()
}

/** Errors never contain the password. */
export async function openServer(url: string, connections = 10): Promise<Database> {
  setTypeParsers()
  // Raw drizzle queries return times in the session's time zone. Poolers refuse or drop startup options.
  const settings = [`set timezone = 'UTC'`, `set statement_timeout = ${statementTimeoutMs}`]
  // The pool waits for the promise, although its type says void.
  const onConnect = (client: ClientBase): unknown =>
    prepareSession(client, settings, pool.options.connectionTimeoutMillis)
  const pool: Pool = new Pool({
    connectionString: url,
    max: connections,
    application_name: 'venire',
    Client: TimedClient,
    onConnect,
  })
  ignoreLostClients(pool)
  nameStatements(pool)
  limitPool(pool)
  try {
    const { rows } = await pool.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    const { version, encoding } = rows[0]!
    const major = Math.floor(Number(version) / 10_000)
    if (major < oldestMajor) throw new Error(`it runs PostgreSQL ${major}, and Venire requires ${oldestMajor} or later`)
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and Venire requires UTF8`)
    await stopAbandonedQueries(pool, settings)
    await refuseSharedSessions(pool)
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

async function prepareSession(client: ClientBase, settings: readonly string[], limitMs = 0): Promise<void> {
  const restMs = limitMs - (performance.now() - (client as TimedClient).openedAt)
  const timer = limitMs > 0 ? setTimeout(() => closeNow(client), Math.max(1, restMs)) : undefined
  await client.query(settings.join('; ')).finally(() => clearTimeout(timer))
}

/**
 * Lets PostgreSQL stop a query after its client disconnects. PostgreSQL doesn't support this setting on some platforms.
 */
async function stopAbandonedQueries(pool: Pool, settings: string[]): Promise<void> {
  const setting = 'set client_connection_check_interval = 1000'
  await pool.query(setting).then(
    () => void settings.push(setting),
    () => {},
  )
}

const probes = 5

/**
 * Throws if two clients share a session, as they do behind PgBouncer in transaction or statement mode. Session
 * settings, LISTEN, and advisory locks would then affect other clients' queries.
 */
async function refuseSharedSessions(pool: Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const own = await readSession(first)
    // A pooler reports its own process IDs.
    if (own === (first as unknown as { processID: number }).processID) return
    const second = await pool.connect()
    try {
      const other = await readSession(second)
      let isShared = own === other
      for (let probe = 0; probe < probes && !isShared; probe++)
        isShared = (await readSession(first)) !== own || (await readSession(second)) !== other
      if (isShared)
        throw new Error(
          'its connection pooler shares sessions between clients. Set pool_mode = session, or connect to PostgreSQL directly',
        )
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}

async function readSession(client: ClientBase): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}
