import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import type { Noun } from '#contract/endpoint.ts'
import type { Actor } from '../actor.ts'
import type { Parts } from '../parts.ts'

/** The change numbers of the actor's firm, read before anything else in the request. */
export type Changes = {
  numbers: Readonly<Partial<Record<Noun, string>>>
  /** When the actor's next time-limited case access expires. Expiry changes no number because it writes nothing. */
  nextExpiry: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    changes: Changes | null
    /** Identifies the state of everything the response depends on. Null if any of it has no change number. */
    version: string | null
  }
  interface FastifyInstance {
    /** Part of every ETag. Changes with the version and settings because responses depend on them. */
    edition: string
  }
}

const hash = (text: string): string => createHash('sha1').update(text).digest('base64url')

const readEdition = ({ config, database }: Parts, version: string): string =>
  // Only one process uses the embedded database, so its ETags needn't outlive it.
  database.kind === 'embedded' ? randomUUID() : hash(JSON.stringify([version, { ...config, PORT: 0, HOST: '' }]))

/**
 * Lets polling clients get a 304 response. Responses are private and always revalidated, so signing out takes effect
 * immediately.
 */
export function installEtags(app: FastifyInstance, version: string): void {
  app.decorate('edition', readEdition(app.parts, version))
  app.decorateRequest('changes', null)
  app.decorateRequest('version', null)
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      request.method !== 'GET' ||
      !request.url.startsWith('/api/') ||
      typeof payload !== 'string' ||
      reply.statusCode !== 200 ||
      reply.getHeader('cache-control') === 'no-store'
    )
      return payload
    const headers = JSON.stringify([reply.getHeader('x-totals'), reply.getHeader('x-next-cursor')])
    const start = `W/"${createHash('sha1').update(payload).update(headers).digest('base64url')}`
    reply.header('etag', request.version === null ? `${start}"` : `${start}.${request.version}"`)
    reply.header('cache-control', 'private, no-cache')
    const known = request.headers['if-none-match']
    if (known !== `${start}"` && !known?.startsWith(`${start}.`)) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return null
  })
}

/**
 * Responds with 304 without running the handler if nothing in `reads` has changed since the client's copy. The numbers
 * are read before the handler runs, so a write in the meantime leads to a different ETag next time.
 */
export function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  reads: readonly Noun[],
): boolean {
  const { changes, server } = request
  if (!changes) return false
  const counted = reads.map((noun) => changes.numbers[noun] ?? '')
  request.version = hash(JSON.stringify([server.edition, request.url, actor, changes.nextExpiry, counted]))
  const known = request.headers['if-none-match']
  if (!known?.startsWith('W/"') || !known.endsWith(`.${request.version}"`)) return false
  void reply.code(304).header('etag', known).header('cache-control', 'private, no-cache').send()
  return true
}
