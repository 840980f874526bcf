import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg'

/** `name` is quoted. `key` lists the primary key's columns, and `columns` excludes generated ones. */
export type Table = { name: string; columns: { name: string; type: string }[]; key: string[] }

type Column = { schema: string; table: string; column: string; type: string; keyPosition: number | null }

/** Matches pg-boss's daily statistics partitions, which pg-boss recreates. */
const statistics = /^queue_stats_\d+$/

export async function listTables(client: PoolClient): Promise<Map<string, Table>> {
  const { rows } = await client.query<Column>(`
    select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      array_position(i.indkey::int2[], a.attnum) as "keyPosition"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1, 2, 3`)
  const tables = new Map<string, Table>()
  const positions = new Map<string, number>()
  for (const { schema, table, column, type, keyPosition } of rows.filter((row) => !statistics.test(row.table))) {
    const name = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`
    const found = tables.get(name) ?? { name, columns: [], key: [] }
    tables.set(name, found)
    found.columns.push({ name: column, type })
    if (keyPosition === null) continue
    found.key.push(column)
    positions.set(`${name} ${column}`, keyPosition)
  }
  for (const { name, key } of tables.values())
    key.sort((a, b) => positions.get(`${name} ${a}`)! - positions.get(`${name} ${b}`)!)
  return tables
}

/** A value's text form is the same in both databases only if these settings match. */
export const prepareSession = (client: PoolClient): Promise<unknown> =>
  client.query(`set timezone to 'UTC'; set datestyle to 'ISO, MDY'; set intervalstyle to 'postgres';
    set bytea_output to 'hex'; set extra_float_digits to 1; set statement_timeout to 0`)

export type Digest = { rows: number; hash: string }

/** Sums the two halves of each row's MD5, so row order doesn't matter. */
export async function digestTable(client: PoolClient, { name, columns }: Table): Promise<Digest> {
  const texts = columns.map((each) => `${escapeIdentifier(each.name)}::text`).join(', ')
  const half = (side: 'left' | 'right') => `coalesce(sum(('x' || ${side}(md5, 16))::bit(64)::bigint::numeric), 0)::text`
  const { rows } = await client.query<Digest>(
    `select count(*)::float8 as rows, ${half('left')} || ' ' || ${half('right')} as hash
     from (select md5(row(${texts})::text) as md5 from ${name}) each_row`,
  )
  return rows[0]!
}

/**
 * Drops foreign keys and disables triggers while rows are copied table by table. Returns the statements that add the
 * keys back, which checks every row.
 */
export async function liftRules(client: PoolClient, tables: Iterable<Table>): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'pgboss')`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

export async function copySequences(from: PoolClient, to: PoolClient): Promise<void> {
  const { rows } = await from.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname in ('public', 'pgboss')`,
  )
  for (const { name } of rows) {
    const found = await from.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    const { value, called } = found.rows[0]!
    await to.query(`select setval(${escapeLiteral(name)}, $1::bigint, $2)`, [value, called])
  }
}
