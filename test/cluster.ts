import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createClient } from './crash/client.ts'
import { freePort } from './crash/platform.ts'
import { signUp } from './crash/sign-up.ts'
import { startPostgres } from './postgres.ts'

const web = fileURLToPath(new URL('./cluster.child.ts', import.meta.url))
const command = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const patienceMs = 90_000

export type Member = {
  child: ChildProcess
  url: string
  output(): string
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export async function openCluster(settings: Record<string, string> = {}) {
  const server = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'venire-cluster-'))
  const members: Member[] = []
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: folder,
    SIGN_UP: 'open',
    MIN_FREE_GB: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    BUILT_IN_RECOGNITION: 'false',
    DRAFT_RECOGNITION: 'false',
    ...settings,
  }

  async function launch(args: string[], port: number, more: Record<string, string>): Promise<Member> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, PORT: String(port), ...more },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const member: Member = {
      child,
      url: `http://127.0.0.1:${port}`,
      output: () => output,
      end: (signal = 'SIGTERM') => {
        child.kill(signal)
        if (signal !== 'SIGKILL') child.kill('SIGCONT')
        return ended
      },
    }
    members.push(member)
    await until(() => / is running/.test(output) || child.exitCode !== null, 'the process to start')
    return member
  }

  const query = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  return {
    folder,
    databaseUrl: server.url,
    server,
    query,
    startWeb: async (more: Record<string, string> = {}) => launch([web], await freePort(), { ROLE: 'web', ...more }),
    async startWorker(args: string[] = [], more: Record<string, string> = {}) {
      const port = await freePort()
      return launch([command, 'worker', '--port', String(port), ...args], port, more)
    },
    signUp: async ({ url }: Member) => {
      const token = await signUp(url)
      return { token, client: createClient(url, token) }
    },
    async close() {
      await Promise.all(members.map((each) => each.end('SIGKILL')))
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof openCluster>>

export async function until<T>(ask: () => Promise<T> | T, what: string): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(100)) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
  }
}
