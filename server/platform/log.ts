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
        message: withoutValues(error.message),
        code: error.code ?? getErrorCode(error.cause),
        // A stack repeats its message.
        stack: (error.stack ?? '').replace(error.message, () => withoutValues(error.message)),
      }),
    },
  }
}

/** Links carry tokens in their path or query: neither is logged. */
const withoutSecrets = (url: string): string => (url.split('?', 1)[0] ?? '').replace(/^\/s\/[^/]+/, '/s/…')

/** A query that failed carries the values it was asked with: names, quotes, search words. Its text is enough. */
const withoutValues = (message: string): string => message.replace(/\nparams: [\s\S]*$/, '')

const getErrorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
