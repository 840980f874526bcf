import type { Database } from '../db.ts'
import { statementTimeoutMs } from './patience.ts'

const advisoryKey = 7_061_811_903

/**
 * Keeps processes that start at the same time from creating the tables and queues twice. Only one process uses the
 * embedded database, so it needs no lock.
 */
export async function holdStartLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (database.kind === 'embedded') return work()
  return database.patiently(async () => {
    const client = await database.pool.connect()
    let broken = true
    try {
      // Another process may be migrating or backing up for minutes.
      await client.query('set statement_timeout = 0')
      await client.query('select pg_advisory_lock($1)', [advisoryKey])
      const result = await work()
      await client.query('select pg_advisory_unlock($1)', [advisoryKey])
      await client.query(`set statement_timeout = ${statementTimeoutMs}`)
      broken = false
      return result
    } finally {
      client.release(broken)
    }
  })
}
