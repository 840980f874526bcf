import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../db.ts'
import { type Handlers, type Job, type JobRun, Permanent, type WorkLimits } from '../queue.ts'
import type { Report } from './boss.ts'
import { every } from './repeat.ts'
import {
  type Claim,
  claimsHeld,
  Envelope,
  giveUp,
  listTurns,
  putBack,
  renewClaim,
  takeOver,
  waitingKinds,
} from './rows.ts'

const pollMs = 500
const checkMs = 1000
/** Must be well under the 10 s after which another worker takes over. */
const heartbeatMs = 3000
const lightPlaces = 4
/** Handlers that don't finish within this time run again in the next process. */
const stopSeconds = 15

/** Less than the 10 s after which another worker takes over. */
const renewalMs = 8000

/** All processes of a machine share this clock. */
const readClockMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

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

type RunnerParts<Jobs extends Record<string, Job>> = {
  boss: PgBoss
  database: Database
  jobs: Jobs
  handlers: Handlers<Jobs>
  places: number
  /** Jobs of one kind that run at once for one firm, in all processes. */
  firmCap: number | undefined
  report: Report
} & WorkLimits

export type Runner = { start(): Promise<void>; wake(): void; check(): void; stop(): Promise<void> }

const retryDelaySeconds = (failures: number): number => Math.min(5 * 4 ** (failures - 1), 300)

export function buildRunner<Jobs extends Record<string, Job>>(parts: RunnerParts<Jobs>): Runner {
  const { boss, database, handlers, places, firmCap, report, lanes, mayClaim = () => true } = parts
  const { db } = database
  const kinds = new Map(
    Object.entries(parts.jobs)
      .filter(([, { lane }]) => lanes?.includes(lane) ?? true)
      .map(([key, job]) => [job.name, { job, handle: handlers[key as keyof Jobs] }]),
  )
  const names = [...kinds.keys()]
  const runs = new Map<string, Run>()
  let stopping = false
  let lastHeartbeatMs = 0

  const free = (heavy: boolean): boolean =>
    [...runs.values()].filter((each) => each.heavy === heavy).length < (heavy ? places : lightPlaces)

  async function claimWhatFits(): Promise<void> {
    if (stopping || !mayClaim() || (!free(true) && !free(false))) return
    for (const name of await waitingKinds(db, names)) {
      const kind = kinds.get(name)
      if (!kind) continue
      while (free(kind.job.heavy)) {
        const atMs = readClockMs()
        const claimed = await claimNext(name)
        if (!claimed) break
        begin(kind.job, kind.handle, claimed, atMs)
      }
    }
  }

  /** Firms take turns, so that one with many jobs doesn't keep the others waiting. */
  async function claimNext(name: string): Promise<JobWithMetadata<unknown> | undefined> {
    const turns = await listTurns(db, name)
    const next = turns.find(({ running }) => firmCap === undefined || running < firmCap)
    const ignoreGroups = turns.filter((each) => each !== next).map(({ firmId }) => firmId)
    const limit = firmCap === undefined ? {} : { groupConcurrency: firmCap }
    const fair = { batchSize: 1, includeMetadata: true as const, ignoreGroups, ...limit }
    return (await boss.fetch<unknown>(name, fair))[0]
  }

  /** Ends the run if its claim isn't renewed, before another worker can take over. */
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
    row: JobWithMetadata<unknown>,
    claimedAtMs: number,
  ): void {
    const claim = { name: job.name, id: row.id, retryCount: row.retryCount }
    const controller = new AbortController()
    const abort = (cut: Cut): void => controller.abort(cut)
    const timer = setTimeout(() => abort('timeout'), job.timeoutSeconds * 1000)
    const watch = database.kind === 'server' ? watchRenewals(claimedAtMs, () => abort('gone')) : undefined
    const run = { signal: controller.signal, renewals: watch?.renewals }
    const key = row.singletonKey
    // A canceled handler may still be finishing when the next job for its key starts.
    const before = [...runs.values()].filter((each) => each.key === key && each.claim.name === job.name)
    const settled = (async () => {
      try {
        await Promise.all(before.map((each) => each.settled))
        await settle(job, claim, row.data, run, handle)
      } catch (error) {
        // The heartbeat stops, so another worker will retry the job.
        report(`could not store the outcome of job ${job.name}`, error)
      } finally {
        clearTimeout(timer)
        watch?.end()
        runs.delete(claim.id)
        claims.soon()
      }
    })()
    const renew = (atMs: number) => watch?.renew(atMs)
    runs.set(claim.id, { claim, key, heavy: job.heavy, abort, renew, settled })
  }

  async function settle(
    job: Job,
    claim: Claim,
    data: unknown,
    { signal, renewals }: Pick<JobRun<unknown>, 'signal' | 'renewals'>,
    handle: Handlers<Jobs>[keyof Jobs],
  ): Promise<void> {
    let failures = 0
    try {
      const envelope = Envelope.parse(data)
      failures = envelope.failures
      const payload = parsePayload(job, envelope.payload)
      signal.throwIfAborted()
      await handle({ id: claim.id, attempt: failures + 1, payload, signal, renewals } as never)
      if (signal.reason === 'gone') return
      await boss.complete(claim.name, { id: claim.id, retryCount: claim.retryCount })
    } catch (error) {
      const cut: unknown = signal.aborted ? signal.reason : null
      if (cut === 'gone') return
      if (cut === 'stopping') return putBack(db, claim, failures, 0)
      const reason = cut === 'timeout' ? `not finished in ${job.timeoutSeconds} seconds` : getErrorMessage(error)
      report(`job ${job.name} failed (attempt ${failures + 1} of ${job.attempts})`, new Error(reason))
      if (error instanceof Permanent || failures + 1 >= job.attempts) return giveUp(db, claim, reason)
      return putBack(db, claim, failures + 1, retryDelaySeconds(failures + 1))
    }
  }

  async function look(): Promise<void> {
    const held = [...runs.values()].map((each) => each.claim)
    if (held.length > 0) {
      const alive = await claimsHeld(db, held)
      for (const { id } of held) if (!alive.has(id)) runs.get(id)?.abort('gone')
      if (Date.now() - lastHeartbeatMs >= heartbeatMs) {
        lastHeartbeatMs = Date.now()
        for (const claim of held) {
          const atMs = readClockMs()
          if (alive.has(claim.id) && (await renewClaim(db, claim))) runs.get(claim.id)?.renew(atMs)
        }
      }
    }
    if (stopping) return
    const taken = await takeOver(db, names, [...runs.keys()], false)
    if (taken > 0) claims.soon()
  }

  const claims = every(pollMs, claimWhatFits, (error) => report('the queue could not claim a job', error))
  const looks = every(checkMs, look, (error) => report('the queue could not check its jobs', error))

  return {
    async start() {
      if (database.kind === 'embedded') await takeOver(db, names, [], true)
      claims.soon()
      looks.soon()
    },
    wake: () => claims.soon(),
    check: () => looks.soon(),
    async stop() {
      stopping = true
      await claims.stop()
      for (const run of runs.values()) run.abort('stopping')
      const deadline = AbortSignal.timeout(stopSeconds * 1000)
      const late = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([Promise.all([...runs.values()].map((each) => each.settled)), late])
      await looks.stop()
    },
  }
}

function parsePayload(job: Job, payload: unknown): unknown {
  const parsed = job.payload.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new Permanent(`invalid payload: ${parsed.error.issues.map((each) => each.path.join('.')).join(', ')}`)
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
