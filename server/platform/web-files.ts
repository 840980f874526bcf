import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './errors.ts'
import { sendRefusal } from './http-errors.ts'

/** The built browser application: the landing page at `/`, the application at every other address that is no file. */
export async function webFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'app.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: 'index.html',
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Built files carry a hash of their content in their name; pages must be asked for again.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html')
    if (isPage && isBuilt) return reply.header('cache-control', 'no-cache').sendFile('app.html')
    const refusal = isPage
      ? new Refusal('unavailable', 'The web application is not built yet. Start with ./venire start, which builds it.')
      : new Refusal('not_found', 'There is nothing at this address.')
    return sendRefusal(refusal, request, reply)
  })
}
