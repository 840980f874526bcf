import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const readNamed = async (text: string) => {
  const client = await database.pool.connect()
  try {
    for (let i = 0; i < 6; i += 1) expect((await client.query(text, [i])).rows).toEqual([{ at: i }])
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    return rows.filter(({ statement }) => statement === text).length
  } finally {
    client.release()
  }
}

test('names a repeated statement once per connection, but never one without values', async () => {
  expect(await readNamed('select $1::int as at')).toBe(1)
  for (let i = 0; i < 6; i += 1) await database.pool.query('select 7 as seven', [])
  const { rows } = await database.pool.query(
    `select statement from pg_prepared_statements where statement like '%7 as%'`,
  )
  expect(rows).toEqual([])
})

test('returns the same through drizzle, even in transactions and after an error', async () => {
  const read = (n: number) => database.db.execute<{ at: number }>(sql`select ${n}::int / ${1}::int as at`)
  for (let i = 0; i < 6; i += 1) expect((await read(i)).rows).toEqual([{ at: i }])
  await database.db.transaction(async (tx) => {
    for (let i = 0; i < 6; i += 1) {
      const { rows } = await tx.execute<{ at: number }>(sql`select ${i}::int + ${1}::int as at`)
      expect(rows).toEqual([{ at: i + 1 }])
    }
  })
  const divide = (n: number) => database.db.execute(sql`select ${1}::int / ${n}::int as at`)
  for (let i = 0; i < 6; i += 1) await expect(divide(0)).rejects.toThrow('Failed query')
  expect((await divide(1)).rows).toEqual([{ at: 1 }])
  expect((await read(3)).rows).toEqual([{ at: 3 }])
})
