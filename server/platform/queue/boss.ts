import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db.ts'

/** For background errors without a caller. */
export type Report = (message: string, error: unknown) => void

export type Boss = {
  boss: PgBoss
  /** Runs pg-boss on the given handle. In a transaction a single-connection pool would deadlock. */
  on: <T>(db: Db, work: () => Promise<T>) => Promise<T>
}

/** pg-boss keeps the tables. Claiming and settling are in runner.ts. */
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
          // A failed `begin … commit` block leaves its transaction open.
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
    // For statistics and cleanup. Our own, cheaper check finds crashed jobs.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    // Servers only: a rebuild would hold the embedded database's one connection.
    reindex: !embedded,
    monitorVacuum: !embedded,
  })
  boss.on('error', (error) => report('queue maintenance failed', error))
  return { boss, on: (db, work) => caller.run(db, work) }
}
