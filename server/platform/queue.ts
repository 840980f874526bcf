import type { z } from 'zod'
import type { Db } from './db.ts'

/** A kind of background work. Its payload is parsed when sent and again when claimed. */
export type Job<Name extends string = string, Payload extends z.ZodType = z.ZodType> = {
  name: Name
  payload: Payload
  /** Total tries, the first included. A Permanent failure is never tried again. */
  attempts: number
  timeoutSeconds: number
  /** CPU-heavy jobs share the places of ANALYSES_AT_ONCE. */
  heavy: boolean
}

export const defineJob = <N extends string, P extends z.ZodType>(job: Job<N, P>): Job<N, P> => job

/** What a handler is given. `attempt` counts from 1; `signal` aborts on cancel, deletion, timeout and shutdown. */
export type JobRun<Payload> = { id: string; attempt: number; payload: Payload; signal: AbortSignal }

/** A handler for every job, no more and no less: a missing or doubled one is a compile error. */
export type Handlers<Jobs extends Record<string, Job>> = {
  [K in keyof Jobs]: (run: JobRun<z.output<Jobs[K]['payload']>>) => Promise<void>
}

/** A failure that no retry will mend. */
export class Permanent extends Error {
  override readonly name = 'Permanent'
}

export type Queue = {
  /** Sends in the caller's transaction: the job exists if and only if the transaction commits. `key` keeps one live job for one thing. */
  send<P extends z.ZodType>(
    db: Db,
    job: Job<string, P>,
    payload: z.input<P>,
    options?: { key?: string; startAfterSeconds?: number },
  ): Promise<string | null>
  /** Takes a job out in any state; a running handler's signal aborts. */
  cancel(db: Db, job: Job, jobId: string): Promise<void>
  /** How many jobs of this kind wait before this one; null when it does not wait. */
  position(db: Db, job: Job, jobId: string): Promise<number | null>
  /** Creates what the database lacks for these kinds, or updates it. Two processes at once would collide. */
  prepare(jobs: Record<string, Job>): Promise<void>
  /** Starts claiming. Called once, by the process that plays the worker. */
  work<Jobs extends Record<string, Job>>(jobs: Jobs, handlers: Handlers<Jobs>): Promise<void>
  /** Stops claiming, aborts what runs, waits for handlers to let go. */
  stop(): Promise<void>
}
