import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Config } from '../config.ts'

type Address = Pick<Config, 'HOST' | 'PORT' | 'TLS_CERT' | 'TLS_KEY'>

/**
 * Responds to requests until the application listens. A backup before a migration can take so long that an orchestrator
 * would otherwise restart the process.
 */
export async function answerWhileStarting(
  { HOST, PORT, TLS_CERT, TLS_KEY }: Address,
  getStep: () => string,
): Promise<{ close(): Promise<void> }> {
  const answer: RequestListener = ({ url }, response) => {
    const isAlive = url === '/healthz'
    const status = isAlive ? 'ok' : `starting: ${getStep()}`
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(isAlive ? {} : { 'retry-after': '5' }),
    })
    response.end(JSON.stringify({ status }))
  }
  const server =
    TLS_CERT && TLS_KEY
      ? createTlsServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, answer)
      : createServer(answer)
  await new Promise<void>((resolve) => {
    // The application itself reports a port conflict, after checking that the data folder is free.
    server.once('error', () => resolve())
    server.listen({ host: HOST, port: PORT }, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
