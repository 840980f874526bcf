import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'

export type Column = {
  name: string
  type: string
  nullable: boolean
  /** Written by the database itself. */
  generated: boolean
  /** The table that it refers to. */
  refersTo: string | null
}
export type Table = { name: string; columns: Column[]; key: string[] }

/** What the database itself says of its tables, so that an archive follows every migration. */
export async function readCatalogue(db: Db, names: readonly string[]): Promise<Map<string, Table>> {
  const { rows } = await db.execute<{
    table: string
    name: string
    type: string
    nullable: boolean
    generated: boolean
    refers_to: string | null
    in_key: boolean
  }>(sql`
    select class.relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
      attgenerated <> '' or attidentity <> '' as generated,
      (select target.relname from pg_constraint
        join pg_class target on target.oid = pg_constraint.confrelid
        where pg_constraint.contype = 'f' and conrelid = class.oid and conkey = array[attnum] limit 1) as refers_to,
      exists (select from pg_constraint where contype = 'p' and conrelid = class.oid and attnum = any(conkey)) as in_key
    from pg_attribute
    join pg_class class on class.oid = attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and attnum > 0 and not attisdropped
    order by class.relname, attnum`)
  const tables = new Map(names.map((name): [string, Table] => [name, { name, columns: [], key: [] }]))
  for (const { table, name, type, nullable, generated, refers_to, in_key } of rows) {
    const found = tables.get(table)
    if (!found) continue
    found.columns.push({ name, type, nullable, generated, refersTo: refers_to })
    if (in_key) found.key.push(name)
  }
  return tables
}
