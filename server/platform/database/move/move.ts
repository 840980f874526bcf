import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Config } from '../../config.ts'
import type { Database } from '../../db.ts'
import { Refusal } from '../../errors.ts'
import { installQueue } from '../../queue/open.ts'
import { createInOwnProcess } from '../embedded/create.ts'
import { openEmbedded } from '../embedded/embedded.ts'
import { makeAsideFolder, syncFolder } from '../embedded/folder.ts'
import { lockFolder } from '../embedded/lock.ts'
import { migrateLocked, readLatestMigration } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { openServer } from '../server.ts'
import { isUsed } from '../users.ts'
import { markFolder, markLeaving, markServer, unmarkFolder, unmarkLeaving } from './mark.ts'
import { finishMove, isUnderWay, type Moved, moveRows, type OnTable } from './rows.ts'

type Target = { database: Database; name: string; complete(): Promise<string | null>; close(): Promise<void> }

export type Move = { from: string; to: string; tables: Moved; replaced: string | null }

/**
 * Moves the database between a PostgreSQL server and the data folder while Venire is stopped. `to` is a URL or
 * "embedded". The old database is unchanged except for a mark that keeps Venire from starting on it by accident.
 */
export async function moveDatabase(config: Config, to: string, onTable?: OnTable): Promise<Move> {
  refuseSamePlace(config, to)
  const source = await openDatabase(config, { evenIfMoved: true })
  try {
    await refuseUsed(source)
    await requireLatest(source)
    const target = to === 'embedded' ? await openFolder(config) : await openOther(config, to)
    try {
      const tables = await copyRows(source, target, onTable)
      if (source.kind === 'server') await markServer(source, target.name)
      else await markFolder(config.DATA_DIR, target.name)
      const replaced = await target.complete()
      if (source.kind === 'server') await unmarkLeaving(source)
      return { from: namePlace(config, config.DATABASE_URL), to: target.name, tables, replaced }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * If the move fails, the mark is removed. If the process is killed, the mark stays. An embedded source needs no mark
 * because it is locked.
 */
async function copyRows(source: Database, target: Target, onTable?: OnTable): Promise<Moved> {
  const copy = () => withClients(source, target.database, (from, into) => moveRows(from, into, onTable))
  if (source.kind === 'embedded') return copy()
  await markLeaving(source)
  try {
    // Venire may have started before the mark was made.
    await refuseUsed(source)
    return await copy()
  } catch (error) {
    await unmarkLeaving(source)
    throw error
  }
}

async function refuseUsed(database: Database): Promise<void> {
  if (await isUsed(database))
    throw new Refusal('conflict', 'Venire is using one of the two databases. Stop every Venire process first.')
}

function refuseSamePlace({ DATABASE_URL }: Config, to: string): void {
  if (to === 'embedded' ? !DATABASE_URL : to === DATABASE_URL)
    throw new Refusal('invalid', `The database is already there. Set DATABASE_URL to the database to move.`)
}

const namePlace = ({ DATA_DIR }: Config, url: string | undefined): string => {
  if (!url) return join(DATA_DIR, 'pg')
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function requireLatest({ pool }: Database): Promise<void> {
  const latest = await readLatestMigration()
  const { rows } = await pool.query<{ name: string | null }>('select max(name) as name from schema_migrations')
  if (rows[0]?.name !== latest)
    throw new Refusal(
      'conflict',
      `The database has schema ${rows[0]?.name}, but this Venire needs ${latest}. Start and stop Venire once, then try again.`,
    )
}

async function withClients<T>(
  source: Database,
  target: Database,
  work: (from: PoolClient, to: PoolClient) => Promise<T>,
): Promise<T> {
  const run = async (): Promise<T> => {
    const from = await source.pool.connect()
    const to = await target.pool.connect()
    try {
      return await work(from, to)
    } finally {
      // Close these connections because their settings differ from the pool's.
      from.release(true)
      to.release(true)
    }
  }
  return source.patiently(() => target.patiently(run))
}

/** Marks an empty database before creating tables, so an interrupted move isn't mistaken for an installation. */
async function prepareTarget(database: Database, config: Config, url: string | undefined): Promise<void> {
  await database.pool.query('create schema if not exists venire_move')
  await migrateLocked(database, { ...config, DATABASE_URL: url, MIGRATE_WITHOUT_BACKUP: true })
  await installQueue(database)
}

async function openOther(config: Config, url: string): Promise<Target> {
  const database = await openServer(url)
  try {
    await refuseUsed(database)
    const { rows } = await database.pool.query<{ ours: boolean; tables: number }>(`
      select to_regnamespace('venire_move') is not null as ours,
        (select count(*) from pg_tables where schemaname in ('public', 'pgboss')) as tables`)
    const { ours, tables } = rows[0]!
    if (!ours && tables > 0)
      throw new Refusal('conflict', 'The new database already has tables. Move into an empty database.')
    if (!(await isUnderWay(database.pool))) await prepareTarget(database, config, url)
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    database,
    name: namePlace(config, url),
    async complete() {
      await finishMove(database.pool)
      return null
    },
    close: () => database.close(),
  }
}

async function openFolder(config: Config): Promise<Target> {
  const { DATA_DIR } = config
  const unlock = lockFolder(DATA_DIR)
  const folder = join(DATA_DIR, 'pg-moving')
  let database: Database | null = null
  const close = async () => {
    await database?.close()
    database = null
  }
  try {
    if (existsSync(join(folder, 'PG_VERSION'))) database = await openEmbedded(folder)
    if (!database || !(await isUnderWay(database.pool))) {
      await close()
      await rm(folder, { recursive: true, force: true })
      await createInOwnProcess(folder)
      database = await openEmbedded(folder)
      await prepareTarget(database, config, undefined)
    }
  } catch (error) {
    await close()
    unlock()
    throw error
  }
  return {
    database,
    name: join(DATA_DIR, 'pg'),
    async complete() {
      await finishMove(database!.pool)
      await close()
      await syncFolder(folder)
      const old = join(DATA_DIR, 'pg')
      const replaced = existsSync(old) ? join(await makeAsideFolder(DATA_DIR), 'pg') : null
      if (replaced) await rename(old, replaced)
      await rename(folder, old)
      await unmarkFolder(DATA_DIR)
      return replaced
    },
    async close() {
      await close()
      unlock()
    },
  }
}
