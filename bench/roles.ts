/**
 * Compares each role with one process that has all of them, on PostgreSQL and an S3 store: time to ready, idle memory,
 * and lists. Run: npm run bench -- roles [--rounds 3] [--seconds 3]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '#test/crash/platform.ts'
import { signUp } from '#test/crash/sign-up.ts'
import { startPostgres } from '#test/postgres.ts'
import { s3Keys } from '#test/s3.ts'
import { openStore } from './cluster.machines.ts'
import { load } from './load.client.ts'
import { median, ratio } from './rounds.compare.ts'
import { readCpuMs } from './servers.start.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
})
const venire = fileURLToPath(new URL('../venire', import.meta.url))
const cases = 50
const path = `/api/cases?limit=${cases}`
const targets = { readyMs: 1500, idleMb: 250 }

const roles = { all: ['start'], web: ['start'], worker: ['worker'] } as const
type Role = keyof typeof roles
type Figures = { readyMs: number; idleMb: number; listUs: number; unchangedUs: number }
type Running = { port: number; readyMs: number; cpuMs(): number; rssMb(): number; stop(): Promise<void> }

async function start(role: Role, env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const startedAt = performance.now()
  const child: ChildProcess = spawn(venire, [...roles[role], '--port', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, ...env, ROLE: role, PORT: String(port) },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The ${role} process ended with ${child.exitCode}.`)
    await sleep(10)
  }
  return {
    port,
    readyMs: performance.now() - startedAt,
    cpuMs: () => readCpuMs(child.pid!),
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function addCases(url: string, token: string): Promise<void> {
  for (let at = 0; at < cases; at++) {
    const response = await fetch(`${url}/api/cases`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ title: `State v. Example ${at}`, caseNumber: `K-${at}` }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

/** Returns the CPU time of the server per response, in microseconds. */
async function read(running: Running, headers: Record<string, string>, expect: number): Promise<number> {
  const request = { port: running.port, path, headers: () => headers, expect, connections: 8 }
  await load({ ...request, seconds: 1 })
  const before = running.cpuMs()
  const seconds = Number(values.seconds)
  const { perSecond } = await load({ ...request, seconds })
  return ((running.cpuMs() - before) * 1000) / (perSecond * seconds)
}

async function measure(role: Role, env: Record<string, string>, token: string): Promise<Figures> {
  const running = await start(role, env)
  await sleep(10_000)
  const idle = { readyMs: running.readyMs, idleMb: running.rssMb() }
  let lists = { listUs: NaN, unchangedUs: NaN }
  if (role !== 'worker') {
    const headers = { authorization: `Bearer ${token}` }
    const listUs = await read(running, headers, 200)
    const { headers: answered } = await fetch(`http://127.0.0.1:${running.port}${path}`, { headers })
    const unchanged = { ...headers, 'if-none-match': answered.get('etag')! }
    lists = { listUs, unchangedUs: await read(running, unchanged, 304) }
  }
  await running.stop()
  return { ...idle, ...lists }
}

const folder = await mkdtemp(join(tmpdir(), 'venire-roles-'))
const postgres = await startPostgres()
const store = await openStore()
const env = {
  ...s3Keys,
  DATABASE_URL: postgres.url,
  STORAGE_URL: store.url,
  DATA_DIR: join(folder, 'data'),
  SIGN_UP: 'open',
  MIN_FREE_GB: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
}
try {
  const first = await start('all', env)
  const url = `http://127.0.0.1:${first.port}`
  const token = await signUp(url)
  await addCases(url, token)
  await first.stop()
  const figures: Record<Role, Figures[]> = { all: [], web: [], worker: [] }
  for (let round = 0; round < Number(values.rounds); round++)
    for (const role of ['all', 'web', 'worker'] as const) figures[role].push(await measure(role, env, token))

  const show = (role: Role, field: keyof Figures, unit: string) => {
    const own = figures[role].map((each) => each[field])
    if (Number.isNaN(own[0])) return '–'
    const share = ratio(
      own,
      figures.all.map((each) => each[field]),
    )
    return `${median(own).toFixed(0)} ${unit} (${share.toFixed(2)}x)`
  }
  console.log(`Medians of ${values.rounds} rounds, and ratios to one process with all roles`)
  for (const role of ['all', 'web', 'worker'] as const) {
    const [ready, idle] = [show(role, 'readyMs', 'ms'), show(role, 'idleMb', 'MB')]
    const [list, unchanged] = [show(role, 'listUs', 'µs'), show(role, 'unchangedUs', 'µs')]
    console.log(`${role.padEnd(8)} ready ${ready}, idle ${idle}, list of ${cases} ${list}, unchanged ${unchanged}`)
  }
  console.log(`Targets: ready ${targets.readyMs} ms, idle ${targets.idleMb} MB`)
} finally {
  store.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
