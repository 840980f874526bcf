import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/**
 * The database or a transaction on it. Inside a transaction use the handle you were given and nothing else:
 * the embedded database has one connection, and a second request for it would wait for ever.
 */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** An open database: embedded PostgreSQL in a worker thread, or a server. The same driver speaks to both. */
export type Database = {
  kind: 'embedded' | 'server'
  db: Db
  pool: pg.Pool
  /** Runs work that may keep the database silent for minutes (a migration, a backup) without its watchdog. */
  patiently<T>(work: () => Promise<T>): Promise<T>
  /** Waits for what is being asked, then lets go of the database and its lock. */
  close(): Promise<void>
}
