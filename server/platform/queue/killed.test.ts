import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import type { Database } from '../db.ts'
import { openDatabase } from '../database/open.ts'
import type { JobRun } from '../queue.ts'
import { openQueue } from './open.ts'
import { slow } from './killed.job.ts'

const script = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

let empty: Awaited<ReturnType<typeof emptyDatabase>>
let database: Database | undefined
beforeEach(async () => {
  empty = await emptyDatabase()
  await empty.release()
})
afterEach(async () => {
  await database?.close()
  database = undefined
  await empty.database.close()
})

async function killRunningWorker(): Promise<string> {
  const child = spawn(process.execPath, [script, empty.dataDir, ...(empty.url ? [empty.url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return line
}

async function work(handle: (run: JobRun<unknown>) => Promise<void>) {
  database = await openDatabase({ DATA_DIR: empty.dataDir, DATABASE_URL: empty.url })
  const queue = await openQueue(database, { ANALYSES_AT_ONCE: 1 }, () => {})
  await queue.work({ slow }, { slow: handle })
  return { queue, pool: database.pool }
}

test("reruns a killed worker's job within 30 seconds, as the same attempt", async () => {
  const line = await killRunningWorker()
  const killedAtMs = performance.now()
  const seen: string[] = []
  const { queue } = await work(async (run) => void seen.push(`${run.id} ${run.attempt}`))
  await vi.waitFor(() => expect(seen).toEqual([line]), 30_000)
  expect((performance.now() - killedAtMs) / 1000).toBeLessThan(30)
  await queue.stop()
}, 60_000)

test('fails a job whose worker was killed 5 times', async () => {
  const lines = new Set<string>()
  for (let killed = 0; killed < 5; killed++) {
    lines.add(await killRunningWorker())
    if (empty.url) await empty.database.pool.query(`update pgboss.job set heartbeat_on = now() - interval '1 minute'`)
  }
  expect(lines.size).toBe(1)
  const seen: string[] = []
  const { queue, pool } = await work(async (run) => void seen.push(run.id))
  await vi.waitFor(
    async () =>
      expect((await pool.query('select state, output from pgboss.job')).rows).toEqual([
        { state: 'failed', output: { reason: 'The worker running this job stopped unexpectedly 5 times.' } },
      ]),
    30_000,
  )
  expect(seen).toEqual([])
  await queue.stop()
}, 120_000)
