import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asOutage } from './database/outage.ts'
import { Refusal, type RefusalCode, statusOf } from './errors.ts'

const codeOfStatus = new Map<number, RefusalCode>(
  Object.entries(statusOf).map(([code, status]) => [status, code as RefusalCode]),
)

/** Sentences for what fastify itself refuses; its own words are for developers. */
const frameworkSentences: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no body. Send a JSON object.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request as JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
}

/**
 * The body of an error is one plain sentence; code, request id and field errors travel in headers.
 * A client that accepts application/problem+json (RFC 9457) gets all of it as a body.
 */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(toRefusal(error, request), request, reply))
}

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const outage = asOutage(error)
  if (outage) return outage
  const { statusCode, code } = error as Partial<FastifyError>
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    const refusalCode = codeOfStatus.get(statusCode) ?? 'invalid'
    return new Refusal(refusalCode, frameworkSentences[code ?? ''] ?? (error as Error).message)
  }
  request.log.error({ err: error }, 'unexpected failure')
  return new Refusal('internal', 'Something went wrong on the server. Please try again.')
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { fields, current, retryAfterSeconds } = refusal.detail
  reply.code(refusal.status).header('x-error-code', refusal.code).header('cache-control', 'no-store')
  if (fields) reply.header('x-error-fields', encodeURIComponent(JSON.stringify(fields)))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (!request.headers.accept?.includes('application/problem+json')) {
    return reply.type('text/plain; charset=utf-8').send(refusal.message)
  }
  return reply.type('application/problem+json').send(
    JSON.stringify({
      type: 'about:blank',
      title: refusal.message,
      status: refusal.status,
      code: refusal.code,
      requestId: request.id,
      ...(fields ? { fields } : {}),
      ...(current === undefined ? {} : { current }),
    }),
  )
}
