import { sql } from 'drizzle-orm'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { classify, noDurations } from './durations.ts'
import { mayMonitor } from './monitors.service.ts'
import { type IsCounting, recordCheck } from './recorder.ts'

const timeoutMs = 5000
const atOnce = 5

type Check = { ms: number; problem: string | null }

export async function checkMonitors(db: Db, config: Config, isCounting: IsCounting = async () => true): Promise<void> {
  if (!(await isCounting(db))) return
  const { rows } = await db.execute<{ id: string; method: string; url: string }>(
    sql`select id, method, url from monitored_endpoints order by id`,
  )
  for (let at = 0; at < rows.length; at += atOnce) {
    await Promise.all(
      rows.slice(at, at + atOnce).map(async ({ id, method, url }) => {
        const check = mayMonitor(url, config.MONITOR_HOSTS)
          ? await ask(method, url)
          : { ms: 0, problem: 'The host is no longer listed in MONITOR_HOSTS.' }
        const durations = noDurations()
        durations[classify(check.ms)] = 1
        await recordCheck(db, id, { ...check, durations }, new Date(), isCounting)
      }),
    )
  }
}

/** Doesn't follow redirects, which could lead to a disallowed host. Doesn't read the body. */
export async function ask(method: string, url: string): Promise<Check> {
  const started = performance.now()
  const since = () => performance.now() - started
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': 'Venire-Check' },
    })
    const ms = since()
    await response.body?.cancel()
    return { ms, problem: response.status < 400 ? null : `Responded with status ${response.status}.` }
  } catch (error) {
    const slow = error instanceof Error && error.name === 'TimeoutError'
    return {
      ms: since(),
      problem: slow ? `No response within ${timeoutMs / 1000} seconds.` : 'Couldn’t reach the address.',
    }
  }
}
