import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { hasBearerToken } from './bearer.ts'
import { Refusal } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { type Disk, freeBytes, isLow, listDisks } from '../storage/space.ts'
import { isDirectLoopback } from './address.ts'

/** `/metrics` is readable only from this machine or with METRICS_TOKEN. */
export function healthRoutes(app: FastifyInstance, formatMore: (parts: Parts) => Promise<string>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { checks, problems } = await checkAll(app.parts)
    const problem = app.parts.node.getRefusal() ?? problems[0] ?? null
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
    const byToken = hasBearerToken(request.headers.authorization, METRICS_TOKEN)
    if (!byToken && !isDirectLoopback(request)) throw new Refusal('not_found', 'Nothing was found at this address.')
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await formatMore(app.parts)}`)
  })
}

type Check = 'ok' | 'low' | 'failed'

const fullBytes = 64 * 1024 ** 2

const diskProblems = { disk: 'the disk is full', workDisk: 'the disk that holds WORK_DIR is full' }

const askAgainMs = 3000
const answers = new WeakMap<Parts['storage'], { atMs: number; problem: Promise<string | null> }>()

/** Anyone may call `/readyz`, so the bucket isn't checked every time. */
function findProblem({ config, storage }: Parts): Promise<string | null> {
  if (config.STORAGE_URL?.kind !== 's3') return storage.findProblem()
  const known = answers.get(storage)
  if (known && performance.now() - known.atMs < askAgainMs) return known.problem
  const problem = storage.findProblem()
  answers.set(storage, { atMs: performance.now(), problem })
  return problem
}

async function checkAll(parts: Parts) {
  const {
    config,
    database: { db },
  } = parts
  const ask = (work: Promise<unknown>, problem: string) =>
    work.then(
      () => null,
      () => problem,
    )
  const [database, queue, files, disks] = await Promise.all([
    ask(db.execute(sql`select 1`), 'the database is not responding'),
    ask(db.execute(sql`select 1 from pgboss.queue limit 1`), 'the job queue is not responding'),
    findProblem(parts),
    Promise.all(listDisks(config).map(checkDisk)),
  ])
  const judge = (problem: string | null): Check => (problem === null ? 'ok' : 'failed')
  return {
    checks: { database: judge(database), queue: judge(queue), storage: judge(files), ...Object.fromEntries(disks) },
    problems: [
      ...[database, queue, files].filter((each) => each !== null),
      ...disks.flatMap(([name, check]) => (check === 'failed' ? diskProblems[name] : [])),
    ],
  }

  async function checkDisk({ folder, path }: Disk): Promise<[keyof typeof diskProblems, Check]> {
    const name = folder === 'data' ? 'disk' : 'workDisk'
    return [name, await freeBytes(path).then(toDiskCheck, () => 'failed' as const)]
  }

  /** A process that is low on disk space is still ready because pages and review still work. */
  function toDiskCheck(bytes: number): Check {
    if (bytes < fullBytes) return 'failed'
    return isLow(bytes, config) ? 'low' : 'ok'
  }
}
