import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db.ts'

/** Reports what went wrong in the background, where no caller is left to tell. */
export type Report = (message: string, error: unknown) => void

export type Boss = {
  boss: PgBoss
  /** Runs pg-boss calls, its look-ups included, on a handle: in a transaction the pool of one would wait for itself. */
  on: <T>(db: Db, work: () => Promise<T>) => Promise<T>
}

/** pg-boss on our pool. It keeps the tables; claiming and settling in time is ours (runner.ts). */
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
          // pg-boss sends blocks of `begin … commit`: one that failed half-way has left its transaction open.
          broken = !(await client.query('rollback').then(
            () => true,
            () => false,
          ))
          throw error
        } finally {
          client.release(broken)
        }
      },
    },
    schedule: false,
    // Statistics and the removal of old jobs; a crashed worker's jobs are taken over by our own, cheaper look.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    // Both are for servers: the embedded database has one connection, which a rebuild would hold.
    reindex: !embedded,
    monitorVacuum: !embedded,
  })
  boss.on('error', (error) => report('the queue could not do its upkeep', error))
  return { boss, on: (db, work) => caller.run(db, work) }
}
