import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Refusal } from '../errors.ts'
import { matches, pickRange, refuseRange } from './bytes.ts'
import { pickEncoding } from './compress.ts'
import { sendRefusal } from './http-errors.ts'

const mimes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const extensions = { br: '.br', gzip: '.gz' }

/** No file name in the folder needs escaping. Names can't begin with a dot, so no path can leave the folder. */
const isName = /^(?:\/\w[\w.-]*)+$/

type Found = { path: string; size: number; etag: string }

async function find(path: string): Promise<Found | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? { path, size: found.size, etag: `"${found.size}-${found.mtimeMs}"` } : null
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const plain = await find(path)
  if (!plain) return reply.callNotFound() as never
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const compressed = encoding && (await find(`${path}${extensions[encoding]}`))
  if (compressed) reply.header('content-encoding', encoding)
  const { path: sent, size, etag } = compressed || plain
  reply
    .type(mimes[extname(path)] ?? 'application/octet-stream')
    .header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send()
  const range = pickRange(request, size, etag)
  if (range === 'unsatisfiable') throw refuseRange(reply, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  return reply.send(request.method === 'HEAD' || size === 0 ? '' : createReadStream(sent, { start, end }))
}

export async function webFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'app.html'))
  if (isBuilt) {
    app.get('/*', async (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      if (path === '/') return sendFile(request, reply, join(folder, 'index.html'))
      return isName.test(path) ? sendFile(request, reply, join(folder, path)) : reply.callNotFound()
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
    if (isPage && isBuilt) return sendFile(request, reply, join(folder, 'app.html'))
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
