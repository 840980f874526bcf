import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from './config.ts'
import type { Database } from './db.ts'

/** What a command-line verb may ask of the installation, by name. It runs in the server while one runs, else on its own. */
export type ControlVerbs = Record<
  string,
  (at: { database: Database; config: Config }, args: unknown) => Promise<unknown>
>

/** Unix socket paths are limited to about 100 bytes; the data directory's name decides. */
const socketPath = (config: Config): string => join(config.DATA_DIR, 'control.sock')

/**
 * The embedded database allows one process. While the server holds it, the command line asks the server through
 * this socket, which only the same user may open.
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
      if (!run) throw new Error(`The running server does not know "${verb}". Was it started with another version?`)
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
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
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

/** Null where no server listens on this data directory. */
export function askServer(config: Config, verb: string, args: unknown): Promise<{ result: unknown } | null> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: socketPath(config), method: 'POST', path: '/' }, (response) => {
      readAnswer(response).then(resolve, reject)
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    call.end(JSON.stringify({ verb, args }))
  })
}
