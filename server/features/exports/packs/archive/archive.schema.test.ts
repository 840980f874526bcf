import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { readCatalog } from './archive.queries.ts'
import { getColumnSchema } from './archive.schema.ts'
import { archiveTables, leftOut } from './archive.tables.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('every table is archived, left out with a reason, or unrelated to a case', async () => {
  const { rows } = await at.parts.database.pool.query<{ name: string }>(`
    with recursive hangs as (
      select oid from pg_class where oid = 'cases'::regclass
      union select conrelid from pg_constraint join hangs on confrelid = hangs.oid where contype = 'f'
    )
    select relname as name from hangs join pg_class using (oid) order by relname`)
  const known = new Set([...archiveTables.map(({ name }) => name), ...Object.keys(leftOut)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('every column of an archive has a schema, including JSON columns', async () => {
  const catalog = await readCatalog(
    at.parts.database.db,
    archiveTables.map(({ name }) => name),
  )
  const without = [...catalog.values()].flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      getColumnSchema(name, column) || column.generated ? [] : [`${name}.${column.name} (${column.type})`],
    ),
  )
  expect(without).toEqual([])
})
