import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function declaredTables(): Promise<{ file: string; table: PgTable }[]> {
  const found: { file: string; table: PgTable }[] = []
  for await (const file of glob('server/features/**/*.table.ts', { cwd: root })) {
    const module = (await import(join(root, file))) as Record<string, unknown>
    for (const table of Object.values(module)) if (is(table, PgTable)) found.push({ file, table })
  }
  return found
}

type ActualColumn = { name: string; type: string; not_null: boolean; has_default: boolean; generated: boolean }

async function actualColumns(table: string): Promise<Map<string, ActualColumn>> {
  const { rows } = await database.pool.query<ActualColumn>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as not_null,
       atthasdef or attidentity <> '' as has_default, attgenerated <> '' as generated
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`public."${table}"`],
  )
  return new Map(rows.map((each) => [each.name, each]))
}

const plain = (type: string): string => type.toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(' (', '(')

function findFaults(column: PgColumn, actual: ActualColumn | undefined): string[] {
  if (!actual) return ['is not in the migrations']
  const faults: string[] = []
  if (plain(actual.type) !== plain(column.getSQLType()))
    faults.push(`is ${plain(column.getSQLType())} and ${plain(actual.type)} in the migrations`)
  if (column.notNull !== actual.not_null)
    faults.push(actual.not_null ? 'may not be null in the migrations' : 'may be null in the migrations')
  if (column.hasDefault && !column.defaultFn && !actual.has_default) faults.push('has no default in the migrations')
  return faults
}

test("every declared table has the migrations' columns", async () => {
  const declared = await declaredTables()
  expect(declared.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const { file, table } of declared) {
    const { name, columns } = getTableConfig(table)
    const actual = await actualColumns(name)
    for (const column of columns)
      for (const fault of findFaults(column, actual.get(column.name)))
        faults.push(`${file}: ${name}.${column.name} ${fault}`)
    const names = new Set(columns.map((each) => each.name))
    for (const each of actual.values())
      if (!names.has(each.name) && !each.generated) faults.push(`${file}: ${name} does not declare ${each.name}`)
  }
  expect(faults).toEqual([])
})
