import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { migrate, type MigrateConfig } from './migrate.ts'

let opened: Awaited<ReturnType<typeof emptyDatabase>>
let config: MigrateConfig
let folder: string
beforeAll(async () => {
  opened = await emptyDatabase()
  config = { DATA_DIR: opened.dataDir, DATABASE_URL: opened.url, MIN_FREE_GB: 0, MIGRATE_WITHOUT_BACKUP: false }
})
afterAll(() => opened.database.close())
beforeEach(async () => {
  await opened.database.pool.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'venire-migrations-'))
  await file('0001_people.sql', `create table people (name text); insert into people values ('Ada'), ('Grace');`)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await rm(join(opened.dataDir, 'backups'), { recursive: true, force: true })
  }
})

const file = (name: string, content: string) => writeFile(join(folder, name), content)
const run = (settings: Partial<MigrateConfig> = {}) => migrate(opened.database, { ...config, ...settings }, folder)
const tables = async (): Promise<string[]> => {
  const { rows } = await opened.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map((each) => each.name)
}

test('applies each migration once, in order, after a backup', async () => {
  expect(await run()).toEqual({ applied: ['0001_people'], backup: null })
  expect(await run()).toEqual({ applied: [], backup: null })
  await file('0002_rooms.sql', 'create table rooms (number int);')
  await file('0003_seats.sql', 'alter table rooms add seats int;')
  await mkdir(join(opened.dataDir, 'backups', 'cut off.partial'), { recursive: true })
  const { applied, backup } = await run()
  expect(applied).toEqual(['0002_rooms', '0003_seats'])
  expect(backup).toMatch(/\d{8}T\d{6}Z-before-0002_rooms$/)
  expect(await tables()).toEqual(['people', 'rooms', 'schema_migrations'])
  expect(await readdir(join(opened.dataDir, 'backups'))).toHaveLength(1)
})

const onServer = process.env.VENIRE_TEST_DATABASE === 'server'

test.skipIf(onServer)('makes a backup that opens with its rows', async () => {
  await run()
  await file('0002_gone.sql', 'drop table people;')
  const { backup } = await run()
  const copy = await openEmbedded(join(backup!, 'pg'), { durable: false })
  const { rows } = await copy.pool.query('select name from people order by name')
  await copy.close()
  expect(rows).toEqual([{ name: 'Ada' }, { name: 'Grace' }])
})

test.runIf(onServer)('makes a backup that pg_restore can restore', async () => {
  await run()
  await file('0002_gone.sql', 'drop table people;')
  const { backup } = await run()
  expect(await tables()).toEqual(['schema_migrations'])
  const dump = join(backup!, 'database.dump')
  await promisify(execFile)('pg_restore', ['--clean', '--if-exists', `--dbname=${opened.url}`, dump])
  const { rows } = await opened.database.pool.query('select name from people order by name')
  expect(rows).toEqual([{ name: 'Ada' }, { name: 'Grace' }])
})

test('changes nothing without room for the backup', async () => {
  await run()
  await file('0002_rooms.sql', 'create table rooms (number int);')
  await expect(run({ MIN_FREE_GB: 1_000_000 })).rejects.toThrow(/1000000 GB that must stay free/)
  expect(await tables()).toEqual(['people', 'schema_migrations'])
  expect(await readdir(join(opened.dataDir, 'backups'))).toEqual([])
})

test('rejects an applied migration that was edited', async () => {
  await run()
  await file('0001_people.sql', 'create table people (name text not null);')
  await expect(run()).rejects.toThrow(
    'The migration 0001_people.sql was changed after this database had applied it. Nothing was changed.',
  )
})

test('an older version starts on a newer database unless a migration says from where it works', async () => {
  await file('0002_rooms.sql', 'create table rooms (number int);')
  await run()
  await rm(join(folder, '0002_rooms.sql'))
  expect(await run()).toEqual({ applied: [], backup: null })
  await file('0002_rooms.sql', 'create table rooms (number int);')
  await file('0003_halls.sql', '-- works from: 0002_rooms\nalter table people rename to persons;')
  await run()
  await rm(join(folder, '0003_halls.sql'))
  expect(await run()).toEqual({ applied: [], backup: null })
  await rm(join(folder, '0002_rooms.sql'))
  await expect(run()).rejects.toThrow('The database was used by a newer Venire (its migration 0002_rooms is unknown')
  await file('0003_seats.sql', 'create table seats (number int);')
  await expect(run()).rejects.toThrow('The database was used by a newer Venire (its migration 0002_rooms is unknown')
})

test('rejects a mark that names no earlier migration', async () => {
  await file('0002_rooms.sql', '-- works from: 0003_halls\ncreate table rooms (number int);')
  await file('0003_halls.sql', 'create table halls (number int);')
  await expect(run()).rejects.toThrow(
    '0002_rooms.sql works from 0003_halls, which is neither itself nor an earlier one',
  )
})

test('rejects a migration inserted before an applied one, and duplicate numbers', async () => {
  await file('0003_late.sql', 'create table late (n int);')
  await run()
  await file('0002_early.sql', 'create table early (n int);')
  await expect(run()).rejects.toThrow('0002_early.sql comes before 0003_late')
  await file('0003_other.sql', 'create table other (n int);')
  await expect(run()).rejects.toThrow('0003_late.sql and 0003_other.sql have the same number')
})

test('undoes a failed migration, keeps earlier ones, and names it', async () => {
  await file('0002_rooms.sql', 'create table rooms (number int);')
  await file('0003_wrong.sql', 'create table half (n int); select * from nowhere;')
  await expect(run()).rejects.toThrow(
    'The migration 0003_wrong.sql failed and was rolled back: relation "nowhere" does not exist.',
  )
  expect(await tables()).toEqual(['people', 'rooms', 'schema_migrations'])
})

test.runIf(onServer)('rejects a server without pg_dump unless told otherwise', async () => {
  await run()
  await file('0002_rooms.sql', 'create table rooms (number int);')
  const path = process.env.PATH
  process.env.PATH = '/nowhere'
  try {
    await expect(run()).rejects.toThrow(/backed up before the migration 0002_rooms, and pg_dump is not installed/)
    expect(await run({ MIGRATE_WITHOUT_BACKUP: true })).toEqual({ applied: ['0002_rooms'], backup: null })
  } finally {
    process.env.PATH = path
  }
})

test.runIf(onServer)('applies migrations once when two processes start together', async () => {
  const both = await Promise.all([run(), run()])
  expect(both.flatMap((each) => each.applied)).toEqual(['0001_people'])
})

test.runIf(onServer)('lets requests through while it waits for a table', async () => {
  await run()
  await file('0002_ages.sql', 'alter table people add column age int;')
  const { pool } = opened.database
  const reader = await pool.connect()
  await reader.query('begin; select * from people')
  const migrating = run()
  const waiting = `select from pg_locks where not granted and relation = 'people'::regclass`
  await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), 20_000)
  // If the migration didn't release its place in the lock queue, this query would wait behind it and time out.
  expect((await pool.query('select * from people')).rowCount).toBe(2)
  await reader.query('commit')
  reader.release()
  expect(await migrating).toMatchObject({ applied: ['0002_ages'] })
})
