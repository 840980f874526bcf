import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { describeTrail, getTrail } from './trail.ts'

/** Never logs cookies, tokens, query strings, or request content. */
export function loggerOptions(config: Config): FastifyServerOptions['logger'] {
  return {
    level: config.LOG_LEVEL,
    // Log lines of a request already include its IDs.
    mixin: () => (getTrail().jobId ? describeTrail() : {}),
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
        // The stack includes the message, so remove values from it, too.
        stack: (error.stack ?? '').replace(error.message, () => withoutValues(error.message)),
      }),
    },
  }
}

const withoutSecrets = (url: string): string => (url.split('?', 1)[0] ?? '').replace(/^\/s\/[^/]+/, '/s/…')

/** Errors from failed queries list the parameters, which may contain names or quotes. */
const withoutValues = (message: string): string => message.replace(/\nparams: [\s\S]*$/, '')

const getErrorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
