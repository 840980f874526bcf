import type { Database } from '../db.ts'

/** Any number that nothing else locks. */
const advisoryKey = 7_061_811_903

/**
 * Runs `work` while no other process on this database does: processes that start together would otherwise create the
 * same tables and queues twice. The embedded database belongs to one process and needs no lock.
 */
export async function holdStartLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (database.kind === 'embedded') return work()
  return database.patiently(async () => {
    const client = await database.pool.connect()
    let broken = true
    try {
      // Another process may be migrating for minutes, and a backup comes before.
      await client.query('set statement_timeout = 0')
      await client.query('select pg_advisory_lock($1)', [advisoryKey])
      const result = await work()
      await client.query('select pg_advisory_unlock($1)', [advisoryKey])
      await client.query('reset statement_timeout')
      broken = false
      return result
    } finally {
      // A client that may still hold the lock is closed, which frees it.
      client.release(broken)
    }
  })
}
