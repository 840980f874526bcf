import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { tidy } from './tidy.ts'

let opened: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  opened = await emptyDatabase()
})
afterAll(() => opened.database.close())

test.skipIf(process.env.VENIRE_TEST_DATABASE === 'server')('vacuums only what changed', async () => {
  const { database } = opened
  const run = (statement: string) => database.pool.query(statement)
  await run(
    'create table busy (n int); insert into busy select generate_series(1, 1000); delete from busy where n > 400',
  )
  await run('create table calm (n int); insert into calm select generate_series(1, 10)')
  await run('select pg_stat_force_next_flush()')
  const tidied = await tidy(database)
  expect(tidied).toContain('"public"."busy"')
  expect(tidied).not.toContain('"public"."calm"')
  const { rows } = await database.pool.query('select reltuples::int as rows from pg_class where relname = $1', ['busy'])
  expect(rows).toEqual([{ rows: 400 }])
  // An ANALYZE that takes more than a second may count as a change.
  expect((await tidy(database)).filter((name) => name !== '"pg_catalog"."pg_statistic"')).toEqual([])
})
