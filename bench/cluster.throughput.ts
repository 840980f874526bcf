import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countUnfinished } from './cluster.audit.ts'
import type { Drill, Result } from './cluster.drills.ts'
import { newLedger, pad, uploadVideo } from './cluster.load.ts'
import type { Machine } from './cluster.machines.ts'
import { load } from './load.client.ts'

/** The CPU limit per process, as a percentage of one core. Two processes, PostgreSQL, and the client must all fit. */
const quotas = { web: 10, worker: 30 }
const leastRatio = 1.8
const folder = '/sys/fs/cgroup/cpu'

/**
 * Limits the CPU time of a process and its children. Returns a function that removes the limit, or null if limits
 * aren't available.
 */
function limit({ name, role, listProcesses }: Machine): (() => void) | null {
  const group = join(folder, `venire-bench-${name.replace(' ', '-')}`)
  const write = (file: string, value: number, at = group) => writeFileSync(join(at, file), String(value))
  try {
    if (!existsSync(group)) mkdirSync(group)
    write('cpu.cfs_quota_us', quotas[role] * 1000)
    // Keep other work on this machine from taking CPU time from the group.
    write('cpu.shares', 100_000)
    for (const id of listProcesses()) write('cgroup.procs', id)
  } catch {
    return null
  }
  return () => {
    for (const id of listProcesses()) write('cgroup.procs', id, folder)
    rmdirSync(group)
  }
}

export async function compareThroughput({ machines, client, token, video }: Drill, many: number): Promise<Result> {
  const { webs, workers, query } = machines
  const isIdle = async () => (await countUnfinished(machines)) === 0
  const until = async (done: () => Promise<boolean>) => {
    while (!(await done())) await sleep(200)
  }
  await until(isIdle)

  async function analyze(count: number): Promise<number> {
    await Promise.all(workers.map((each) => each.stop()))
    const ledger = newLedger()
    for (let at = 0; at < many; at++) await uploadVideo(client, ledger, `day ${at}.mp4`, pad(video))
    const used = workers.slice(0, count)
    await Promise.all(used.map((each) => each.start({ ANALYSES_AT_ONCE: '1' })))
    const lifts = used.map(limit)
    await until(isIdle)
    for (const lift of lifts) lift?.()
    const [took] = await query<{ seconds: number }>(
      `select extract(epoch from max(finished_at) - min(started_at))::float8 as seconds
        from analysis_runs where video_id = any($1)`,
      [[...ledger.videos.keys()]],
    )
    return (many / took!.seconds) * 60
  }

  async function read(count: number): Promise<number> {
    const used = webs.slice(0, count)
    const lifts = used.map(limit)
    const cookie = () => ({ cookie: `venire_session=${token}` })
    const request = { path: '/api/videos?limit=50', headers: cookie, expect: 200, connections: 4, seconds: 10 }
    const answers = await Promise.all(used.map(({ url }) => load({ ...request, port: Number(new URL(url).port) })))
    for (const lift of lifts) lift?.()
    return answers.reduce((sum, { perSecond }) => sum + perSecond, 0)
  }

  const probe = limit(webs[0]!)
  if (!probe) return { text: 'skipped, because CPU quotas (cgroup v1) are not available here', problems: [] }
  probe()
  const lists = [await read(1), await read(2)] as const
  const analyses = [await analyze(1), await analyze(2)] as const
  await Promise.all(workers.map(async (each) => each.isRunning() || each.start()))
  const describe = (what: string, [one, two]: readonly [number, number]) =>
    `${what}: ${one.toFixed(1)} with one process, ${two.toFixed(1)} with two, ${(two / one).toFixed(2)} times`
  return {
    text: `${describe('analyses a minute', analyses)}; ${describe('lists a second', lists)}; each worker with ${quotas.worker}% of a core and each web process with ${quotas.web}%`,
    problems: [analyses, lists].flatMap(([one, two]) => (two / one < leastRatio ? ['less than 1.8 times'] : [])),
  }
}
