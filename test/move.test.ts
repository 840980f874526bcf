import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { startPlatform } from '../main.ts'
import { runCli } from './cli.ts'
import { createClient } from './crash/client.ts'
import { signUp } from './crash/sign-up.ts'
import { startPostgres, type TestServer } from './postgres.ts'
import { copyTemplate } from './template.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const command = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

let postgres: TestServer
let folder: string
let token: string
let videoId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-move-'))
  postgres = await startPostgres()
  await mkdir(join(folder, 'data'))
  await copyTemplate(join(folder, 'data', 'pg'))
  await visit(undefined, async (url) => {
    token = await signUp(url)
    const client = createClient(url, token)
    videoId = await client.uploadForm('day 1.mp4', Buffer.from('no video, but a row'))
    for (const title of ['first', 'with "quotes", {braces}, \\ and NULL', 'café 🙂'])
      await client.annotate(videoId, title)
  })
  await using database = await open()
  await database.pool.query(`
    insert into backups (host, folder, bytes, is_whole, finished_at) values
      ('', 'a', 9007199254740993, true, '2026-03-08 02:30:00.123456+00'), ('x', '', -1, false, 'infinity');
    insert into nodes (id, host, role, lanes, concurrency, version, schema) values
      (gen_random_uuid(), 'a', 'web', array['a,b', '"', '', 'null', null]::text[], 1, '{}', '\\'),
      (gen_random_uuid(), 'b', 'web', '{}', 1, '', '')`)
  await database.pool.query(
    `insert into transcript_turns (video_id, index, speaker, role, text, words)
     select $1, n, null, 'juror', 'I said ' || n, jsonb_build_array(n, null, 'x') from generate_series(1, 6000) n`,
    [videoId],
  )
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const env = (url?: string) => ({
  ...{ DATA_DIR: join(folder, 'data'), PORT: '0', MIN_FREE_GB: '0', RATE_LIMIT: '0', LOG_LEVEL: 'fatal' },
  ...{ SIGN_UP: 'open', ...(url ? { DATABASE_URL: url } : {}) },
})

async function open(url?: string, options?: { evenIfMoved: boolean }): Promise<Database & AsyncDisposable> {
  const database = await openDatabase(readConfig(env(url)), options)
  return { ...database, [Symbol.asyncDispose]: () => database.close() }
}

async function visit(url: string | undefined, work: (url: string) => Promise<void>): Promise<void> {
  const platform = await startPlatform(readConfig(env(url)))
  try {
    await work(platform.url)
  } finally {
    await platform.close()
  }
}

async function createDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgres.url.replace(/\/postgres$/, `/${name}`)
}

async function readAll(url?: string, options?: { evenIfMoved: boolean }): Promise<Map<string, string[]>> {
  await using database = await open(url, options)
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss') and tablename !~ '^queue_stats' order by 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    found.set(name, rows.map((each) => each.row).toSorted())
  }
  return found
}

const rules = async (url?: string) => {
  await using database = await open(url)
  const { rows } = await database.pool.query<{ rule: string }>(`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`)
  return rows.map(({ rule }) => rule)
}

test('moves to a server and back: every row arrives, and the old copy stays but is never used by accident', async () => {
  const before = await readAll()
  const rulesBefore = await rules()
  expect(before.get('public.transcript_turns')).toHaveLength(6000)
  const url = await createDatabase('venire_there')
  const moved = await runCli(env(), 'move-database', '--to', url)
  expect(moved).toMatchObject({
    code: 0,
    says: expect.stringContaining('Every table has the same rows and hash in both.'),
  })
  expect(await readAll(url)).toEqual(before)
  expect(await readAll(undefined, { evenIfMoved: true })).toEqual(before)
  expect(await rules(url)).toEqual(rulesBefore)
  await expect(open()).rejects.toThrow(/^The embedded database was moved to .*\/venire_there on .* Set DATABASE_URL/)

  await visit(url, async (at) => {
    const client = createClient(at, token)
    expect((await client.list()).map(({ id }) => id)).toEqual([videoId])
    await client.annotate(videoId, 'on the server')
  })
  {
    await using server = await open(url)
    await expect(server.pool.query('delete from audit_events')).rejects.toThrow('never changed')
  }
  const later = await readAll(url)
  expect((await runCli(env(url), 'move-database', '--to', url)).says).toContain('already there')
  const back = await runCli(env(url), 'move-database', '--to', 'embedded', '--json')
  expect(back.code).toBe(0)
  const { replaced, tables } = JSON.parse(back.says) as { replaced: string; tables: { table: string; rows: number }[] }
  expect(tables.find(({ table }) => table === 'public.transcript_turns')).toMatchObject({ rows: 6000 })
  expect(existsSync(join(replaced, 'PG_VERSION'))).toBe(true)
  expect(await readAll()).toEqual(later)
  expect(await readAll(url, { evenIfMoved: true })).toEqual(later)
  expect(await rules()).toEqual(rulesBefore)
  await expect(open(url)).rejects.toThrow(/was moved to .*\/pg on /)
  await visit(undefined, async (at) => {
    await createClient(at, token).annotate(videoId, 'at home again')
  })
})

test('a killed move resumes and recopies tables that changed meanwhile', async () => {
  const url = await createDatabase('venire_killed')
  const child = startMove(url)
  await copied(url, 'public.audit_events')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await expect(open(url)).rejects.toThrow('the target of an unfinished move')
  await visit(undefined, async (at) => {
    await createClient(at, token).annotate(videoId, 'between two tries')
  })
  const before = await readAll()
  expect(await runCli(env(), 'move-database', '--to', url)).toMatchObject({ code: 0 })
  expect(await readAll(url)).toEqual(before)
  await rm(join(folder, 'data', 'pg.moved'))
})

test('Venire starts on neither database while rows are copied, nor after the move is killed', async () => {
  const url = await createDatabase('venire_left')
  expect(await runCli(env(), 'move-database', '--to', url)).toMatchObject({ code: 0 })
  await rm(join(folder, 'data', 'pg.moved'))
  const before = await readAll(url)
  const home = { DATA_DIR: join(folder, 'home') }
  const child = startMove('embedded', { ...env(url), ...home })
  const client = new Client({ connectionString: url })
  await client.connect()
  const isLeaving = async () => (await client.query(`select to_regnamespace('venire_leaving') as name`)).rows[0].name
  await expect.poll(isLeaving, { timeout: 60_000, interval: 20 }).not.toBeNull()
  await client.end()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await expect(open(url)).rejects.toThrow('is being moved')
  await expect(openDatabase(readConfig({ ...env(), ...home }))).rejects.toThrow('A move to the embedded database is')
  expect(await runCli({ ...env(url), ...home }, 'move-database', '--to', 'embedded')).toMatchObject({ code: 0 })
  await expect(open(url)).rejects.toThrow('was moved to')
  const moved = await openDatabase(readConfig({ ...env(), ...home }))
  const { rows } = await moved.pool.query<{ count: string }>('select count(*) from transcript_turns')
  await moved.close()
  expect(rows[0]!.count).toBe(before.get('public.transcript_turns')!.length)
})

test('refuses a database that is in use, has tables, or has another schema, without changing it', async () => {
  const url = await createDatabase('venire_busy')
  await visit(url, async () => {
    expect((await runCli(env(), 'move-database', '--to', url)).says).toContain('is running on')
  })
  expect((await runCli(env(), 'move-database', '--to', url)).says).toContain('already has tables')
  expect((await runCli(env(), 'move-database', '--to', 'embedded')).says).toContain('already there')
  expect(await runCli(env(), 'move-database', '--to', 'mysql://x')).toMatchObject({ code: 2 })
  const empty = await createDatabase('venire_odd')
  {
    await using database = await open()
    await database.pool.query('create table odd (id int primary key)')
  }
  expect((await runCli(env(), 'move-database', '--to', empty)).says).toContain('different columns in public.odd')
  {
    await using database = await open()
    await database.pool.query(`drop table odd; insert into schema_migrations (name, sha256) values ('9999_x', '')`)
  }
  expect((await runCli(env(), 'move-database', '--to', empty)).says).toContain('has schema 9999_x')
  await using database = await open()
  await database.pool.query(`delete from schema_migrations where name = '9999_x'`)
  expect(await readdir(join(folder, 'data'))).not.toContain('pg.moved')
})

function startMove(url: string, own = env()): ChildProcess {
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...inherited } = process.env
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, 'move-database', '--to', url], {
    stdio: 'ignore',
    env: { ...inherited, ...own },
  })
}

async function copied(url: string, table: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const ask = () =>
    client.query(`select from venire_move.progress where name = $1`, [table.replace(/(\w+)\.(\w+)/, '"$1"."$2"')])
  client.on('error', () => {})
  const deadline = Date.now() + 60_000
  while ((await ask().catch(() => ({ rowCount: 0 }))).rowCount === 0 && Date.now() < deadline) await sleep(5)
  await client.end()
}
