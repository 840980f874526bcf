import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import type { Database } from '../db.ts'
import { openDatabase } from '../database/open.ts'
import { openQueue } from './open.ts'
import { slow } from './killed.job.ts'

const script = fileURLToPath(new URL('./killed.child.ts', import.meta.url))

let empty: Awaited<ReturnType<typeof emptyDatabase>>
let database: Database
beforeAll(async () => {
  empty = await emptyDatabase()
  await empty.release()
})
afterAll(async () => {
  await database?.close()
  await empty.database.close()
})

test("reruns a killed worker's job within 30 seconds, as the same attempt", async () => {
  const child = spawn(process.execPath, [script, empty.dataDir, ...(empty.url ? [empty.url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAtMs = performance.now()

  database = await openDatabase({ DATA_DIR: empty.dataDir, DATABASE_URL: empty.url })
  const queue = await openQueue(database, { ANALYSES_AT_ONCE: 1 })
  const seen: string[] = []
  await queue.work({ slow }, { slow: async (run) => void seen.push(`${run.id} ${run.attempt}`) })
  await vi.waitFor(() => expect(seen).toEqual([line]), 30_000)
  expect((performance.now() - killedAtMs) / 1000).toBeLessThan(30)
  await queue.stop()
}, 60_000)
