import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { freePort } from '#test/crash/platform.ts'
import { startPostgres } from '#test/postgres.ts'
import { s3Keys } from '#test/s3.ts'
import { type Gate, openGate } from './cluster.gate.ts'
import { newLedger } from './cluster.load.ts'
import type { StoreMood, StoreOrder, StoreReport } from './cluster.store.ts'

const longestStartMs = 120_000
const current = fileURLToPath(new URL('..', import.meta.url))
const commands = { web: ['test/cluster.child.ts'], worker: ['cli/main.ts', 'worker', '--port'] }
const isolated = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const

/** If true, each process gets its own PID namespace, as on a separate machine. If false, it gets a process group. */
export const canIsolate = spawnSync(isolated[0], [...isolated.slice(1), 'true']).status === 0

type Env = Record<string, string>
export type Machine = Awaited<ReturnType<typeof buildMachine>>
export type Machines = Awaited<ReturnType<typeof openMachines>>

async function buildMachine(role: 'web' | 'worker', name: string, env: Env, faults: string[]) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let isExpected = true
  let output = ''
  let ended: Promise<unknown> = Promise.resolve()
  let toolsHit = 0

  async function start(more: Env = {}, checkout = current): Promise<void> {
    const [script, ...given] = commands[role]
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', join(checkout, script!), ...given]
    if (role === 'worker') node.push(String(port))
    const [command, ...args] = canIsolate ? [...isolated, ...node] : node
    const fresh = spawn(command!, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, PORT: String(port), ROLE: role, ...more },
    })
    child = fresh
    isExpected = false
    output = ''
    for (const stream of [fresh.stdout, fresh.stderr])
      stream.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-20_000)))
    ended = once(fresh, 'exit').then(([code, signal]) => {
      if (child === fresh) child = null
      if (!isExpected) faults.push(`${name} ended by itself (${code ?? signal}): ${output.slice(-600)}`)
    })
    const deadline = Date.now() + longestStartMs
    while (!output.includes(' is running') && child === fresh) {
      if (Date.now() > deadline) throw new Error(`${name} did not start: ${output}`)
      await sleep(50)
    }
  }

  function listProcesses(): number[] {
    const first = child?.pid === undefined ? undefined : canIsolate ? listChildren(child.pid)[0] : child.pid
    if (first === undefined) return []
    if (!canIsolate) return listDescendants(first)
    const namespace = readNamespace(first)
    const inside = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && readNamespace(Number(id)) === namespace)
    return [first, ...inside.map(Number).filter((id) => id !== first)]
  }

  function signal(ids: number[], name: NodeJS.Signals): void {
    for (const id of ids)
      try {
        process.kill(id, name)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }

  /** Export tools run for only a few seconds, so most kills and pauses miss them. Count the hits. */
  const countTools = (ids: number[]) => {
    toolsHit += ids.filter(isExportTool).length
  }

  return {
    name,
    role,
    getToolsHit: () => toolsHit,
    url,
    start,
    listProcesses,
    isRunning: () => child !== null,
    log: () => output.split('\n').filter((line) => line.startsWith('{')),
    async kill() {
      isExpected = true
      const ids = listProcesses()
      countTools(ids)
      signal(canIsolate ? ids.slice(0, 1) : ids, 'SIGKILL')
      await ended
    },
    async stop() {
      isExpected = true
      signal(listProcesses().slice(0, 1), 'SIGTERM')
      await ended
    },
    async pause(ms: number, everything: boolean) {
      const all = listProcesses()
      countTools(all)
      const ids = all.slice(0, everything ? undefined : 1)
      signal(ids, 'SIGSTOP')
      await sleep(ms)
      signal(ids, 'SIGCONT')
    },
  }
}

function isExportTool(id: number): boolean {
  try {
    const [command = '', ...args] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
    return command === 'qpdf' || (command === 'ffmpeg' && args.some((each) => each.includes('/exports/')))
  } catch {
    return false
  }
}

const readNamespace = (id: number): string | null => {
  try {
    return readlinkSync(`/proc/${id}/ns/pid`)
  } catch {
    return null
  }
}

const listChildren = (id: number): number[] => {
  try {
    return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

export const listDescendants = (id: number): number[] => [id, ...listChildren(id).flatMap(listDescendants)]

export type Store = {
  url: string
  turn(mood: StoreMood): void
  age(ageMs: number): void
  report(): Promise<StoreReport>
  end(): void
}

export async function openStore(): Promise<Store> {
  const child = fork(fileURLToPath(new URL('cluster.store.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [{ url }] = (await once(child, 'message')) as [StoreReport]
  const tell = (order: StoreOrder) => void child.send(order)
  return {
    url,
    turn: (mood) => tell({ mood }),
    age: (ageMs) => tell({ ageMs }),
    async report() {
      const answered = once(child, 'message')
      tell('report')
      return (await answered)[0] as StoreReport
    },
    end: () => void child.kill('SIGKILL'),
  }
}

function openFolder(files: string): Store {
  return {
    url: '',
    turn: () => {},
    age: () => {},
    async report() {
      const names = await readdir(files, { recursive: true, withFileTypes: true })
      const paths = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
      const objects = paths.map((path) => {
        const bytes = readFileSync(path)
        return { key: relative(files, path), sizeBytes: bytes.length, sha256: hash('sha256', bytes) }
      })
      return { url: '', objects: objects.filter(({ key }) => !key.startsWith('.')), halfWritten: 0 }
    },
    end: () => {},
  }
}

async function openDatabase(): Promise<{ server: Awaited<ReturnType<typeof startPostgres>>; gate: Gate; url: string }> {
  const server = await startPostgres({ max_connections: '120', wal_level: 'replica', max_wal_senders: '4' })
  const gate = await openGate(Number(new URL(server.url).port))
  const url = new URL(server.url)
  url.port = String(gate.port)
  return { server, gate, url: url.href }
}

export async function openMachines(settings: Env = {}, kind: 's3' | 'folder' = 's3') {
  const folder = await mkdtemp(join(tmpdir(), 'venire-cluster-'))
  const { server, gate, url } = await openDatabase()
  const store = kind === 's3' ? await openStore() : openFolder(join(folder, 'shared/files'))
  const faults: string[] = []
  const closing: (() => Promise<void>)[] = []
  const env = {
    ...(process.env as Env),
    ...s3Keys,
    DATABASE_URL: url,
    STORAGE_URL: store.url,
    DATA_DIR: join(folder, 'shared'),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    SIGN_UP: 'open',
    MIN_FREE_GB: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    BUILT_IN_RECOGNITION: 'false',
    DRAFT_RECOGNITION: 'false',
    STOP_GRACE_SECONDS: '3',
    ...settings,
  }
  let pool = new Pool({ connectionString: server.url, max: 2 })
  pool.on('error', () => {})
  const names = { web: ['web 1', 'web 2'], worker: ['worker 1', 'worker 2'] }
  const build = (role: 'web' | 'worker') =>
    Promise.all(
      names[role].map((name) =>
        buildMachine(role, name, { ...env, WORK_DIR: join(folder, name.replace(' ', '-')) }, faults),
      ),
    )
  const [webs, workers] = [await build('web'), await build('worker')]
  return {
    folder,
    env,
    server,
    gate,
    store,
    webs,
    workers,
    faults,
    /** All drills share one ledger because later drills also audit earlier work. */
    ledger: newLedger(),
    closing,
    query: async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
      (await pool.query<Row>(sql, values)).rows,
    reconnect: async (to: string) => {
      await pool.end()
      pool = new Pool({ connectionString: to, max: 2 })
      pool.on('error', () => {})
    },
    async close() {
      await Promise.all([...webs, ...workers].map((each) => each.kill()))
      await pool.end()
      for (const each of closing) await each()
      gate.end()
      store.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
