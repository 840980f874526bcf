import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase, type TestDatabase } from './database.ts'

async function use(work: (database: TestDatabase) => Promise<unknown>): Promise<unknown> {
  const database = await testDatabase()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const insertFirm = ({ pool }: TestDatabase) =>
  pool.query(`insert into firms (id, name) values ('${newId()}', 'Sample firm')`)
const fresh = [0, { columns: 0, statistics: 0, tuples: -1, queues: 0, memory: '4MB' }]
const readLeft = async ({ pool }: TestDatabase) => {
  const { rowCount } = await pool.query('select from firms')
  const { rows } = await pool.query(`
    select (select count(*)::int from pg_attribute where attname = 'left_behind') as columns,
      (select count(*)::int from pg_statistic where starelid = 'firms'::regclass) as statistics,
      (select reltuples from pg_class where oid = 'firms'::regclass) as tuples,
      (select count(*)::int from pgboss.queue) as queues, current_setting('work_mem') as memory`)
  return [rowCount, rows[0]]
}

test('the next test file finds nothing left by this one', async () => {
  const leave = [
    insertFirm,
    async (database: TestDatabase) => {
      await insertFirm(database)
      await database.pool.query('alter table firms add column left_behind integer; analyze firms')
    },
    ({ pool }: TestDatabase) =>
      pool.query(`set work_mem = '8MB'; begin; select pgboss.create_queue('sample', '{"policy": "standard"}')`),
    ({ pool }: TestDatabase) =>
      pool.query(`do $$ begin execute format('alter database %I set work_mem = ''8MB''', current_database()); end $$`),
  ]
  for (const work of leave) {
    await use(work)
    expect(await use(readLeft)).toEqual(fresh)
  }
})

test('no table repeats a list of values from the code, where a new value would fail only at run time', async () => {
  const read = async ({ pool }: TestDatabase) => {
    const { rows } = await pool.query<{ rule: string }>(`
      select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace order by 1`)
    return rows.map(({ rule }) => rule)
  }
  const rules = (await use(read)) as string[]
  expect(rules.filter((rule) => /: CHECK \(\(\w+ = ANY /.test(rule))).toEqual([])
  expect(rules).not.toEqual([])
})
