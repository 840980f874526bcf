import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { type Config, publicUrl } from '../config.ts'
import { Refusal } from '../errors.ts'

export async function installSecurityHeaders(app: FastifyInstance): Promise<void> {
  const https = publicUrl(app.parts.config).startsWith('https:')
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
  })
  let headers: Record<string, ReturnType<FastifyReply['getHeader']>> | null = null
  app.addHook('onRequest', async (_request, reply) => {
    if (headers === null) {
      const earlier = reply.getHeaders()
      reply.helmet()
      headers = Object.fromEntries(Object.entries(reply.getHeaders()).filter(([name]) => !(name in earlier)))
    } else reply.headers(headers)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), interest-cohort=()')
  })
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects writes from other sites. Browsers always send Origin on writes. Scripts that don't send it authenticate with
 * a token.
 */
export function installOriginCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method)) return
    const { origin } = request.headers
    const fetchSite = request.headers['sec-fetch-site']
    const foreign =
      origin === undefined
        ? fetchSite !== undefined && fetchSite !== 'same-origin'
        : !isOurs(app.parts.config, request, origin)
    if (foreign) throw new Refusal('not_allowed', 'This request came from another site and was blocked.')
  })
}

function isOurs(config: Config, request: FastifyRequest, origin: string): boolean {
  if (config.PUBLIC_URL && origin === new URL(config.PUBLIC_URL).origin) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname, protocol } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  // The only host name allowed is localhost, because any other name could be made to resolve to this machine.
  const address = hostname.replace(/^\[|\]$/g, '')
  return host === request.host && (hostname === 'localhost' || isIP(address) > 0)
}
