import type { z } from 'zod'
import type { Db } from './db.ts'

/** The payload is parsed when sent and when claimed. */
export type Job<Name extends string = string, Payload extends z.ZodType = z.ZodType> = {
  name: Name
  payload: Payload
  /** Total tries. Permanent failures aren't retried. */
  attempts: number
  timeoutSeconds: number
  /** Heavy jobs share ANALYSES_AT_ONCE slots. */
  heavy: boolean
}

export const defineJob = <N extends string, P extends z.ZodType>(job: Job<N, P>): Job<N, P> => job

/** `attempt` starts at 1. `signal` aborts on cancel, deletion, timeout, and shutdown. */
export type JobRun<Payload> = { id: string; attempt: number; payload: Payload; signal: AbortSignal }

/** Exactly one handler per job, checked at compile time. */
export type Handlers<Jobs extends Record<string, Job>> = {
  [K in keyof Jobs]: (run: JobRun<z.output<Jobs[K]['payload']>>) => Promise<void>
}

/** Not retried. */
export class Permanent extends Error {
  override readonly name = 'Permanent'
}

export type Queue = {
  /** Sends if the transaction commits. At most one live job per `key`. */
  send<P extends z.ZodType>(
    db: Db,
    job: Job<string, P>,
    payload: z.input<P>,
    options?: { key?: string; startAfterSeconds?: number },
  ): Promise<string | null>
  /** Works in any state; aborts a running handler. */
  cancel(db: Db, job: Job, jobId: string): Promise<void>
  /** Jobs of this kind ahead of this one, or null if it isn't waiting. */
  position(db: Db, job: Job, jobId: string): Promise<number | null>
  /** Two processes must not call this at once. */
  prepare(jobs: Record<string, Job>): Promise<void>
  /** Call once, in the worker process. */
  work<Jobs extends Record<string, Job>>(jobs: Jobs, handlers: Handlers<Jobs>): Promise<void>
  /** Stops claiming, aborts running jobs, and waits for handlers. */
  stop(): Promise<void>
}
