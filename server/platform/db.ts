import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/**
 * Inside a transaction, use only the given handle. The embedded database has one connection, so a second request would
 * deadlock.
 */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = {
  kind: 'embedded' | 'server'
  db: Db
  pool: pg.Pool
  /** Suspends the watchdog for work that blocks the database for minutes. */
  patiently<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
