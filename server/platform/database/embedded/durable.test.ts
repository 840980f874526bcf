import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTemplate } from '#test/template.ts'
import { lockFolder } from './lock.ts'
import { openDatabase } from '../open.ts'

const script = fileURLToPath(new URL('./durable.child.ts', import.meta.url))
const preload = new URL('./fsyncs.preload.ts', import.meta.url).href

let dataDir: string
let running: ChildProcess | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'venire-durable-'))
  await copyTemplate(join(dataDir, 'pg'))
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function refusalOf(attempt: () => unknown): string {
  try {
    attempt()
    return 'no refusal'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('flushes every commit to disk before acknowledging it', async () => {
  const log = join(dataDir, 'fsyncs')
  const child = spawn(process.execPath, ['--import', preload, script, dataDir, '50'], {
    env: { ...process.env, FSYNC_LOG: log, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running = child
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
  expect((await stat(log)).size).toBeGreaterThanOrEqual(50)
})

test('keeps every acknowledged commit after kill -9, and its lock only while alive', async () => {
  let acknowledged = 0
  const refusals: string[] = []
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    running = child
    const lines = createInterface({ input: child.stdout })
    const afterOpening = 40 + Math.floor(Math.random() * 60)
    let seen = 0
    for await (const line of lines) {
      if (line === 'open') {
        refusals.push(refusalOf(() => lockFolder(dataDir)))
        continue
      }
      acknowledged = Number(line)
      if (++seen >= afterOpening) child.kill('SIGKILL')
    }
    expect(seen).toBeGreaterThanOrEqual(afterOpening)
  }
  const inUse = `DATA_DIR ${dataDir} is in use by another Venire process. Stop that one first, or choose another DATA_DIR.`
  expect(refusals).toEqual([inUse, inUse, inUse])
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined })
  const { rows } = await database.pool.query<{ count: number; last: number }>(
    'select count(*) as count, max(n) as last from acknowledged',
  )
  await database.close()
  expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged)
  expect(rows[0]?.count).toBe(rows[0]?.last)
}, 180_000)
