import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { markDatabaseError } from '../database/outage.ts'
import type { Database, Db } from '../db.ts'
import { describeTrail } from '../logs/trail.ts'

export type Report = (message: string, error: unknown) => void

export const reportOnStderr: Report = (message, error) => {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${JSON.stringify({ level: 50, time: Date.now(), ...describeTrail(), msg: message, reason })}\n`)
}

export type Boss = {
  boss: PgBoss
  /**
   * Runs pg-boss on the given handle. Inside a transaction, a second connection would deadlock the embedded database.
   */
  on: <T>(db: Db, work: () => Promise<T>) => Promise<T>
}

/** pg-boss manages the tables. runner.ts claims and settles jobs. */
export function buildBoss(database: Database, report: Report): Boss {
  const caller = new AsyncLocalStorage<Db>()
  const embedded = database.kind === 'embedded'
  const boss = new PgBoss({
    backend: embedded ? 'pglite' : 'postgres',
    db: {
      async executeSql(text, values) {
        const handle = caller.getStore()
        if (handle) return fromDrizzle(handle, sql).executeSql(text, values)
        const client = await database.pool.connect()
        let broken = true
        try {
          const result = await client.query(text, values)
          broken = false
          return result
        } catch (error) {
          // A failed `begin … commit` block doesn't close its transaction.
          broken = !(await client.query('rollback').then(
            () => true,
            () => false,
          ))
          throw markDatabaseError(error)
        } finally {
          client.release(broken)
        }
      },
    },
    schedule: false,
    // These control statistics and cleanup. Venire finds crashed jobs with its own check, which is cheaper.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    // A reindex or vacuum check would block the embedded database's only connection.
    reindex: !embedded,
    monitorVacuum: !embedded,
  })
  boss.on('error', (error) => report('queue maintenance failed', error))
  return { boss, on: (db, work) => caller.run(db, work) }
}
