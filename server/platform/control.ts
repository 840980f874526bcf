import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from './config.ts'
import type { Database } from './db.ts'

/** Commands that run in the server if it is running, otherwise in the command-line process. */
export type ControlVerbs = Record<
  string,
  (at: { database: Database; config: Config }, args: unknown) => Promise<unknown>
>

const socketPath = (config: Config): string => join(config.DATA_DIR, 'control.sock')

/** Systems limit socket paths to 104 bytes (macOS) or 108 bytes (Linux). */
const longestBytes = 100

function reachSocket(config: Config): { path: string; letGo: () => void } {
  const path = socketPath(config)
  if (Buffer.byteLength(path) <= longestBytes) return { path, letGo: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'venire-'))
  symlinkSync(config.DATA_DIR, join(folder, 'data'))
  return { path: join(folder, 'data', 'control.sock'), letGo: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Serves commands on a socket that only the server's user can open. Commands can't open the embedded database
 * themselves, because it allows only one process.
 */
export async function openControl(
  at: { database: Database; config: Config },
  verbs: ControlVerbs,
): Promise<{ close(): void }> {
  const path = socketPath(at.config)
  rmSync(path, { force: true })
  const server: Server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const { verb, args } = JSON.parse(await text(incoming)) as { verb: string; args: unknown }
      const run = verbs[verb]
      if (!run)
        throw new Error(`The running server doesn't recognize "${verb}". It may be running a different version.`)
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
  const reached = reachSocket(at.config)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(reached.path, resolve))
  } finally {
    reached.letGo()
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

export function askServer(config: Config, verb: string, args: unknown): Promise<{ result: unknown } | null> {
  const { path, letGo } = reachSocket(config)
  return new Promise<{ result: unknown } | null>((resolve, reject) => {
    const call = request({ socketPath: path, method: 'POST', path: '/' }, (response) => {
      readAnswer(response).then(resolve, reject)
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    call.end(JSON.stringify({ verb, args }))
  }).finally(letGo)
}
