import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { carriesToken } from './bearer.ts'
import { Refusal } from '../errors.ts'
import { isDirectLoopback } from './loopback.ts'

/** `/metrics` is readable only from this machine or with METRICS_TOKEN. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await app.parts.database.db.execute(sql`select 1`)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'the database does not respond' })
    }
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (request, reply) => {
    const { METRICS_TOKEN } = app.parts.config
    const byToken = carriesToken(request.headers.authorization, METRICS_TOKEN)
    if (!byToken && !isDirectLoopback(request)) throw new Refusal('not_found', 'Nothing was found at this address.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
