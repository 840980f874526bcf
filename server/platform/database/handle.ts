import { escapeIdentifier, type Pool, type PoolClient, types } from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Db } from '../db.ts'

/**
 * A client that loses its connection says so to what waits for it, and besides as an event. Without a listener Node
 * ends the whole process, also while the client is lent out and the pool's own listener is off it.
 */
export function surviveLostClients(pool: Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
}

/**
 * The typed handle on a pool. drizzle's own `transaction` is replaced for three faults that a lost connection makes
 * of it: a failed `begin` never gives its client back (and the embedded pool has one), a failed `rollback` hides the
 * error that caused it, and a client that may still be inside a transaction is handed to the next user.
 */
export function databaseHandle(pool: Pool): Db {
  const db: Db = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let cause: { error: unknown } | undefined
    let broken = true
    try {
      const handle: Db = drizzle(client)
      const result = await handle.transaction(async (tx) => {
        try {
          return await work(tx)
        } catch (error) {
          cause = { error }
          throw error
        }
      }, config)
      broken = false
      return result
    } catch (error) {
      // The same error again means that the rollback went through: the client is clean.
      broken = error !== cause?.error
      throw cause ? cause.error : error
    } finally {
      client.release(broken)
    }
  }
  return db
}

/**
 * How column types arrive in JavaScript, set once for the driver because drizzle asks the driver's global parsers:
 * - int8 (count(*), file sizes): a number up to 2^53, the digits as a string above it, so that nothing is rounded;
 * - timestamptz: a Date from `pool.query` and from typed drizzle selects. drizzle's raw `db.execute(sql)` leaves
 *   PostgreSQL's text ('2026-11-01 09:30:00.123+00', always UTC): pass it through `new Date(...)`;
 * - date: text 'YYYY-MM-DD', because a calendar day has no time zone and must not move by one.
 */
export function setTypeParsers(): void {
  types.setTypeParser(types.builtins.INT8, (text): number | string => {
    const value = Number(text)
    return Number.isSafeInteger(value) ? value : text
  })
  types.setTypeParser(types.builtins.DATE, (text) => text)
}

/** Every table of the database with its exact number of rows, by its quoted full name; system tables excepted. */
export async function countRows(client: PoolClient | Pool): Promise<Map<string, number>> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1, 2`)
  const counts = new Map<string, number>()
  for (const each of rows) {
    const table = `${escapeIdentifier(each.schema)}.${escapeIdentifier(each.name)}`
    const counted = await client.query<{ count: number }>(`select count(*) as count from ${table}`)
    counts.set(table, Number(counted.rows[0]?.count))
  }
  return counts
}
