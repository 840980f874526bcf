import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { Database } from '#server/platform/db.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { loadKeyring } from '#server/platform/keyring.ts'
import { openServer } from '#server/platform/database/server.ts'
import { copyTemplate } from './template.ts'

const require = createRequire(import.meta.url)

export type TestDatabase = Database & {
  /** Empties every table in some 3 ms. Call it in `beforeEach`. */
  truncate(): Promise<void>
}

/**
 * A migrated, empty database: embedded, or on a server with VENIRE_TEST_DATABASE=server. One for a test file:
 * open it in `beforeAll` and close it in `afterAll`.
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
    // Deleting takes 3 ms where truncating takes 150: that makes a new file for every table and index. As a replica
    // no trigger (the audit record's, foreign keys) stands in the way.
    async truncate() {
      const deletions = tables.map((each) => `delete from ${each};`).join('')
      await database.pool.query(`begin; set local session_replication_role = replica; ${deletions} commit`)
    },
  }
}

type EmptyDatabase = {
  database: Database
  /** Ends this process's hold on an embedded database, for another process to open it. */
  release(): Promise<void>
  dataDir: string
  url: string | undefined
}

/** A database without tables, with a DATA_DIR of its own, for tests of what makes the tables. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'venire-data-'))
  const onServer = process.env.VENIRE_TEST_DATABASE === 'server' ? await openOnServer() : null
  // The template's tables are dropped: making a new folder would take four times as long.
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

/**
 * The code of the embedded database, held so that all test files of a process share what was compiled of it: otherwise it
 * is thrown away with each file's thread, and an opening takes the processor twice as long.
 */
let code: object | undefined
// The types of Node leave it out.
const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } }

async function openTemplate(folder: string): Promise<Database> {
  await loadKeyring(dirname(folder))
  code ??= new WebAssembly.Module(await readFile(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')))
  await copyTemplate(folder)
  return await openEmbedded(folder, { durable: false })
}

async function openInProcess(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-pg-'))
  const database = await openTemplate(join(folder, 'pg'))
  return {
    ...database,
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
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
