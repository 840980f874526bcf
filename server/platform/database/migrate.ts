import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PoolClient } from 'pg'
import { backUpBeforeMigration } from '../backup/backup.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db.ts'
import { statementTimeoutMs } from './patience.ts'
import { holdStartLock } from './start-lock.ts'
import { type Applied, type Migration, pendingMigrations, readMigrations } from './migrations.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))

export type MigrateConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'MIN_FREE_GB' | 'MIGRATE_WITHOUT_BACKUP'>

/** Applies each pending migration in its own transaction, after a verified backup if the database has tables. */
export function migrate(
  database: Database,
  config: MigrateConfig,
  folder = migrationsFolder,
): Promise<{ applied: string[]; backup: string | null }> {
  return holdStartLock(database, () => migrateLocked(database, config, folder))
}

export async function readLatestMigration(folder = migrationsFolder): Promise<string> {
  return (await readMigrations(folder)).at(-1)?.name ?? ''
}

/**
 * For processes that must not migrate a database that is in use. Throws unless the database has at least this schema.
 */
export async function requireMigrated(database: Database, folder = migrationsFolder): Promise<void> {
  const known = await readMigrations(folder)
  const client = await database.pool.connect()
  try {
    const applied = await readApplied(client)
    const [first] = pendingMigrations(known, applied)
    if (!first) return
    const found = applied.at(-1)?.name
    throw new Error(
      `The database ${found ? `has schema ${found}` : 'is empty'}, but this worker needs ${known.at(-1)?.name}. Start a web process running this version first`,
    )
  } finally {
    client.release()
  }
}

/** The caller must hold the start lock. */
export async function migrateLocked(
  database: Database,
  config: MigrateConfig,
  folder = migrationsFolder,
): Promise<{ applied: string[]; backup: string | null }> {
  const known = await readMigrations(folder)
  const client = await database.pool.connect()
  let broken = true
  try {
    const done = await database.patiently(async () => {
      if (database.kind === 'server')
        await client.query(`set statement_timeout = 0; set lock_timeout = ${longestLockWaitMs}`)
      const pending = pendingMigrations(known, await readApplied(client))
      const [first] = pending
      if (!first) return { applied: [], backup: null }
      const backup = (await hasTables(client))
        ? await backUpBeforeMigration(database.kind, client, config, first.name)
        : null
      for (const each of pending) await applyWhenFree(client, each)
      return { applied: pending.map((each) => each.name), backup }
    })
    if (database.kind === 'server')
      await client.query(`set statement_timeout = ${statementTimeoutMs}; reset lock_timeout`)
    broken = false
    return done
  } finally {
    client.release(broken)
  }
}

/**
 * SQL to run before a migration, in the same transaction. 0036 deletes all second factors, so this records which users
 * had one, for use by 0039.
 */
const preparations: Record<string, string> = {
  '0036_sealed_two_factors': `create table enrolled_before_0036 (user_id uuid primary key);
    insert into enrolled_before_0036 select user_id from two_factors where confirmed_at is not null`,
}

/** Doesn't back up, so use only on a copy. */
export async function applyPending({ pool }: Database, folder = migrationsFolder): Promise<string[]> {
  const client = await pool.connect()
  try {
    const pending = pendingMigrations(await readMigrations(folder), await readApplied(client))
    for (const each of pending) await applyMigration(client, each)
    return pending.map(({ name }) => name)
  } finally {
    client.release()
  }
}

async function hasTables(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(`select from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' limit 1`)
  return rowCount !== 0
}

async function readApplied(client: PoolClient): Promise<Applied[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  // Databases created before `works_from` was introduced lack the column.
  const { rows: applied } = await client.query<Applied>(
    `select name, sha256, to_jsonb(each) ->> 'works_from' as "worksFrom" from schema_migrations each order by name`,
  )
  return applied
}

/**
 * Requests from older processes queue behind a migration that is waiting for a table, so the migration gives up after
 * this long and retries. Shorter than PostgreSQL's deadlock_timeout, after which some of those requests could be
 * terminated.
 */
const longestLockWaitMs = 700
const mostTries = 200

async function applyWhenFree(client: PoolClient, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await applyMigration(client, migration)
    } catch (error) {
      if (tries === mostTries || !isLockFailure(error)) throw error
      await sleep(500 + Math.random() * 1000)
    }
}

/** SQLSTATEs for an unavailable lock and a deadlock. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['55P03', '40P01'].includes(String(error.cause.code))

export async function applyMigration(client: PoolClient, { name, sql, sha256, worksFrom }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now(), works_from text)`)
    const preparation = preparations[name]
    if (preparation) await client.query(preparation)
    await client.query(sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    if (worksFrom !== null)
      await client.query('update schema_migrations set works_from = $2 where name = $1', [name, worksFrom])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${name}.sql failed and was rolled back: ${reason}.`, { cause: error })
  }
}
