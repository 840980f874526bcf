import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { Database } from '#server/platform/db.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { openServer } from '#server/platform/database/server.ts'
import { embeddedTemplate } from './template.ts'

export type TestDatabase = Database & {
  /** Empties every table. Call it in `beforeEach`. */
  truncate(): Promise<void>
}

/**
 * A migrated, empty database: embedded, or on a server with VENIRE_TEST_DATABASE=server. One for a test file:
 * open it in `beforeAll` and close it in `afterAll`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await (process.env.VENIRE_TEST_DATABASE === 'server' ? openOnServer() : openInProcess())
  const { rows } = await database.pool.query<{ schema: string; name: string }>(`
    select schemaname as schema, tablename as name from pg_tables
    where (schemaname = 'public' and tablename <> 'schema_migrations') or (schemaname, tablename) = ('pgboss', 'job')`)
  const tables = rows.map((each) => `${escapeIdentifier(each.schema)}.${escapeIdentifier(each.name)}`)
  return {
    ...database,
    async truncate() {
      await database.pool.query(`truncate ${tables.join(', ')} restart identity cascade`)
    },
  }
}

async function openInProcess(): Promise<Database> {
  const folder = await mkdtemp(join(process.env.VENIRE_TEST_FOLDER ?? tmpdir(), 'pg-'))
  const database = await openEmbedded(join(folder, 'pg'), { durable: false, template: await embeddedTemplate() })
  return {
    ...database,
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openOnServer(): Promise<Database> {
  const url = process.env.VENIRE_TEST_SERVER
  if (!url) throw new Error('test/global.ts has not started the server')
  const name = `test_${process.pid}_${Date.now()}`
  const first = await openServer(url)
  await first.pool.query(`create database ${name} template venire_template`)
  await first.close()
  const database = await openServer(url.replace(/\/postgres$/, `/${name}`))
  return {
    ...database,
    async close() {
      await database.close()
      const last = await openServer(url)
      await last.pool.query(`drop database ${name} with (force)`)
      await last.close()
    },
  }
}
