import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { endpointMethods, type EndpointRecord, monitorMethods } from '#contract/operations/operations.ts'
import type { Db } from '#server/platform/db.ts'
import { addDurations, noDurations, percentileMs } from './durations.ts'

const failingShare = 0.01

type HourRow = { key: string; requests: number; failures: number; total_ms: number; durations: number[] }
type Sum = Omit<HourRow, 'key'>

function sumByKey(rows: readonly HourRow[]): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const before = sums.get(row.key) ?? { requests: 0, failures: 0, total_ms: 0, durations: noDurations() }
    sums.set(row.key, {
      requests: before.requests + row.requests,
      failures: before.failures + row.failures,
      total_ms: before.total_ms + row.total_ms,
      durations: addDurations(before.durations, row.durations),
    })
  }
  return sums
}

const figures = (sum: Sum | undefined, problem: string | null) => ({
  status: getStatus(sum, problem),
  avgResponseTime: sum && sum.requests > 0 ? round(sum.total_ms / sum.requests) : null,
  p95ResponseTime: sum ? round(percentileMs(sum.durations, 0.95)) : null,
  requestCount24h: sum?.requests ?? 0,
})

function getStatus(sum: Sum | undefined, problem: string | null): EndpointRecord['status'] {
  if (problem !== null) return 'failing'
  if (!sum || sum.requests === 0) return 'unknown'
  return sum.failures / sum.requests < failingShare ? 'healthy' : 'failing'
}

export const lastDay = sql`hour >= date_trunc('hour', now() - interval '24 hours')`

export async function listServerEndpoints(db: Db, mounted: FastifyInstance['mounted']): Promise<EndpointRecord[]> {
  const { rows } = await db.execute<HourRow>(sql`
    select method || ' ' || route as key, requests, failures, total_ms, durations from route_hours where ${lastDay}`)
  const sums = sumByKey(rows)
  const records = mounted.map(({ method, path }) => ({
    id: `${method} ${path}`,
    path,
    method,
    ...figures(sums.get(`${method} ${path}`), null),
    source: 'server' as const,
    url: null,
    version: null,
    checkedAt: null,
    problem: null,
  }))
  return records.toSorted((a, b) => b.requestCount24h - a.requestCount24h || a.id.localeCompare(b.id))
}

type MonitorRow = {
  id: string
  path: string
  method: string
  url: string
  version: number
  checked_at: Date | string | null
  problem: string | null
}

export async function listMonitoredEndpoints(db: Db, id?: string): Promise<EndpointRecord[]> {
  const { rows } = await db.execute<MonitorRow>(sql`
    select id, path, method, url, version, checked_at, problem from monitored_endpoints
    where ${id === undefined ? sql`true` : sql`id = ${id}`} order by created_at desc, id desc`)
  const hours = await db.execute<HourRow>(sql`
    select endpoint_id::text as key, checks as requests, failures, total_ms, durations
    from monitored_endpoint_hours where ${lastDay}`)
  const sums = sumByKey(hours.rows)
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    method: endpointMethods.find((each) => each === row.method) ?? monitorMethods[0],
    ...figures(sums.get(row.id), row.problem),
    source: 'registered',
    url: row.url,
    version: row.version,
    checkedAt: row.checked_at === null ? null : new Date(row.checked_at).toISOString(),
    problem: row.problem,
  }))
}

export type Monitor = { path: string; method: string; url: string }

export async function listMonitors(db: Db): Promise<{ id: string; method: string; url: string }[]> {
  const { rows } = await db.execute<{ id: string; method: string; url: string }>(
    sql`select id, method, url from monitored_endpoints order by id`,
  )
  return rows
}

export async function countMonitoredEndpoints(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from monitored_endpoints`)
  return rows[0]!.count
}

export async function addMonitoredEndpoint(tx: Db, id: string, monitor: Monitor, by: string): Promise<void> {
  await tx.execute(sql`
    insert into monitored_endpoints (id, path, method, url, created_by)
    values (${id}, ${monitor.path}, ${monitor.method}, ${monitor.url}, ${by})`)
}

/** Returns false if someone else changed the endpoint. What was measured at another address is deleted. */
export async function editMonitoredEndpoint(
  tx: Db,
  id: string,
  { path, method, url }: Monitor,
  version: number,
): Promise<boolean> {
  await tx.execute(sql`
    delete from monitored_endpoint_hours where endpoint_id in (
      select id from monitored_endpoints where id = ${id} and url <> ${url})`)
  const { rowCount } = await tx.execute(sql`
    update monitored_endpoints set path = ${path}, method = ${method}, url = ${url},
      version = version + 1, updated_at = now(), checked_at = null, problem = null
    where id = ${id} and version = ${version}`)
  return (rowCount ?? 0) > 0
}

/** Returns the deleted endpoint's address. */
export async function deleteMonitoredEndpoint(tx: Db, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ url: string }>(
    sql`delete from monitored_endpoints where id = ${id} returning url`,
  )
  return rows[0]?.url ?? null
}

export const round = <T extends number | null>(value: T): T =>
  (value === null ? null : Math.round(value * 10) / 10) as T
