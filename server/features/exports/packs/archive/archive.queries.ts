import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import type { ArchiveTable } from './archive.tables.ts'
import { caseImports, type ImportedPerson } from '../../core/exports.table.ts'

export type Row = Record<string, unknown>
export type Column = {
  name: string
  type: string
  nullable: boolean
  generated: boolean
  refersTo: string | null
}
export type Table = { name: string; columns: Column[]; key: string[] }

/** Reads table definitions from the database so that archives reflect every migration. */
export async function readCatalog(db: Db, names: readonly string[]): Promise<Map<string, Table>> {
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

/** Reads a page of a case's rows, as JSON. */
export async function readRows(
  tx: Db,
  { name, where, order }: ArchiveTable,
  { key }: Table,
  { caseId, limit, offset }: { caseId: string; limit: number; offset: number },
): Promise<Row[]> {
  const isOfCase = sql.join(
    where.split('$1').map((part) => sql.raw(part)),
    sql`${caseId}::uuid`,
  )
  const { rows } = await tx.execute<{ row: Row }>(sql`
    select to_jsonb(t) as row from ${sql.identifier(name)} t where ${isOfCase}
    order by ${sql.raw(order ?? key.join(', '))} limit ${limit} offset ${offset}`)
  return rows.map(({ row }) => row)
}

export async function insertRows(tx: Db, { name, columns }: Table, rows: Row[]): Promise<void> {
  const given = new Set(Object.keys(rows[0]!))
  const list = sql.join(
    columns.filter((each) => !each.generated && given.has(each.name)).map((each) => sql.identifier(each.name)),
    sql`, `,
  )
  await tx.execute(
    sql`insert into ${sql.identifier(name)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${JSON.stringify(rows)}::jsonb)`,
  )
}

export async function listImportedPeople(db: Db, caseId: string): Promise<ImportedPerson[]> {
  const rows = await db.select({ people: caseImports.people }).from(caseImports).where(eq(caseImports.caseId, caseId))
  return rows.flatMap(({ people }) => people)
}

type CaseSize = { bytes: number; turns: number; videos: number }

export async function sizeCase(db: Db, caseId: string): Promise<CaseSize> {
  const { rows } = await db.execute<CaseSize>(sql`
    with of_case as (select id, size_bytes, received_at from videos where case_id = ${caseId})
    select (coalesce(sum(size_bytes), 0)
        + (select coalesce(sum(size_bytes), 0) from video_files where video_id in (select id from of_case)))::float8 as bytes,
      (select count(*) from transcript_turns where video_id in (select id from of_case))::int as turns,
      count(*)::int as videos
    from of_case where received_at is not null`)
  return rows[0]!
}
