import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/** How slow a client may be. Without limits a few hundred connections that never end keep everybody else out. */
export type TrafficLimits = {
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  headersMs: number
  /** A body must bring `bodyBytesPerSecond` on average over each such window. */
  bodyWindowMs: number
  bodyBytesPerSecond: number
  /** How often both are checked. */
  checkMs: number
  liveStreamsPerPerson: number
}

export const trafficLimits: TrafficLimits = {
  headersMs: 20_000,
  bodyWindowMs: 30_000,
  bodyBytesPerSecond: 1024,
  checkMs: 1000,
  liveStreamsPerPerson: 32,
}

/** What the HTTP server is created with. */
export const serverOptions = ({ headersMs, checkMs }: TrafficLimits) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: checkMs,
  handshakeTimeout: headersMs,
})

const sentences: Record<string, [status: string, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Try again.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
}

const rawAnswer = (status: string, sentence: string): string =>
  [
    `HTTP/1.1 ${status}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(sentence)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    sentence,
  ].join('\r\n')

/** Answers what isn't HTTP, or never became a whole request. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const [status, sentence] = sentences[error.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.']
  socket.end(rawAnswer(status, sentence), () => socket.destroy())
}

type Watched = { response: ServerResponse; since: number; bytes: number }

/** Ends requests whose body trickles in. What a resumable upload brought so far is kept. */
export function installBodyWatch(app: FastifyInstance, limits: TrafficLimits): void {
  const bodies = new Map<IncomingMessage, Watched>()

  app.addHook('onRequest', async ({ raw }, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (raw.complete || (encoding === undefined && (length === undefined || length === '0'))) return
    // Without a connection (a request injected by a test) there is nothing to measure.
    if (typeof raw.socket?.bytesRead !== 'number') return
    bodies.set(raw, { response: reply.raw, since: Date.now(), bytes: raw.socket.bytesRead })
    raw.once('close', () => bodies.delete(raw))
  })

  const check = () => {
    for (const [request, watched] of bodies) {
      if (request.complete || request.socket.destroyed) {
        bodies.delete(request)
        continue
      }
      const elapsedMs = Date.now() - watched.since
      if (elapsedMs < limits.bodyWindowMs) continue
      const { bytesRead } = request.socket
      // What lies here unread is held up by us, for instance by a slow disk.
      const isSlow = bytesRead - watched.bytes < (limits.bodyBytesPerSecond * elapsedMs) / 1000
      if (isSlow && request.readableLength === 0) endSlow(request, watched.response)
      else bodies.set(request, { ...watched, since: Date.now(), bytes: bytesRead })
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => void (timer = setInterval(check, limits.checkMs).unref()))
  app.addHook('onClose', async () => clearInterval(timer))
}

function endSlow({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void socket.destroy()
  const answer = rawAnswer('408 Request Timeout', 'The request arrived too slowly and was stopped. Try again.')
  socket.end(answer, () => socket.destroy())
}

/** Ends connections without a request when the server closes. Browsers open some in advance; a close would wait for them. */
export function installSilentEnd(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on(app.server instanceof Server ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
  })
}
