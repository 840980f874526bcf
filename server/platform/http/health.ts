import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { carriesToken } from './bearer.ts'
import { Refusal } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { freeBytes } from '../storage/space.ts'
import { isDirectLoopback } from './loopback.ts'

/** `/metrics` is readable only from this machine or with METRICS_TOKEN. */
export function healthRoutes(app: FastifyInstance, formatMore: (parts: Parts) => Promise<string>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const checks = await checkAll(app.parts)
    const failed = names.find((each) => checks[each] === 'failed')
    const problem = app.parts.node.getRefusal() ?? (failed === undefined ? null : problems[failed])
    return reply.code(problem === null ? 200 : 503).send({ status: problem ?? 'ready', checks })
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
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await formatMore(app.parts)}`)
  })
}

const problems = {
  database: 'the database does not respond',
  queue: 'the job queue does not respond',
  storage: 'the storage folder is not writable',
  disk: 'the disk is full',
} as const
const names = Object.keys(problems) as (keyof typeof problems)[]
type Check = 'ok' | 'low' | 'failed'

const fullBytes = 64 * 1024 ** 2
const gigabyte = 1024 ** 3

async function checkAll({ config, database: { db } }: Parts): Promise<Record<keyof typeof problems, Check>> {
  const ask = (work: Promise<unknown>) =>
    work.then(
      () => 'ok' as const,
      () => 'failed' as const,
    )
  const [database, queue, storage, disk] = await Promise.all([
    ask(db.execute(sql`select 1`)),
    ask(db.execute(sql`select 1 from pgboss.queue limit 1`)),
    ask(access(join(config.DATA_DIR, 'files'), constants.R_OK | constants.W_OK)),
    freeBytes(config.DATA_DIR).then(judgeDisk, () => 'failed' as const),
  ])
  return { database, queue, storage, disk }

  /** A process with little space is still ready, because pages and reviews work. */
  function judgeDisk(bytes: number): Check {
    if (bytes < fullBytes) return 'failed'
    return bytes < config.MIN_FREE_GB * gigabyte ? 'low' : 'ok'
  }
}
