import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'

/**
 * Structured logs without content: no cookie, no token, no query string, no transcript text.
 * A request is its method, path and id; an answer its status and time.
 */
export function loggerOptions(config: Config): FastifyServerOptions['logger'] {
  return {
    level: config.LOG_LEVEL,
    serializers: {
      req: (request: { method: string; url: string; id?: string }) => ({
        method: request.method,
        path: withoutSecrets(request.url),
        id: request.id,
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack ?? '',
      }),
    },
  }
}

/** Links carry tokens in their path or query: neither is logged. */
const withoutSecrets = (url: string): string => (url.split('?', 1)[0] ?? '').replace(/^\/s\/[^/]+/, '/s/…')
