import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { carriesToken } from './bearer.ts'
import { Refusal } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { isDirectLoopback } from './loopback.ts'

/** `/metrics` is readable only from this machine or with METRICS_TOKEN. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const problem = app.parts.node.getRefusal() ?? (await findProblem(app.parts))
    return problem === null ? { status: 'ready' } : reply.code(503).send({ status: problem })
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

/** Low disk space isn't a problem here, because pages and reviews still work. */
async function findProblem({ config, database: { db } }: Parts): Promise<string | null> {
  const fails = (work: Promise<unknown>) => work.then(() => false).catch(() => true)
  if (await fails(db.execute(sql`select 1`))) return 'the database does not respond'
  if (await fails(db.execute(sql`select 1 from pgboss.queue limit 1`))) return 'the job queue does not respond'
  if (await fails(access(join(config.DATA_DIR, 'files'), constants.R_OK | constants.W_OK)))
    return 'the storage folder is not writable'
  return null
}
