/**
 * Compares each role with one process that has all of them, on PostgreSQL and an S3 store: time to ready, idle memory,
 * and lists. Run: npm run bench -- roles [--rounds 3] [--seconds 3]
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { signUp } from '#test/crash/sign-up.ts'
import { startPostgres } from '#test/postgres.ts'
import { s3Keys } from '#test/s3.ts'
import { openStore } from './cluster.machines.ts'
import { load } from './load.client.ts'
import { median, ratio } from './rounds.compare.ts'
import { type Process, readCpuMs, readMemoryMb, startProcess } from './servers.start.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
})
const venire = fileURLToPath(new URL('../venire', import.meta.url))
const cases = 50
const path = `/api/cases?limit=${cases}`
const targets = { readyMs: 1500, idleMb: 250 }

const roles = { all: 'start', web: 'start', worker: 'worker' } as const
type Role = keyof typeof roles
type Figures = { readyMs: number; idleMb: number; listUs: number; unchangedUs: number }

const start = (role: Role, env: Record<string, string>): Promise<Process> =>
  startProcess(venire, (port) => [roles[role], '--port', String(port)], { ...env, ROLE: role })

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
async function read({ pid, port }: Process, headers: Record<string, string>, expect: number): Promise<number> {
  const request = { port, path, headers: () => headers, expect, connections: 8 }
  await load({ ...request, seconds: 1 })
  const before = readCpuMs(pid)
  const seconds = Number(values.seconds)
  const { perSecond } = await load({ ...request, seconds })
  return ((readCpuMs(pid) - before) * 1000) / (perSecond * seconds)
}

async function measure(role: Role, env: Record<string, string>, token: string): Promise<Figures> {
  const running = await start(role, env)
  await sleep(10_000)
  const idle = { readyMs: running.readyMs, idleMb: readMemoryMb(running.pid, 'VmRSS') }
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
