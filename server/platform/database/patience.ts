import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { markDatabaseError } from './outage.ts'

/** 0 means no limit. `queryMs` includes the wait for the connection. */
export type Patience = { acquireMs: number; queryMs: number }

/** Requests must report a hung database within five seconds. */
export const requestPatience: Patience = { acquireMs: 4000, queryMs: 4500 }
export const longRequestPatience: Patience = { acquireMs: 4000, queryMs: 60_000 }
/** Short enough to allow a second try before another process takes over. */
export const renewalPatience: Patience = { acquireMs: 3000, queryMs: 4000 }
/** Longer than `statementTimeoutMs` so that PostgreSQL's own timeout comes first. */
export const backgroundPatience: Patience = { acquireMs: 30_000, queryMs: 360_000 }
export const endlessPatience: Patience = { acquireMs: 0, queryMs: 0 }
/** Migrations and backups disable this timeout. */
export const statementTimeoutMs = 300_000
/** How long a request waits for the embedded connection while a known job is using it. */
const busyAcquireMs = 15_000

const current = new AsyncLocalStorage<Patience>()
const getPatience = (): Patience => current.getStore() ?? backgroundPatience
/** Milliseconds spent waiting for a connection that hasn't run a query yet. */
const acquireWaits = new WeakMap<object, number>()

export const withPatience = <T>(patience: Patience, work: () => T): T => current.run(patience, work)

type Callback = (...given: unknown[]) => void

/**
 * Applies the caller's limits to the pool. The driver has only one limit and keeps the connection busy after a timeout,
 * so this closes it.
 */
export function limitPool(pool: Pool, isKnownBusy: () => boolean = () => false): void {
  const connect = pool.connect.bind(pool) as (done: Callback) => void
  const acquire = (done: Callback) => {
    const { acquireMs } = getPatience()
    const isBusy = isKnownBusy() && acquireMs > 0
    pool.options.connectionTimeoutMillis = isBusy ? busyAcquireMs : acquireMs
    const start = performance.now()
    const after: Callback = (error, client, ...rest) => {
      if (client && !isBusy) acquireWaits.set(client, performance.now() - start)
      done(markDatabaseError(error), client, ...rest)
    }
    // Without this, the callback would run with the limits of whatever code released the connection.
    connect(AsyncResource.bind(after))
  }
  pool.connect = ((done?: Callback) => {
    if (done) return acquire(done)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    acquire((error, client) => (error ? reject(error) : resolve(client)))
    return promise
  }) as typeof pool.connect
  pool.on('connect', limitQueries)
}

function limitQueries(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const { queryMs } = getPatience()
    const waitedMs = acquireWaits.get(client) ?? 0
    acquireWaits.delete(client)
    if (queryMs === 0) return query(...args)
    let isAnswered = false
    // After a long pause, timers fire before responses that have already arrived.
    const giveUp = () => setImmediate(() => isAnswered || closeNow(client))
    const timer = setTimeout(giveUp, Math.max(1, queryMs - waitedMs)).unref()
    const settle = () => {
      isAnswered = true
      clearTimeout(timer)
    }
    const done = args.at(-1)
    if (typeof done === 'function') {
      const after: Callback = (...given) => {
        settle()
        ;(done as Callback)(...given)
      }
      return query(...args.slice(0, -1), AsyncResource.bind(after))
    }
    const answer = query(...args)
    if (answer instanceof Promise) return answer.finally(settle)
    settle()
    return answer
  }) as typeof client.query
}

export function closeNow(client: ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
