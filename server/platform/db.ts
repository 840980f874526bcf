import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/**
 * In a transaction, use only the handle you were given: the embedded database has one connection, and a second request
 * would deadlock.
 */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = {
  kind: 'embedded' | 'server'
  db: Db
  pool: pg.Pool
  /** For work that blocks the database for minutes. Suspends the watchdog. */
  patiently<T>(work: () => Promise<T>): Promise<T>
  /** Waits for running queries, then releases the lock. */
  close(): Promise<void>
}
