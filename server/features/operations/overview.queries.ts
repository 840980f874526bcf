import { sql } from 'drizzle-orm'
import type { SystemOverview } from '#contract/operations/operations.ts'
import type { Db } from '#server/platform/db.ts'
import { addDurations, noDurations, percentileMs } from './durations.ts'
import { lastDay, round } from './endpoints.queries.ts'
import { buildStatus } from './pipeline.service.ts'

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
