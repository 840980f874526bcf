import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { Refusal } from '../../errors.ts'
import { copySequences, type Digest, digestTable, liftRules, listTables, prepareSession, type Table } from './tables.ts'

const batchBytes = 4 * 1024 * 1024
const largestBatch = 2000

export type Moved = (Digest & { table: string })[]

export type OnTable = (table: string, done: number, total: number) => void

/**
 * Copies every row into an unused database with all migrations applied, then compares the two. Doesn't change the
 * source. After an interruption, resumes after the last batch, or copies a table again if the source changed.
 */
export async function moveRows(from: PoolClient, to: PoolClient, onTable?: OnTable): Promise<Moved> {
  await prepareSession(from)
  await prepareSession(to)
  const tables = await matchTables(from, to)
  if (!(await isUnderWay(to))) await begin(to, tables)
  const moved: Moved = []
  for (const [index, table] of tables.entries()) {
    onTable?.(nameTable(table), index, tables.length)
    moved.push({ table: nameTable(table), ...(await moveTable(from, to, table)) })
  }
  await copySequences(from, to)
  await restoreRules(to, tables)
  return moved
}

export async function isUnderWay(client: PoolClient | Pool): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('venire_move.progress') is not null as found`,
  )
  return rows[0]!.found
}

/** Removes the schema that keeps Venire from starting on an incomplete copy. */
export const finishMove = (to: PoolClient | Pool): Promise<unknown> => to.query('drop schema venire_move cascade')

async function matchTables(from: PoolClient, to: PoolClient): Promise<Table[]> {
  const [ours, theirs] = [await listTables(from), await listTables(to)]
  const describe = (table: Table | undefined) => JSON.stringify(table)
  const names = new Set([...ours.keys(), ...theirs.keys()])
  const different = [...names].filter((name) => describe(ours.get(name)) !== describe(theirs.get(name)))
  if (different.length > 0)
    throw new Refusal(
      'conflict',
      `The databases have different columns in ${different.join(', ').replaceAll('"', '')}. Start and stop this version of Venire on the old database, then try again.`,
    )
  return [...ours.values()]
}

async function begin(to: PoolClient, tables: readonly Table[]): Promise<void> {
  await inTransaction(to, async () => {
    await to.query(`create schema if not exists venire_move;
      create table venire_move.progress (name text primary key, last_key text[]);
      create table venire_move.rules (position integer generated always as identity, sql text not null)`)
    for (const sql of await liftRules(to, tables))
      await to.query('insert into venire_move.rules (sql) values ($1)', [sql])
    // The migrations have already inserted some rows.
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  })
}

async function restoreRules(to: PoolClient, tables: readonly Table[]): Promise<void> {
  const { rows } = await to.query<{ sql: string }>('select sql from venire_move.rules order by position')
  await inTransaction(to, async () => {
    for (const { sql } of rows) await to.query(sql)
    for (const { name } of tables) await to.query(`alter table ${name} enable trigger user`)
    await to.query('delete from venire_move.rules')
  })
  await to.query('analyze')
}

async function moveTable(from: PoolClient, to: PoolClient, table: Table): Promise<Digest> {
  const expected = await digestTable(from, table)
  await copyRows(from, to, table)
  if (isSame(await digestTable(to, table), expected)) return expected
  await inTransaction(to, async () => {
    await to.query(`truncate ${table.name}`)
    await to.query('delete from venire_move.progress where name = $1', [table.name])
  })
  await copyRows(from, to, table)
  const found = await digestTable(to, table)
  if (isSame(found, expected)) return expected
  throw new Refusal(
    'conflict',
    `${nameTable(table)} has ${found.rows} rows in the new database and ${expected.rows} in the old one, or their contents differ. The old database is unchanged.`,
  )
}

const nameTable = ({ name }: Table): string => name.replaceAll('"', '')

const isSame = (a: Digest, b: Digest): boolean => a.rows === b.rows && a.hash === b.hash

async function copyRows(from: PoolClient, to: PoolClient, table: Table): Promise<void> {
  const limit = await chooseBatch(from, table)
  for (;;) {
    const { rows } = await to.query<{ after: string[] | null }>(
      'select last_key as after from venire_move.progress where name = $1',
      [table.name],
    )
    const batch = await readBatch(from, table, rows[0]?.after ?? null, limit)
    const last = batch.at(-1)
    if (!last) return
    await inTransaction(to, async () => {
      await writeBatch(to, table, batch)
      await to.query(
        `insert into venire_move.progress values ($1, $2)
         on conflict (name) do update set last_key = excluded.last_key`,
        [table.name, table.key.map((key) => last[table.columns.findIndex(({ name }) => name === key)])],
      )
    })
    if (batch.length < limit) return
  }
}

async function chooseBatch(from: PoolClient, { name }: Table): Promise<number> {
  const { rows } = await from.query<{ bytes: number }>(
    `select pg_table_size('${name}')::float8 / greatest(1, (select count(*) from ${name})) as bytes`,
  )
  return Math.max(1, Math.min(largestBatch, Math.floor(batchBytes / Math.max(1, rows[0]!.bytes))))
}

type Row = (string | null)[]

async function readBatch(
  from: PoolClient,
  { name, columns, key }: Table,
  after: readonly string[] | null,
  limit: number,
): Promise<Row[]> {
  const typed = key.map((each, at) => `$${at + 1}::${columns.find((column) => column.name === each)!.type}`)
  // Without the `given` prefix, ORDER BY would sort by the columns' text versions.
  const keys = key.map((each) => `given.${escapeIdentifier(each)}`).join(', ')
  const { rows } = await from.query<Row>({
    text: `select ${columns.map((each) => `${escapeIdentifier(each.name)}::text`).join(', ')} from ${name} given
      ${after ? `where (${keys}) > (${typed.join(', ')})` : ''} order by ${keys} limit ${limit}`,
    values: after ? [...after] : [],
    rowMode: 'array',
  })
  return rows
}

async function writeBatch(to: PoolClient, { name, columns }: Table, batch: readonly Row[]): Promise<void> {
  const names = columns.map((each) => escapeIdentifier(each.name))
  await to.query(
    `insert into ${name} (${names.join(', ')}) overriding system value
     select ${columns.map(({ type }, at) => `given.v${at}::${type}`).join(', ')}
     from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')})
       as given(${columns.map((_, at) => `v${at}`).join(', ')})`,
    columns.map((_, at) => batch.map((row) => row[at])),
  )
}

async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
