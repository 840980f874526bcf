import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import type { Measured } from './meter.ts'

const keepDays = 70

export type IsCounting = (tx: Db) => Promise<boolean>

/** Requests and statements are summed across processes, but minutes and memory are recorded by only one process. */
export async function recordMeasured(
  db: Db,
  measured: Measured,
  memoryBytes: number,
  at = new Date(),
  isCounting: IsCounting = async () => true,
): Promise<void> {
  const hour = toHour(at)
  await db.transaction(async (tx) => {
    const [minutes, memory] = (await isCounting(tx)) ? [1, memoryBytes] : [0, 0]
    for (const [key, { requests, failures, totalMs, durations }] of measured.routes) {
      const [method, route] = key.split(' ')
      await tx.execute(sql`
        insert into route_hours values (${hour}, ${method}, ${route}, ${requests}, ${failures}, ${totalMs}, ${numbers(durations)})
        on conflict (hour, method, route) do update set
          requests = route_hours.requests + excluded.requests,
          failures = route_hours.failures + excluded.failures,
          total_ms = route_hours.total_ms + excluded.total_ms,
          durations = ${sumBy('route_hours')}`)
    }
    await tx.execute(sql`
      insert into machine_hours values (${hour}, ${at.toISOString()}, ${minutes}, ${memory}, ${measured.queries}, ${measured.queryMs})
      on conflict (hour) do update set
        minutes = least(60, machine_hours.minutes + excluded.minutes),
        memory_bytes_sum = machine_hours.memory_bytes_sum
          + case when machine_hours.minutes < 60 then excluded.memory_bytes_sum else 0 end,
        queries = machine_hours.queries + excluded.queries,
        query_ms = machine_hours.query_ms + excluded.query_ms`)
  })
}

export async function recordCheck(
  db: Db,
  endpointId: string,
  check: { ms: number; problem: string | null; durations: number[] },
  at = new Date(),
  isCounting: IsCounting = async () => true,
): Promise<void> {
  const failures = check.problem === null ? 0 : 1
  await db.transaction(async (tx) => {
    if (!(await isCounting(tx))) return
    const known = await tx.execute(sql`
      update monitored_endpoints set checked_at = ${at.toISOString()}, problem = ${check.problem}
      where id = ${endpointId} returning id`)
    if (known.rows.length === 0) return
    await tx.execute(sql`
      insert into monitored_endpoint_hours
      values (${endpointId}, ${toHour(at)}, 1, ${failures}, ${check.ms}, ${numbers(check.durations)})
      on conflict (endpoint_id, hour) do update set
        checks = monitored_endpoint_hours.checks + 1,
        failures = monitored_endpoint_hours.failures + excluded.failures,
        total_ms = monitored_endpoint_hours.total_ms + excluded.total_ms,
        durations = ${sumBy('monitored_endpoint_hours')}`)
  })
}

export async function purgeMeasured(db: Db): Promise<void> {
  for (const table of ['route_hours', 'machine_hours', 'monitored_endpoint_hours']) {
    await db.execute(sql`delete from ${sql.identifier(table)} where hour < now() - make_interval(days => ${keepDays})`)
  }
}

const toHour = (at: Date): string => `${at.toISOString().slice(0, 13)}:00:00Z`
const numbers = (values: readonly number[]) => sql`${`{${values.join(',')}}`}::integer[]`
const sumBy = (table: string) => sql`(
  select array_agg(coalesce(a, 0) + coalesce(b, 0) order by at)
  from unnest(${sql.identifier(table)}.durations, excluded.durations) with ordinality as both_of (a, b, at))`
