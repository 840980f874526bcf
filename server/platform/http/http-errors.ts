import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toOutage } from '../database/outage.ts'
import { type Patience, requestPatience, withPatience } from '../database/patience.ts'
import { isTracing, type Span, startSpan } from '../logs/traces.ts'
import { type Trail, withTrail } from '../logs/trail.ts'
import { type FieldErrors, Refusal, type RefusalCode, sqlState, statusOf } from '../errors.ts'

const codeOfStatus = new Map<number, RefusalCode>(
  Object.entries(statusOf).map(([code, status]) => [status, code as RefusalCode]),
)

const frameworkSentences: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no body. Send a JSON object.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request as JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_BAD_URL: 'This address isn’t valid.',
  FST_ERR_MAX_PARAM_LENGTH: 'This address is too long.',
}

/** Sends an error as a one-sentence message, or as RFC 9457 JSON if the client accepts it. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(toRefusal(error, request), request, reply))
}

/** Lets jobs log the request that queued them. */
export function installTrail(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const toTrail = (request: FastifyRequest): Trail => {
    const span = spans.get(request)
    return { reqId: request.id, ...(span && { traceId: span.traceId, traceparent: span.traceparent }) }
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTracing()) return withTrail(toTrail(request), done)
    const { traceparent } = request.headers
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const span = startSpan(name, { kind: 'server', parent: typeof traceparent === 'string' ? traceparent : undefined })
    if (span) {
      spans.set(request, span)
      request.log = reply.log = request.log.child({ traceId: span.traceId })
    }
    withTrail(toTrail(request), done)
  })
  // Reading the body loses the hook's async context.
  app.addHook('preValidation', (request, _reply, done) => withTrail(toTrail(request), done))
  app.addHook('onResponse', async (request, { statusCode }) => {
    spans.get(request)?.end({
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url,
        'http.response.status_code': statusCode,
        'venire.request.id': request.id,
      },
      failed: statusCode >= 500 ? `${statusCode}` : undefined,
    })
  })
}

export function installRequestPatience(app: FastifyInstance, patience: Patience = requestPatience): void {
  app.addHook('onRequest', (_request, _reply, done) => withPatience(patience, done))
  app.addHook('preValidation', (_request, _reply, done) => withPatience(patience, done))
}

export function refuseAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'")
  void sendRefusal(toRefusal(error, request), request, reply)
}

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) {
    if (error.cause) request.log.warn({ err: error.cause }, error.message)
    return error
  }
  const outage = toOutage(error)
  if (outage) return outage
  const { statusCode, code } = error as Partial<FastifyError>
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    const refusalCode = codeOfStatus.get(statusCode) ?? 'invalid'
    return new Refusal(
      refusalCode,
      frameworkSentences[code ?? ''] ?? 'The request couldn’t be read. Check it and try again.',
    )
  }
  // SQLSTATE class 22 means a value is too large or can't be stored.
  if (sqlState(error)?.startsWith('22')) {
    request.log.warn({ err: error }, 'the database rejected a value')
    return new Refusal('invalid', 'One of the values is too large or can’t be stored. Check your input.')
  }
  request.log.error({ err: error }, 'unexpected failure')
  return new Refusal('internal', 'Something went wrong on the server. Try again.')
}

/** Clients and proxies reject responses with long headers, and a proxy may then mark the whole server as down. */
const maxFieldsLength = 4096

function toHeader(fields: FieldErrors): string {
  const kept: FieldErrors = {}
  let length = 0
  for (const [name, sentence] of Object.entries(fields)) {
    length += encodeURIComponent(JSON.stringify({ [name]: sentence })).length
    if (length > maxFieldsLength) break
    kept[name] = sentence
  }
  return encodeURIComponent(JSON.stringify(kept))
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { fields, current, retryAfterSeconds } = refusal.detail
  reply.code(refusal.status).header('x-error-code', refusal.code).header('cache-control', 'no-store')
  if (fields) reply.header('x-error-fields', toHeader(fields))
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
