import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerJobs } from '#worker/index.ts'
import { startPostgres, type TestServer } from './postgres.ts'

const script = fileURLToPath(new URL('./start.together.child.ts', import.meta.url))

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'venire-together-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function load() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder, server.url], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return async () => {
    const ended = once(child, 'exit')
    const said: string[] = []
    lines.on('line', (line) => said.push(line))
    child.stdin.write('start\n')
    const [code] = (await ended) as [number | null]
    return { code, said, errors }
  }
}

test('four processes starting at once on an empty database all answer', { timeout: 180_000, retry: 0 }, async () => {
  const loaded = await Promise.all([load(), load(), load(), load()])
  const outcomes = await Promise.all(loaded.map((start) => start()))
  expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ code: 0, said: ['200'], errors: '' })))
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from pgboss.queue order by name')
  await client.end()
  const queues = rows.map((each) => each.name)
  for (const { name } of Object.values(workerJobs)) expect(queues).toContain(name)
})
