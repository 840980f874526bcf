import { escapeIdentifier, type Pool, type PoolClient, types } from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Db } from '../db.ts'

/** Without an error listener, Node exits if a checked-out client loses its connection. */
export function ignoreLostClients(pool: Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
}

/**
 * Replaces drizzle's `transaction`. On a lost connection, drizzle leaks the client, hides the error, or returns a
 * client to the pool mid-transaction.
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
      // Getting the same error back means that the rollback succeeded.
      broken = error !== cause?.error
      throw cause ? cause.error : error
    } finally {
      client.release(broken)
    }
  }
  return db
}

/**
 * int8 becomes a number up to 2^53, else a string. timestamptz becomes a Date, but raw `db.execute` returns UTC text.
 * date stays 'YYYY-MM-DD' text so that time zones can't shift it.
 */
export function setTypeParsers(): void {
  types.setTypeParser(types.builtins.INT8, (text): number | string => {
    const value = Number(text)
    return Number.isSafeInteger(value) ? value : text
  })
  types.setTypeParser(types.builtins.DATE, (text) => text)
}

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
