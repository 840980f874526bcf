import { sql } from 'drizzle-orm'
import type { DatabaseStats, SystemOverview } from '#contract/operations/operations.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { addDurations, noDurations, percentileMs } from './durations.ts'
import { lastDay, round } from './endpoints.queries.ts'
import { buildStatus } from './pipeline.queries.ts'

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

export const gigabyte = 1024 ** 3

export async function readSystemOverview(db: Db): Promise<SystemOverview> {
  const { rows } = await db.execute<{ requests: number; failures: number; durations: number[] }>(
    sql`select requests, failures, durations from route_hours where ${lastDay}`,
  )
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  const failures = rows.reduce((sum, row) => sum + row.failures, 0)
  const durations = rows.reduce<number[]>((sum, row) => addDurations(sum, row.durations), noDurations())
  const size = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`)
  return {
    apiHealth: requests === 0 ? null : Math.floor((1 - failures / requests) * 10_000) / 100,
    responseTime: round(percentileMs(durations, 0.95)),
    dynamodbStorage: Math.round((Number(size.rows[0]?.bytes) / gigabyte) * 1000) / 1000,
    buildStatus: await buildStatus(db),
    requestCount24h: requests,
  }
}

export async function countEndedRuns(db: Db): Promise<{ kind: string; outcome: string; count: number }[]> {
  const { rows } = await db.execute<{ kind: string; outcome: string; count: number }>(sql`
    with ended as (
      select 'analysis' as kind, state as outcome from analysis_runs where finished_at > now() - interval '24 hours'
      union all
      select 'export', case when ready_at is not null then 'completed' else status end from exports
      where coalesce(ready_at, ended_at) > now() - interval '24 hours')
    select kind, outcome, count(*)::int as count from ended group by 1, 2`)
  return rows
}

type StoredBytes = Record<'database' | 'original' | 'deleted' | 'derived' | 'export', number>

export async function sumStoredBytes(db: Db): Promise<StoredBytes> {
  const { rows } = await db.execute<StoredBytes>(sql`
    with received as (select size_bytes, deleted_at from videos where received_at is not null)
    select pg_database_size(current_database())::float8 as database,
      (select coalesce(sum(size_bytes), 0)::float8 from received where deleted_at is null) as original,
      (select coalesce(sum(size_bytes), 0)::float8 from received where deleted_at is not null) as deleted,
      (select coalesce(sum(size_bytes), 0)::float8 from video_files) as derived,
      (select coalesce(sum(size_bytes), 0)::float8 from exports where file_key is not null) as export`)
  return rows[0]!
}
