import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
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
