import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { readCatalog } from './archive.queries.ts'
import { requireSimple } from './archive.rows.ts'
import { getColumnSchema, requireValid } from './archive.schema.ts'
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

test('a row without its key is refused', async () => {
  const catalog = await readCatalog(at.parts.database.db, ['highlight_sources', 'video_files'])
  const add = (table: string, row: object) => () => requireValid(catalog.get(table)!, { ...row }, 3)
  expect(add('highlight_sources', {})).toThrow('line 3 of records/highlight_sources.jsonl is missing "')
  expect(add('video_files', { key: 'a1' })).toThrow('line 3 of records/video_files.jsonl is missing "')
})

test.each([
  ['custody-log.jsonl', `{"j":${'['.repeat(65)}`, 'line 1 of custody-log.jsonl is nested too deeply'],
  ['custody-log.jsonl', `{"kind":"link"}\n[${'1,'.repeat(500_001)}`, 'line 2 of custody-log.jsonl has too many values'],
  ['manifest.json', `{\n${'[\n'.repeat(65)}`, 'manifest.json is nested too deeply'],
])('%s must be simple to parse', async (name, text, says) => {
  const bytes = Buffer.from(text)
  const read = async (from: number, to: number) => bytes.subarray(from, to)
  await expect(requireSimple({ name, size: bytes.length, crc32: 0, read })).rejects.toThrow(says)
})
