import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

/**
 * Answers of the API carry an ETag of their bytes, so that a polling client that has them already gets 304 and
 * nothing else. They are private and must be asked for again every time: a sign-out counts at once.
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
