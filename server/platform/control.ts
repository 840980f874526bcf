import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from './config.ts'
import type { Database } from './db.ts'

/** Commands that run in the server process if the server is running, and otherwise in the command-line process. */
export type ControlVerbs = Record<
  string,
  (at: { database: Database; config: Config }, args: unknown) => Promise<unknown>
>

const socketName = /^control-[0-9a-f]{6}-\d+\.sock$/
/** Machines that share a data folder each put sockets in it, and containers reuse process IDs. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)

const listSockets = (config: Config): string[] => {
  const names = existsSync(config.DATA_DIR) ? readdirSync(config.DATA_DIR) : []
  return names.filter((name) => socketName.test(name)).toSorted()
}

/** Operating systems limit socket paths to 104 bytes (macOS) or 108 bytes (Linux). */
const longestBytes = 100

function openSocketPath(config: Config, name: string): { path: string; closeSocketPath: () => void } {
  const path = join(config.DATA_DIR, name)
  if (Buffer.byteLength(path) <= longestBytes) return { path, closeSocketPath: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'venire-'))
  symlinkSync(config.DATA_DIR, join(folder, 'data'))
  return { path: join(folder, 'data', name), closeSocketPath: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Serves commands on a socket that only the server's user can open. Commands can't open the embedded database
 * themselves, because it allows only one process.
 */
export async function openControl(
  at: { database: Database; config: Config },
  verbs: ControlVerbs,
): Promise<{ close(): void }> {
  const name = `control-${machine}-${process.pid}.sock`
  const path = join(at.config.DATA_DIR, name)
  rmSync(path, { force: true })
  await removeDeadSockets(at.config)
  const server: Server = createServer((incoming, outgoing) => {
    if (incoming.method === 'GET') return void outgoing.end()
    const answer = async () => {
      const { verb, args } = JSON.parse(await text(incoming)) as { verb: string; args: unknown }
      const run = verbs[verb]
      if (!run)
        throw new Error(`The running server doesn’t recognize "${verb}". It may be running a different version.`)
      return run(at, args)
    }
    answer().then(
      (result) => outgoing.end(JSON.stringify({ result })),
      (error: unknown) =>
        outgoing
          .writeHead(500)
          .end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) })),
    )
  })
  const reached = openSocketPath(at.config, name)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(reached.path, resolve))
  } finally {
    reached.closeSocketPath()
  }
  chmodSync(path, 0o600)
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readAnswer(response: IncomingMessage): Promise<{ result: unknown }> {
  const answer = JSON.parse(await text(response)) as { result: unknown; message?: string }
  if (response.statusCode !== 200) throw new Error(answer.message)
  return { result: answer.result }
}

/** Queries a process that uses the data folder. Returns null if no process on this machine responds. */
export async function askServer(config: Config, verb: string, args: unknown): Promise<{ result: unknown } | null> {
  for (const name of listSockets(config)) {
    const answer = (await probe(config, name)) === 'alive' && (await askSocket(config, name, verb, args))
    if (answer) return answer
  }
  return null
}

/** Removes sockets left behind by killed processes on this machine. */
async function removeDeadSockets(config: Config): Promise<void> {
  for (const name of listSockets(config).filter((each) => each.startsWith(`control-${machine}-`)))
    if ((await probe(config, name)) === 'dead') rmSync(join(config.DATA_DIR, name), { force: true })
}

const probeMs = 3000

/** `silent` means that a process accepts connections but doesn't respond, for example because it's paused. */
function probe(config: Config, name: string): Promise<'alive' | 'dead' | 'silent'> {
  const { path: socketPath, closeSocketPath } = openSocketPath(config, name)
  return new Promise<'alive' | 'dead' | 'silent'>((resolve) => {
    const call = request({ socketPath, method: 'GET', signal: AbortSignal.timeout(probeMs) }, (response) => {
      response.resume()
      resolve('alive')
    })
    call.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'dead' : 'silent'))
    call.end()
  }).finally(closeSocketPath)
}

function askSocket(config: Config, name: string, verb: string, args: unknown): Promise<{ result: unknown } | null> {
  const { path, closeSocketPath } = openSocketPath(config, name)
  return new Promise<{ result: unknown } | null>((resolve, reject) => {
    const call = request({ socketPath: path, method: 'POST', path: '/' }, (response) => {
      readAnswer(response).then(resolve, reject)
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    call.end(JSON.stringify({ verb, args }))
  }).finally(closeSocketPath)
}
