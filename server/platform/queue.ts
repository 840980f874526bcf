import type { z } from 'zod'
import type { Capability, Lane } from '#contract/operations/nodes.ts'
import type { Db } from './db.ts'

/** The payload is validated when sent and when claimed. */
export type Job<Name extends string = string, Payload extends z.ZodType = z.ZodType> = {
  name: Name
  payload: Payload
  /** Total attempts. `Permanent` failures aren't retried. */
  attempts: number
  timeoutSeconds: number
  heavy: boolean
  lane: Lane
}

export const defineJob = <N extends string, P extends z.ZodType>(job: Job<N, P>): Job<N, P> => job

/**
 * `attempt` starts at 1. `signal` aborts on cancel, deletion, timeout, or shutdown, or 8 s after the claim was last
 * renewed. `renewals` calls a listener with the time of each renewal. A child process that can outlive a paused parent
 * must exit if they stop. `renewals` is undefined with the embedded database because no other process could take over.
 */
export type JobRun<Payload> = {
  id: string
  attempt: number
  payload: Payload
  signal: AbortSignal
  renewals?: ((onRenewed: (atMs: number) => void) => () => void) | undefined
}

export type Handlers<Jobs extends Record<string, Job>> = {
  [K in keyof Jobs]: (run: JobRun<z.output<Jobs[K]['payload']>>) => Promise<void>
}

/** Thrown by a handler to fail the job without retrying. */
export class Permanent extends Error {
  override readonly name = 'Permanent'
}

export type WorkLimits = {
  lanes?: readonly Lane[]
  /** Jobs that require a capability not listed here are left to other processes. Null means any job. */
  capabilities?: readonly Capability[] | null
  mayClaim?: () => boolean
  /** While true, jobs that this process can't read are left to processes of another version. */
  hasOtherVersions?: () => Promise<boolean>
  /** Heavy jobs wait while this is false. */
  hasSpace?: () => Promise<boolean>
}

export type Queue = {
  /** Sends the job when the transaction commits. Allows at most one live job per `key`. Firms take turns. */
  send<P extends z.ZodType>(
    db: Db,
    job: Job<string, P>,
    payload: z.input<P>,
    options?: {
      key?: string
      startAfterSeconds?: number
      firmId?: string
      /** Capabilities a worker needs to take the job. Ignored by versions with a schema older than 0072. */
      requires?: readonly Capability[]
    },
  ): Promise<string | null>
  cancel(db: Db, job: Job, jobId: string): Promise<void>
  position(db: Db, job: Job, jobId: string): Promise<number | null>
  /** Includes jobs whose worker died, because another worker will take them over. */
  isLive(db: Db, job: Job, jobId: string): Promise<boolean>
  /** Whether there were jobs with these keys, and none of them is live. */
  isOver(db: Db, job: Job, keys: readonly string[]): Promise<boolean>
  /** Counts jobs across all processes, by lane. `oldestSeconds` is 0 if none are waiting. */
  depth(): Promise<{ lane: Lane; waiting: number; running: number; oldestSeconds: number }[]>
  /** Must not run in two processes at the same time. */
  prepare(jobs: Record<string, Job>): Promise<void>
  /** Claims jobs only in the given lanes and only while the limits allow it. */
  work<Jobs extends Record<string, Job>>(jobs: Jobs, handlers: Handlers<Jobs>, limits?: WorkLimits): Promise<void>
  stop(): Promise<void>
}
