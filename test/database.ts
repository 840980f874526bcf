import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { Database } from '#server/platform/db.ts'
import { EmbeddedHost } from '#server/platform/database/embedded/host.ts'
import { connectEmbedded, openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { loadKeyring } from '#server/platform/keys/installation-key.ts'
import { openServer } from '#server/platform/database/server.ts'
import { copyTemplate } from './template.ts'

export type TestDatabase = Database & {
  truncate(): Promise<void>
}

/**
 * Uses the embedded database, or a PostgreSQL server if VENIRE_TEST_DATABASE=server. Open one database per file in
 * `beforeAll` and close it in `afterAll`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database =
    process.env.VENIRE_TEST_DATABASE === 'server' ? (await openOnServer()).database : await openInProcess()
  const { rows } = await database.pool.query<{ schema: string; name: string }>(`
    select schemaname as schema, tablename as name from pg_tables
    where (schemaname = 'public' and tablename <> 'schema_migrations') or (schemaname, tablename) = ('pgboss', 'job')`)
  const tables = rows.map((each) => `${escapeIdentifier(each.schema)}.${escapeIdentifier(each.name)}`)
  return {
    ...database,
    // Deleting takes 3 ms; truncating takes 150 ms. Replica mode bypasses triggers.
    async truncate() {
      const deletions = tables.map((each) => `delete from ${each};`).join('')
      await database.pool.query(`begin; set local session_replication_role = replica; ${deletions} commit`)
    },
  }
}

type EmptyDatabase = {
  database: Database
  release(): Promise<void>
  dataDir: string
  url: string | undefined
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'venire-data-'))
  const onServer = process.env.VENIRE_TEST_DATABASE === 'server' ? await openOnServer() : null
  // Emptying a copy of the template is four times as fast as creating a database.
  const database = onServer?.database ?? (await openTemplate(join(dataDir, 'pg')))
  await database.pool.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
  let held = true
  const release = async (): Promise<void> => {
    if (held && !onServer) await database.close()
    held = false
  }
  const close = async (): Promise<void> => {
    await (onServer ? database.close() : release())
    await rm(dataDir, { recursive: true, force: true })
  }
  return { database: { ...database, close }, release, dataDir, url: onServer?.url }
}

async function openTemplate(folder: string): Promise<Database> {
  await loadKeyring(dirname(folder))
  await copyTemplate(folder)
  return await openEmbedded(folder, { durable: false })
}

type Thread = { host: EmbeddedHost; folder: string; schema: string }

/** Kept for the next test file because starting a thread takes over a second of CPU time. */
let idle: Thread | null = null

async function openInProcess(): Promise<Database> {
  const thread = (await claimIdle()) ?? (await startThread())
  await loadKeyring(thread.folder)
  const database = connectEmbedded(thread.host)
  return {
    ...database,
    async close() {
      await database.close()
      if (idle) await endThread(thread)
      else idle = thread
    },
  }
}

async function startThread(): Promise<Thread> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-pg-'))
  await copyTemplate(join(folder, 'pg'))
  const host = new EmbeddedHost({ folder: join(folder, 'pg'), durable: false }, 30)
  await host.ready()
  const database = connectEmbedded(host)
  const schema = await describeSchema(database)
  await database.close()
  return { host, folder, schema }
}

async function endThread({ host, folder }: Thread): Promise<void> {
  await host.close()
  await rm(folder, { recursive: true, force: true })
}

async function claimIdle(): Promise<Thread | null> {
  const thread = idle
  if (!thread) return null
  idle = null
  const database = connectEmbedded(thread.host)
  const isClean = await emptyTables(database)
    .then(async () => (await describeSchema(database)) === thread.schema)
    .catch(() => false)
  await database.close()
  if (isClean) return thread
  await endThread(thread)
  return null
}

const ownTables = `pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`

/** Uses TRUNCATE, which also resets statistics, so query plans are the same in every file. */
async function emptyTables({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select oid::regclass::text as name from ${ownTables}
    and pg_relation_size(oid) > 0 and oid not in ('schema_migrations'::regclass, 'pgboss.version'::regclass)`)
  if (rows.length > 0) await pool.query(`truncate ${rows.map(({ name }) => name).join()} restart identity cascade`)
  await pool.query(`
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null`)
}

async function describeSchema({ pool }: Database): Promise<string> {
  const catalogs =
    'attrdef attribute constraint db_role_setting extension index inherits namespace policy proc rewrite statistic statistic_ext trigger type'
  const parts = [
    // xmin reveals changed rows because each change creates a new row version.
    ...catalogs.split(' ').map((name) => `select count(*), max(xmin::text::bigint) from pg_${name}`),
    `select string_agg(concat_ws(' ', relname, reloptions::text, reltuples), ',' order by relname) from ${ownTables}`,
    `select string_agg(concat_ws(' ', sequencename, last_value), ',' order by sequencename) from pg_sequences`,
    `select string_agg(rolname, ',' order by rolname) from pg_roles`,
    `select string_agg(concat_ws(' ', name, setting), ',' order by name) from pg_settings where source <> 'session'`,
    `select string_agg(name, ',' order by name) from schema_migrations`,
  ]
  const { rows } = await pool.query<{ schema: string }>(`
    select concat_ws('; ', ${parts.map((part) => `(select each::text from (${part}) each)`).join()}) as schema`)
  return rows[0]!.schema
}

async function openOnServer(): Promise<{ database: Database; url: string }> {
  const url = process.env.VENIRE_TEST_SERVER
  if (!url) throw new Error('test/global.ts has not started the server')
  const name = `test_${process.pid}_${performance.now().toString(36).replace('.', '')}`
  const first = await openServer(url)
  await first.pool.query(`create database ${name} template venire_template`)
  await first.close()
  const own = url.replace(/\/postgres$/, `/${name}`)
  const database = await openServer(own)
  await loadKeyring(await mkdtemp(join(tmpdir(), 'venire-key-')))
  const close = async (): Promise<void> => {
    await database.close()
    const last = await openServer(url)
    await last.pool.query(`drop database ${name} with (force)`)
    await last.close()
  }
  return { database: { ...database, close }, url: own }
}
