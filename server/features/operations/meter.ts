import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { classify, noDurations } from './durations.ts'

export type RouteCount = { requests: number; failures: number; totalMs: number; durations: number[] }
export type Measured = { routes: Map<string, RouteCount>; queries: number; queryMs: number }

export type Meter = { take(): Measured }

const emptyMeasurements = (): Measured => ({ routes: new Map(), queries: 0, queryMs: 0 })

/**
 * Measures endpoint responses and database statements. Excludes file routes, uploads, and the live stream because their
 * duration depends on the client's connection.
 */
export function startMeter(app: FastifyInstance): Meter {
  let measured = emptyMeasurements()
  let mounted: ReadonlySet<string> | null = null
  app.addHook('onResponse', async (request, reply) => {
    mounted ??= new Set(app.mounted.map(({ method, path }) => `${method} ${path}`))
    const key = `${request.method} ${request.routeOptions.url}`
    if (!mounted.has(key)) return
    const count = measured.routes.get(key) ?? { requests: 0, failures: 0, totalMs: 0, durations: noDurations() }
    measured.routes.set(key, count)
    count.requests += 1
    if (reply.statusCode >= 500) count.failures += 1
    count.totalMs += reply.elapsedTime
    const at = classify(reply.elapsedTime)
    count.durations[at] = (count.durations[at] ?? 0) + 1
  })
  timeStatements(app.parts.database.pool, (ms) => {
    measured.queries += 1
    measured.queryMs += ms
  })
  return {
    take() {
      const taken = measured
      measured = emptyMeasurements()
      return taken
    },
  }
}

/** The driver has no statement hook, so each connection's `query` is wrapped on first use. */
function timeStatements(pool: Pool, onDone: (ms: number) => void): void {
  const timed = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (timed.has(client)) return
    timed.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const wrapped = (...args: unknown[]): unknown => {
      const started = performance.now()
      const end = () => onDone(performance.now() - started)
      const last = args.at(-1)
      if (typeof last === 'function') {
        args[args.length - 1] = (...answer: unknown[]) => {
          end()
          last(...answer)
        }
        return query(...args)
      }
      const result = query(...args)
      if (result instanceof Promise) void result.then(end, end)
      return result
    }
    client.query = wrapped as typeof client.query
  })
}
