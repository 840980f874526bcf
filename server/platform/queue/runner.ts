import type { Database, Db } from '../db.ts'
import { isTemporary } from '../database/outage.ts'
import { type Handlers, type Job, type JobRun, Permanent, type WorkLimits } from '../queue.ts'
import { renewalPatience, withPatience } from '../database/patience.ts'
import { startSpan } from '../logs/traces.ts'
import { withTrail } from '../logs/trail.ts'
import type { Boss, Report } from './boss.ts'
import { every } from './repeat.ts'
import {
  type Claim,
  type Claimed,
  claimOldest,
  Envelope,
  giveUp,
  listTurns,
  lockClaims,
  requeueJob,
  renewClaims,
  takeOver,
  waitingKinds,
} from './jobs.queries.ts'

const pollMs = 500
const checkMs = 1000
const lightPlaces = 4
/** After a shutdown, handlers that didn't finish within this time run again in the next process. */
const stopSeconds = 15
/** A job that crashes every worker would otherwise run forever. */
const mostLostWorkers = 5

/** Must be less than the 10 s after which another worker takes over. */
const renewalMs = 8000

/** Reads a clock shared by all processes on the machine. */
const readClockMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** Adds jitter, so that jobs don't all return at once. `random` is from 0 to 1. */
export const getOutageDelay = (random: number): number => 10 + random * 10

/** Only `timeout` counts as a failed attempt. */
type Cut = 'gone' | 'timeout' | 'stopping'

type Run = {
  claim: Claim
  key: string | null
  heavy: boolean
  abort(cut: Cut): void
  renew(atMs: number): void
  settled: Promise<void>
}

type RunnerParts<Jobs extends Record<string, Job>> = Pick<Boss, 'boss'> & {
  database: Database
  jobs: Jobs
  handlers: Handlers<Jobs>
  places: number
  /** Maximum concurrent jobs per kind and firm, across all processes. */
  firmCap: number | undefined
  report: Report
} & WorkLimits

export type Runner = { start(): Promise<void>; wake(): void; check(): void; stop(): Promise<void> }

const retryDelaySeconds = (failures: number): number => Math.min(5 * 4 ** (failures - 1), 300)

export function buildRunner<Jobs extends Record<string, Job>>(parts: RunnerParts<Jobs>): Runner {
  const { boss, database, handlers, places, firmCap, report, lanes, mayClaim = () => true } = parts
  const { capabilities: able = null, hasOtherVersions = async () => false, hasSpace } = parts
  const { db } = database
  const kinds = new Map(
    Object.entries(parts.jobs)
      .filter(([, { lane }]) => lanes?.includes(lane) ?? true)
      .map(([key, job]) => [job.name, { job, handle: handlers[key as keyof Jobs] }]),
  )
  type Kind = { job: Job; handle: Handlers<Jobs>[keyof Jobs] }
  const names = [...kinds.keys()]
  const runs = new Map<string, Run>()
  let stopping = false

  const free = (heavy: boolean): boolean =>
    [...runs.values()].filter((each) => each.heavy === heavy).length < (heavy ? places : lightPlaces)

  async function claimWhatFits(): Promise<void> {
    if (stopping || !mayClaim() || (!free(true) && !free(false))) return
    const waiting = new Set(await waitingKinds(db, names, able))
    const isHeavy = (name: string) => kinds.get(name)?.job.heavy === true
    if (hasSpace && [...waiting].some(isHeavy) && !(await hasSpace()))
      for (const name of waiting) if (isHeavy(name)) waiting.delete(name)
    // When a job finishes, another round starts and picks up any kinds that have arrived since.
    for (let left = places + lightPlaces; left > 0; left--) {
      const next = chooseKind([...waiting].flatMap((name) => kinds.get(name) ?? []))
      if (!next) return
      const atMs = readClockMs()
      const claimed = await claimNext(next.job.name)
      if (claimed) begin(next.job, next.handle, claimed, atMs)
      else waiting.delete(next.job.name)
    }
  }

  /** Kinds take turns, so many exports can't delay emails. */
  function chooseKind(waiting: Kind[]): Kind | undefined {
    const countRunning = ({ job }: Kind) => [...runs.values()].filter((each) => each.claim.name === job.name).length
    const fitting = waiting.filter(({ job }) => free(job.heavy))
    return fitting.toSorted((a, b) => countRunning(a) - countRunning(b))[0]
  }

  /** Firms take turns, so one with many jobs can't delay the others. */
  async function claimNext(name: string): Promise<Claimed | undefined> {
    const claim = async (handle: Db) => {
      const turns = await listTurns(handle, name, able)
      const next = turns.find(({ firmId, running }) => firmId === null || firmCap === undefined || running < firmCap)
      return next && claimOldest(handle, { name, firmId: next.firmId, able })
    }
    if (firmCap === undefined) return claim(db)
    return db.transaction(async (tx) => {
      await lockClaims(tx, name)
      return claim(tx)
    })
  }

  /** Ends the run if its claim isn't renewed in time. Must happen before another worker can take over. */
  function watchRenewals(claimedAtMs: number, onSilent: () => void) {
    const listeners = new Set<(atMs: number) => void>()
    let timer: NodeJS.Timeout | undefined
    const renew = (atMs: number): void => {
      clearTimeout(timer)
      timer = setTimeout(onSilent, Math.max(0, atMs + renewalMs - readClockMs()))
      for (const each of listeners) each(atMs)
    }
    renew(claimedAtMs)
    const renewals = (onRenewed: (atMs: number) => void) => {
      listeners.add(onRenewed)
      return () => void listeners.delete(onRenewed)
    }
    return { renew, renewals, end: () => clearTimeout(timer) }
  }

  function begin(
    job: Job,
    handle: Handlers<Jobs>[keyof Jobs],
    { key, data, ...claim }: Claimed,
    claimedAtMs: number,
  ): void {
    const controller = new AbortController()
    const abort = (cut: Cut): void => controller.abort(cut)
    const timer = setTimeout(() => abort('timeout'), job.timeoutSeconds * 1000)
    const watch = database.kind === 'server' ? watchRenewals(claimedAtMs, () => abort('gone')) : undefined
    const run = { signal: controller.signal, renewals: watch?.renewals }
    // A canceled handler may still be finishing when the next job for its key starts.
    const before = [...runs.values()].filter((each) => each.key === key && each.claim.name === job.name)
    const { reqId, traceparent } = Envelope.safeParse(data).data ?? {}
    const span = startSpan(`job ${job.name}`, { kind: 'consumer', parent: traceparent })
    const trace = span && { traceId: span.traceId, traceparent: span.traceparent }
    const settled = withTrail({ reqId, jobId: claim.id, job: job.name, ...trace }, async () => {
      let failed: string | undefined
      try {
        await Promise.all(before.map((each) => each.settled))
        failed = await settle(job, claim, data, run, handle)
      } catch (error) {
        failed = 'outcome not stored'
        // The heartbeat stops, so another worker will retry the job.
        report(`could not store the outcome of job ${job.name}`, error)
      } finally {
        clearTimeout(timer)
        watch?.end()
        span?.end({ attributes: { 'venire.job.id': claim.id, 'venire.request.id': reqId }, failed })
        runs.delete(claim.id)
        claims.soon()
      }
    })
    const renew = (atMs: number) => watch?.renew(atMs)
    runs.set(claim.id, { claim, key, heavy: job.heavy, abort, renew, settled })
  }

  async function settle(
    job: Job,
    claim: Claim,
    data: unknown,
    { signal, renewals }: Pick<JobRun<unknown>, 'signal' | 'renewals'>,
    handle: Handlers<Jobs>[keyof Jobs],
  ): Promise<string | undefined> {
    const { payload, failures, lostWorkers, unreadable } = readJob(job, data)
    if (unreadable && (await hasOtherVersions())) {
      report(`job ${job.name} is left to a process of another version`, unreadable)
      await requeueJob(db, claim, null, getOutageDelay(Math.random()))
      return 'another version'
    }
    try {
      if (unreadable) throw unreadable
      if (lostWorkers >= mostLostWorkers)
        throw new Permanent(`The worker running this job stopped unexpectedly ${lostWorkers} times.`)
      signal.throwIfAborted()
      await handle({ id: claim.id, attempt: failures + 1, payload, signal, renewals } as never)
      if (signal.reason === 'gone') return 'gone'
      await boss.complete(claim.name, { id: claim.id, retryCount: claim.retryCount })
      return undefined
    } catch (error) {
      const cut: unknown = signal.aborted ? signal.reason : null
      if (cut === 'gone') return 'gone'
      if (cut === 'stopping') {
        await requeueJob(db, claim, failures, 0)
        return 'stopping'
      }
      if (cut === null && isTemporary(error)) {
        report(`job ${job.name} is waiting for an outage to end or for disk space`, error)
        await requeueJob(db, claim, failures, getOutageDelay(Math.random()))
        return 'outage'
      }
      const reason = cut === 'timeout' ? `not finished in ${job.timeoutSeconds} seconds` : getErrorMessage(error)
      report(`job ${job.name} failed (attempt ${failures + 1} of ${job.attempts})`, new Error(reason))
      if (error instanceof Permanent || failures + 1 >= job.attempts) await giveUp(db, claim, reason)
      else await requeueJob(db, claim, failures + 1, retryDelaySeconds(failures + 1))
      return 'failed'
    }
  }

  async function renewAll(): Promise<void> {
    const before = [...runs.values()]
    if (before.length === 0) return
    const atMs = readClockMs()
    const { held, renewed } = await renewClaims(
      db,
      before.map((each) => each.claim),
    )
    for (const run of before) {
      const { id } = run.claim
      if (runs.get(id) !== run) continue
      if (!held.has(id)) run.abort('gone')
      if (renewed.has(id)) run.renew(atMs)
    }
  }

  // With the embedded database, no other process could take over, so there is no deadline.
  const renewInTime = () => (database.kind === 'server' ? withPatience(renewalPatience, renewAll) : renewAll())

  async function claimStale(): Promise<void> {
    if (stopping) return
    const taken = await takeOver(db, names, [...runs.keys()], false)
    if (taken > 0) claims.soon()
  }

  const claims = every(pollMs, claimWhatFits, (error) => report('the queue could not claim a job', error))
  const renewals = every(checkMs, renewInTime, (error) => report('the queue could not renew its jobs', error))
  const takeovers = every(checkMs, claimStale, (error) => report('the queue could not check for lost jobs', error))

  return {
    async start() {
      if (database.kind === 'embedded') await takeOver(db, names, [], true)
      claims.soon()
      renewals.start()
      takeovers.soon()
    },
    wake: () => claims.soon(),
    check: () => renewals.soon(),
    async stop() {
      stopping = true
      await claims.stop()
      for (const run of runs.values()) run.abort('stopping')
      const deadline = AbortSignal.timeout(stopSeconds * 1000)
      const late = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([Promise.all([...runs.values()].map((each) => each.settled)), late])
      await renewals.stop()
      await takeovers.stop()
    },
  }
}

/** `unreadable` is set if the payload can't be parsed because another version sent it. */
function readJob(
  job: Job,
  data: unknown,
): { payload?: unknown; failures: number; lostWorkers: number; unreadable?: Permanent } {
  const envelope = Envelope.safeParse(data)
  if (!envelope.success) return { failures: 0, lostWorkers: 0, unreadable: new Permanent('invalid data') }
  const { failures, claims = 1 } = envelope.data
  const lostWorkers = claims - 1
  const parsed = job.payload.safeParse(envelope.data.payload)
  if (parsed.success) return { payload: parsed.data, failures, lostWorkers }
  const paths = parsed.error.issues.map((each) => each.path.join('.')).join(', ')
  return { failures, lostWorkers, unreadable: new Permanent(`invalid payload: ${paths}`) }
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
