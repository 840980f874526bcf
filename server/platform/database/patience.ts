import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/** How long a caller waits for a connection of the pool, and for the answer to one query. 0 means forever. */
export type Patience = { acquireMs: number; queryMs: number }

/** A person waits for the answer: a database that hangs is reported within five seconds. */
export const requestPatience: Patience = { acquireMs: 4500, queryMs: 4500 }
/** For the requests that are known to take long, such as a search: see `takesLong` of an endpoint. */
export const longRequestPatience: Patience = { acquireMs: 4500, queryMs: 60_000 }
/** Background work can wait; longer than the server's own limit, which therefore names the reason. */
export const backgroundPatience: Patience = { acquireMs: 30_000, queryMs: 330_000 }
export const endlessPatience: Patience = { acquireMs: 0, queryMs: 0 }
/** PostgreSQL's own limit for one statement; migrations and backups lift it. */
export const statementTimeoutMs = 300_000
/** A request may wait this long for work that is known to hold the embedded database's one connection. */
const busyAcquireMs = 15_000

const current = new AsyncLocalStorage<Patience>()
const getPatience = (): Patience => current.getStore() ?? backgroundPatience

export const withPatience = <T>(patience: Patience, work: () => T): T => current.run(patience, work)

type Callback = (...given: unknown[]) => void

/**
 * Gives every acquisition and every query of the pool the patience of its caller. The driver has one limit for the
 * whole pool, and its query limit leaves the connection waiting for the late answer; here the connection is closed,
 * so that a rollback doesn't wait for it as well.
 */
export function limitPool(pool: Pool, isKnownBusy: () => boolean = () => false): void {
  const connect = pool.connect.bind(pool) as (done?: Callback) => unknown
  pool.connect = ((done?: Callback) => {
    const { acquireMs } = getPatience()
    pool.options.connectionTimeoutMillis = isKnownBusy() && acquireMs > 0 ? busyAcquireMs : acquireMs
    // A waiting caller is called back by whoever returns a connection, and would take over that one's patience.
    return done ? connect(AsyncResource.bind(done)) : connect()
  }) as typeof pool.connect
  pool.on('connect', limitQueries)
}

function limitQueries(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const { queryMs } = getPatience()
    if (queryMs === 0) return query(...args)
    let isAnswered = false
    // After a long pause of this thread its timers come before the answers that have arrived meanwhile.
    const giveUp = () => setImmediate(() => isAnswered || closeNow(client))
    const timer = setTimeout(giveUp, queryMs).unref()
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

/** Whatever waits on the connection fails at once. A PostgreSQL that is alive notices and stops the query. */
function closeNow(client: PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
