import { sql } from 'drizzle-orm'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTemplate } from '#test/template.ts'
import type { Database } from '../../db.ts'
import { Refusal } from '../../errors.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from '../open.ts'
import { toOutage } from '../outage.ts'

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-embedded-'))
  await copyTemplate(join(folder, 'pg'))
  database = await openEmbedded(join(folder, 'pg'), { durable: false, answerSeconds: 1 })
  await database.pool.query('create table counted (n int)')
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const count = async (): Promise<unknown> =>
  (await database.pool.query<{ count: number }>('select count(*) as count from counted')).rows[0]?.count

const busy = (seconds: number): string => `do $$ declare ending timestamptz := clock_timestamp() + '${seconds} s';
  begin while clock_timestamp() < ending loop end loop; end $$`

test('replaces a silent thread and fails its pending requests', async () => {
  const held = await database.pool.connect()
  const failure = await held.query(busy(60)).catch((error: unknown) => error)
  held.release(true)
  expect(failure).toBeInstanceOf(Refusal)
  expect(failure).toMatchObject({ code: 'unavailable' })
  await database.pool.query('insert into counted values (1)')
  expect(await count()).toBe(1)
})

test('keeps its one client when a transaction loses its thread', async () => {
  const lost = database.db.transaction((tx) => tx.execute(sql.raw(busy(60))))
  const failure = await lost.catch((error: unknown) => error)
  expect(toOutage(failure)).toMatchObject({ code: 'unavailable' })
  await database.db.transaction((tx) => tx.execute(sql`insert into counted values (2)`))
  expect(await count()).toBe(2)
})

test('closes while its thread restarts', async () => {
  await copyTemplate(join(folder, 'dying'))
  const dying = await openEmbedded(join(folder, 'dying'), { durable: false, answerSeconds: 0.5 })
  await expect(dying.pool.query(busy(60))).rejects.toMatchObject({ code: 'unavailable' })
  await dying.close()
  const again = await openEmbedded(join(folder, 'dying'), { durable: false })
  await again.close()
})

test('waits indefinitely for work announced as slow', async () => {
  await database.patiently(() => database.pool.query(busy(2)))
  await expect(database.pool.query(busy(60))).rejects.toMatchObject({ code: 'unavailable' })
})

test('rolls back what a destroyed client left open', async () => {
  const before = await count()
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('insert into counted values (3)')
  await client.query(`set application_name = 'left behind'`)
  client.release(true)
  expect(await count()).toBe(before)
  const { rows } = await database.pool.query<{ application_name: string }>('show application_name')
  expect(rows[0]?.application_name).not.toBe('left behind')
})

test('shows the error that failed a transaction and stays usable', async () => {
  const wanted = new Error('wanted')
  const failing = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into counted values (4)`)
    throw wanted
  })
  await expect(failing).rejects.toBe(wanted)
  const broken = database.db.transaction((tx) => tx.execute(sql`select * from missing`))
  await expect(broken).rejects.toMatchObject({ cause: { code: '42P01' } })
  expect(await count()).toBe(2)
})

test('streams large responses whole', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    `select repeat('x', 1000) as text from generate_series(1, 5000)`,
  )
  expect(rows.length).toBe(5000)
  expect(rows.every((each) => each.text.length === 1000)).toBe(true)
})

test('returns integers as numbers, days as text, and times as dates', async () => {
  const { rows } = await database.pool.query(
    `select 2::int8 as small, 9007199254740993::int8 as large, date '2026-03-29' as day, timestamptz '2026-03-29 01:30+00' as at`,
  )
  expect(rows[0]).toEqual({
    small: 2,
    large: '9007199254740993',
    day: '2026-03-29',
    at: new Date('2026-03-29T01:30:00Z'),
  })
})

test('rejects and preserves a folder of another PostgreSQL version', async () => {
  const dataDir = join(folder, 'older')
  await mkdir(join(dataDir, 'pg'), { recursive: true })
  await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '17\n')
  await expect(openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined })).rejects.toThrow(
    'was written by PostgreSQL 17, but this Venire includes PostgreSQL 18. Nothing was changed.',
  )
})

test('rejects a folder with other content', async () => {
  const dataDir = join(folder, 'other')
  await mkdir(join(dataDir, 'pg'), { recursive: true })
  await writeFile(join(dataDir, 'pg', 'letter.txt'), 'mine')
  await expect(openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined })).rejects.toThrow('PG_VERSION is missing')
})

test('restarts an interrupted first start and locks the folder', async () => {
  const dataDir = join(folder, 'cut')
  const config = { DATA_DIR: dataDir, DATABASE_URL: undefined }
  await mkdir(join(dataDir, 'pg', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '18\n')
  await writeFile(join(dataDir, 'pg.unfinished'), '')
  const opened = await openDatabase(config)
  await expect(openDatabase(config)).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by another Venire process. Stop that one first, or choose another DATA_DIR.`,
  )
  await opened.close()
})
