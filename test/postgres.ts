import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

export type TestServer = {
  url: string
  folder: string
  shell(script: string): Promise<string>
  crash(): Promise<void>
  serve(data: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server with its own data, port, and password. As root, runs it as Debian's postgres user, because
 * PostgreSQL doesn't run as root.
 */
export async function startPostgres(more: Record<string, string> = {}): Promise<TestServer> {
  const bin = await postgresBin()
  const folder = await mkdtemp(join(tmpdir(), 'venire-postgres-'))
  const asUser = await unprivileged(folder)
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const [initdb, initdbArguments] = asUser(
    join(bin, 'initdb'),
    `-D ${data} -U venire --auth=scram-sha-256 --pwfile=${passwordFile} --encoding=UTF8 --locale=C.UTF-8 --no-sync`.split(
      ' ',
    ),
  )
  await run(initdb, initdbArguments)
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 60,
    fsync: 'off',
    log_min_messages: 'fatal',
    ...more,
  }
  const url = `postgres://venire:${password}@127.0.0.1:${port}/postgres`
  let end = async (_signal: NodeJS.Signals): Promise<void> => {}

  async function serve(dataFolder: string): Promise<void> {
    const [postgres, postgresArguments] = asUser(join(bin, 'postgres'), [
      '-D',
      dataFolder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    const server = spawn(postgres, postgresArguments, { stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    server.stderr.on('data', (bytes: Buffer) => (log += bytes.toString()))
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    end = (signal) => {
      server.kill(signal)
      return ended
    }
    try {
      await untilOpen(url, () => server.exitCode !== null)
    } catch (error) {
      await end('SIGINT')
      throw new Error(`The test server did not start: ${log}`, { cause: error })
    }
  }

  const stop = async (): Promise<void> => {
    await end('SIGINT')
    await rm(folder, { recursive: true, force: true })
  }
  const shell = async (script: string): Promise<string> => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PGHOST: '127.0.0.1', PGPORT: String(port) }
    const [command, given] = asUser('sh', ['-euc', script])
    const ran = await run(command, given, { env: { ...env, PGUSER: 'venire', PGPASSWORD: password }, cwd: folder })
    return ran.stdout
  }
  await serve(data).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  return { url, folder, shell, crash: () => end('SIGQUIT'), serve, stop }
}

async function postgresBin(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (!newest) throw new Error('The tests on a PostgreSQL server need one: apt-get install postgresql')
  return join('/usr/lib/postgresql', newest, 'bin')
}

/**
 * Returns a function that changes a command to run without root privileges. The command stops when this process exits.
 */
async function unprivileged(folder: string): Promise<(command: string, args: string[]) => [string, string[]]> {
  if (process.getuid?.() !== 0) return (command, args) => [command, args]
  const { stdout } = await run('id', ['-u', 'postgres'])
  const user = Number(stdout)
  await chown(folder, user, user)
  const privileges = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--pdeathsig=INT']
  return (command, args) => ['setpriv', [...privileges, command, ...args]]
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

export async function untilOpen(url: string, hasEnded: () => boolean = () => false): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (hasEnded() || tries >= 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
