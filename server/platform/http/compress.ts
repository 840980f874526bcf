import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const leastBytes = 1024
/** Longer text is compressed on another thread. For shorter text, that would cost more than it saves. */
const mostSyncBytes = 64 * 1024
const isText = /^text\/(?!event-stream)|[+/](?:json|javascript|xml)(?:;|$)/
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)]

export type Encoding = 'br' | 'gzip'

/** Reads Accept-Encoding (RFC 9110, section 12.5.3). Null means uncompressed. */
export function pickEncoding(accepted: string | undefined): Encoding | null {
  const weights = new Map(
    (accepted ?? '').split(',').map((each) => {
      const [, name = '', weight = '1'] = /^\s*([^\s;]+)(?:\s*;\s*q=([\d.]+))?/i.exec(each) ?? []
      return [name.toLowerCase(), Number(weight)]
    }),
  )
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = weigh('gzip') > weigh('br') ? 'gzip' : 'br'
  return weigh(best) > 0 ? best : null
}

/** Call after other hooks that read the payload. */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length < leastBytes || reply.hasHeader('content-encoding')) return payload
    // A strong ETag identifies the exact stored bytes, so don't compress them.
    if (String(reply.getHeader('etag')).startsWith('"')) return payload
    if (!isText.test(String(reply.getHeader('content-type')))) return payload
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
    const encoding = pickEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (payload.length <= mostSyncBytes)
      return encoding === 'br' ? brotliCompressSync(payload, brotli) : gzipSync(payload)
    return encoding === 'br' ? brotliAsync(payload, brotli) : gzipAsync(payload)
  })
}
