import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

/**
 * Lets polling clients get 304. Responses are private and always revalidated, so signing out takes effect immediately.
 */
export function installEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      request.method !== 'GET' ||
      !request.url.startsWith('/api/') ||
      typeof payload !== 'string' ||
      reply.statusCode !== 200
    )
      return payload
    const headers = JSON.stringify([reply.getHeader('x-totals'), reply.getHeader('x-next-cursor')])
    const etag = `W/"${createHash('sha1').update(payload).update(headers).digest('base64url')}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] !== etag) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return null
  })
}
