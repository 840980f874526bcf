import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server } from 'node:tls'
import type { FastifyInstance } from 'fastify'

export type TrafficLimits = {
  headersMs: number
  /** Window over which a body must average `bodyBytesPerSecond`. */
  bodyWindowMs: number
  bodyBytesPerSecond: number
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

export const serverOptions = ({ headersMs, checkMs }: TrafficLimits) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: checkMs,
  handshakeTimeout: headersMs,
})

const sentences: Record<string, [status: string, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long. Try again.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
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

export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const [status, sentence] = sentences[error.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.']
  socket.end(rawAnswer(status, sentence), () => socket.destroy())
}

type Watched = { response: ServerResponse; since: number; bytes: number }

/** Ends slow request bodies. Resumable uploads keep what has arrived. */
export function installBodyWatch(app: FastifyInstance, limits: TrafficLimits): void {
  const bodies = new Map<IncomingMessage, Watched>()

  app.addHook('onRequest', async ({ raw }, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (raw.complete || (encoding === undefined && (length === undefined || length === '0'))) return
    // Requests injected by tests have no connection.
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
      // Unread bytes mean that the server is slow, not the client.
      const isSlow = bytesRead - watched.bytes < (limits.bodyBytesPerSecond * elapsedMs) / 1000
      if (isSlow && request.readableLength === 0) endSlowBody(request, watched.response)
      else bodies.set(request, { ...watched, since: Date.now(), bytes: bytesRead })
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => void (timer = setInterval(check, limits.checkMs).unref()))
  app.addHook('onClose', async () => clearInterval(timer))
}

function endSlowBody({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void socket.destroy()
  const answer = rawAnswer('408 Request Timeout', 'The request was too slow and was stopped. Try again.')
  socket.end(answer, () => socket.destroy())
}

/** Closes connections that a browser opened but hasn't used yet, because they would delay shutdown. */
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
