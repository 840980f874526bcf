import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Links a request to its jobs and worker in the log. `reqId` is the ID of the request that queued the job. The trace is
 * set only if tracing is on.
 */
export type Trail = {
  reqId?: string | undefined
  jobId?: string
  job?: string
  traceId?: string | undefined
  traceparent?: string | undefined
}

const current = new AsyncLocalStorage<Trail>()

export const getTrail = (): Trail => current.getStore() ?? {}

export const withTrail = <T>(trail: Trail, work: () => T): T => current.run(trail, work)

export function describeTrail(): Omit<Trail, 'traceparent'> {
  const { traceparent: _, ...shown } = getTrail()
  return shown
}
