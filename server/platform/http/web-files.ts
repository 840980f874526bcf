import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../errors.ts'
import { sendRefusal } from './http-errors.ts'

export async function webFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'app.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: ['index.html'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const { PUBLIC_URL } = app.parts.config
  if (isBuilt && PUBLIC_URL) {
    app.get('/', async (_request, reply) => {
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(withAddress(page, PUBLIC_URL))
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html')
    if (isPage && isBuilt) return reply.header('cache-control', 'no-cache').sendFile('app.html')
    const refusal = isPage
      ? new Refusal('unavailable', 'The web application isn’t built yet. Run ./venire start to build it.')
      : new Refusal('not_found', 'Nothing was found at this address.')
    return sendRefusal(refusal, request, reply)
  })
}

function withAddress(page: string, publicUrl: string): string {
  const home = new URL('/', publicUrl).href
  return page
    .replace('property="og:image" content="/', () => `property="og:image" content="${home}`)
    .replace(
      '</head>',
      () => `<link rel="canonical" href="${home}" /><meta property="og:url" content="${home}" /></head>`,
    )
}
