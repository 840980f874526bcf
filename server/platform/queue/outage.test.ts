import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startPostgres, type TestServer } from '#test/postgres.ts'
import { prepare } from '#test/template.ts'
import { isTemporary } from '../database/outage.ts'
import { openServer } from '../database/server.ts'
import type { Database } from '../db.ts'
import { defineJob, type Queue } from '../queue.ts'
import { openQueue } from './open.ts'

const letter = defineJob({
  ...{ name: 'letter', payload: z.object({}), attempts: 1, timeoutSeconds: 60 },
  ...{ heavy: false, lane: 'mail' },
})

let server: TestServer
let database: Database
let queue: Queue
beforeAll(async () => {
  server = await startPostgres()
  database = await openServer(server.url)
  await prepare(database)
  queue = await openQueue(database, { ANALYSES_AT_ONCE: 1 }, () => {})
})
afterAll(async () => {
  await queue.stop()
  await database.close()
  await server.stop()
})

const read = async (id: string | null) =>
  (await database.pool.query('select state, data, output from pgboss.job where id = $1', [id])).rows[0] as unknown

test('a connection that PostgreSQL ends uses up no attempt', async () => {
  const attempts: number[] = []
  await queue.work(
    { letter },
    {
      letter: async ({ attempt }) => {
        attempts.push(attempt)
        if (attempts.length > 2) return
        await database.db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
      },
    },
  )
  const id = await queue.send(database.db, letter, {})
  for (let time = 1; time <= 2; time++) {
    await expect
      .poll(() => read(id), { timeout: 20_000 })
      .toMatchObject({ state: 'retry', data: { failures: 0 }, output: null })
    await database.pool.query('update pgboss.job set start_after = now()')
    await expect.poll(() => attempts.length, { timeout: 20_000 }).toBe(time + 1)
  }
  await expect.poll(() => read(id), { timeout: 20_000 }).toMatchObject({ state: 'completed' })
  expect(attempts).toEqual([1, 1, 1])
})

test('tells a database outage from an outage of another service', async () => {
  await server.crash()
  const { db } = database
  const failures = [
    () => db.execute(sql`select 1`),
    () => db.transaction((tx) => tx.execute(sql`select 1`)),
    () => queue.cancel(db, letter, 'no job'),
    async () => await once(connect(1, '127.0.0.1'), 'connect'),
  ].map((work) => work().then(() => 'no failure', isTemporary))
  expect(await Promise.all(failures)).toEqual([true, true, true, false])
  await server.serve(join(server.folder, 'data'))
})
