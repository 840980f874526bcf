import { sql } from 'drizzle-orm'
import type { MeasuredWindow, Performance } from '#contract/operations/operations.ts'
import type { Db } from '#server/platform/db.ts'
import { round } from './endpoints.queries.ts'
import { gigabyte } from './statistics.queries.ts'

const hoursOf: Record<MeasuredWindow, number> = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }
const weekHours = 7 * 24

type HourRow = {
  hour: Date | string
  first_at: Date | string
  requests: string | null
  total_ms: number | null
  minutes: number
  memory: number
}

export async function summarizePerformance(db: Db, window: MeasuredWindow, now = new Date()): Promise<Performance> {
  const length = hoursOf[window]
  const back = Math.max(weekHours, length)
  const since = sql`hour > ${new Date(now.getTime() - (length + back + 1) * hourMs).toISOString()}`
  const { rows } = await db.execute<HourRow>(sql`
    select hour, requests, total_ms, minutes, memory_bytes_sum as memory,
      (select first_at from machine_hours order by hour limit 1) as first_at
    from machine_hours
    left join (select hour, sum(requests) as requests, sum(total_ms) as total_ms from route_hours
      where ${since} group by hour) t using (hour)
    where ${since}
    order by hour`)
  const hours = rows.map((row) => ({ ...row, at: new Date(row.hour).getTime() }))
  const first = hours[0] ? new Date(hours[0].first_at).getTime() : now.getTime()
  const stretch = (end: number) => summarize(hours, end - length * hourMs, end, first)
  const current = stretch(now.getTime())
  const before = stretch(now.getTime() - back * hourMs)
  return {
    window,
    avgResponseTime: round(current.ms),
    responseTimeChange: change(current.ms, before.ms),
    uptime: current.uptime === null ? null : Math.floor(current.uptime * 100) / 100,
    uptimeChange: current.uptime === null || before.uptime === null ? null : round(current.uptime - before.uptime),
    memoryUsage: current.memory === null ? null : Math.round((current.memory / gigabyte) * 100) / 100,
    memoryChange: change(current.memory, before.memory),
    hours: hours
      .filter((row) => row.at > now.getTime() - length * hourMs)
      .map((row) => ({
        at: new Date(row.at).toISOString(),
        requests: Number(row.requests ?? 0),
        avgResponseTime: row.requests ? round((row.total_ms ?? 0) / Number(row.requests)) : null,
        memory: row.minutes > 0 ? Math.round((row.memory / row.minutes / gigabyte) * 1000) / 1000 : null,
      })),
  }
}

const hourMs = 3_600_000

type Stretch = { ms: number | null; uptime: number | null; memory: number | null }

/** The time before the first sample doesn't count as up or down. */
function summarize(hours: readonly (HourRow & { at: number })[], from: number, to: number, first: number): Stretch {
  const inside = hours.filter((row) => row.at + hourMs > from && row.at < to)
  const requests = inside.reduce((sum, row) => sum + Number(row.requests ?? 0), 0)
  const minutes = inside.reduce((sum, row) => sum + row.minutes, 0)
  const known = (to - Math.max(first, Math.floor(from / hourMs) * hourMs)) / 60_000
  if (minutes === 0 || known <= 0) return { ms: null, uptime: null, memory: null }
  return {
    ms: requests === 0 ? null : inside.reduce((sum, row) => sum + (row.total_ms ?? 0), 0) / requests,
    uptime: Math.min(100, (minutes / known) * 100),
    memory: inside.reduce((sum, row) => sum + row.memory, 0) / minutes,
  }
}

const change = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : round(((now - before) / before) * 100)
