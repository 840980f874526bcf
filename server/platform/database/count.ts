import { escapeIdentifier, type Pool, type PoolClient } from 'pg'

/** Every table of the database with its exact number of rows, by its quoted full name; system tables excepted. */
export async function countRows(client: PoolClient | Pool): Promise<Map<string, number>> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1, 2`)
  const counts = new Map<string, number>()
  for (const each of rows) {
    const table = `${escapeIdentifier(each.schema)}.${escapeIdentifier(each.name)}`
    const counted = await client.query<{ count: number }>(`select count(*) as count from ${table}`)
    counts.set(table, Number(counted.rows[0]?.count))
  }
  return counts
}
