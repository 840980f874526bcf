import { sql } from 'drizzle-orm'
import type { DatabaseStats } from '#contract/operations/operations.ts'
import type { Database } from '#server/platform/db.ts'
import { lastDay } from './endpoints.queries.ts'

const countedBytes = 8 * 1024 ** 2

type TableRow = { name: string; bytes: string; estimate: number }

export async function readDatabaseStatistics({ db, kind }: Database): Promise<DatabaseStats> {
  const { rows } = await db.execute<TableRow>(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes, c.reltuples as estimate
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' order by 2 desc, 1`)
  const tables: DatabaseStats['tables'] = []
  for (const { name, bytes, estimate } of rows) {
    const isEstimated = Number(bytes) > countedBytes && estimate >= 0
    const items = isEstimated ? Math.round(estimate) : await count()
    tables.push({ name, bytes: Number(bytes), items, isEstimated })

    async function count(): Promise<number> {
      const counted = await db.execute<{ count: string }>(sql`select count(*) as count from ${sql.identifier(name)}`)
      return Number(counted.rows[0]?.count)
    }
  }
  const whole = await db.execute<{ name: string; bytes: string }>(
    sql`select current_database() as name, pg_database_size(current_database()) as bytes`,
  )
  const time = await db.execute<{ ms: number | null }>(
    sql`select sum(query_ms) / nullif(sum(queries), 0) as ms from machine_hours where ${lastDay}`,
  )
  const ms = time.rows[0]?.ms ?? null
  return {
    tableName: whole.rows[0]?.name ?? '',
    totalItems: tables.reduce((sum, each) => sum + each.items, 0),
    isEstimated: tables.some((each) => each.isEstimated),
    avgQueryTime: ms === null ? null : `${ms.toFixed(1)}ms`,
    storageUsed: formatSize(Number(whole.rows[0]?.bytes)),
    kind,
    tables,
  }
}

const formatSize = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)}MB` : `${(bytes / 1024 ** 3).toFixed(1)}GB`
