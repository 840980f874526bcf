import { lanes } from '#contract/operations/nodes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db.ts'
import { newId } from '../ids.ts'
import type { Job, Queue } from '../queue.ts'
import { getTrail } from '../logs/trail.ts'
import { buildBoss, type Report, reportOnStderr } from './boss.ts'
import { countBefore, countByName, createQueue, type Envelope, isLive, isOver } from './jobs.queries.ts'
import { buildRunner, type Runner } from './runner.ts'

/** The shortest interval pg-boss allows. A killed worker is detected after 10 seconds. */
const heartbeatSeconds = 10
const daySeconds = 86_400

/** Venire counts attempts in jobs.queries.ts because pg-boss would count a crash as a failed attempt. */
const queueOptions = (job: Job) => ({
  policy: 'exclusive' as const,
  retryLimit: 1_000_000,
  heartbeatSeconds,
  // Backstop for a worker that can't abort at the timeout.
  expireInSeconds: Math.min(job.timeoutSeconds + 60, daySeconds),
  retentionSeconds: 365 * daySeconds,
  deleteAfterSeconds: daySeconds,
})

export async function openQueue(
  database: Database,
  config: Pick<Config, 'ANALYSES_AT_ONCE' | 'FIRM_JOBS_AT_ONCE'>,
  report: Report = reportOnStderr,
): Promise<Queue> {
  const { boss, on } = buildBoss(database, report)
  await boss.start()
  const made = new Set((await boss.getQueues()).map((each) => each.name))
  let runner: Runner | undefined
  let prepared: Record<string, Job> | undefined

  async function prepare(jobs: Record<string, Job>): Promise<void> {
    for (const job of Object.values(jobs)) {
      if (!made.has(job.name)) await boss.createQueue(job.name, queueOptions(job))
      else {
        const { policy: _, ...changeable } = queueOptions(job)
        await boss.updateQueue(job.name, changeable)
      }
      made.add(job.name)
    }
    prepared = jobs
  }

  return {
    prepare,

    async send(db, job, payload, { key, startAfterSeconds = 0, firmId, requires = [] } = {}) {
      const id = newId()
      const { reqId, traceparent } = getTrail()
      const data = {
        ...{ payload: job.payload.parse(payload), failures: 0 },
        ...{ ...(reqId && { reqId }), ...(traceparent && { traceparent }) },
        ...(requires.length > 0 && { requires: [...requires], lane: job.lane }),
      } satisfies Envelope
      const sent = await on(db, async () => {
        // Don't add the queue to `made` here, because the transaction may roll back.
        if (!made.has(job.name)) await createQueue(db, job.name, queueOptions(job))
        const group = firmId ? { group: { id: firmId } } : {}
        return boss.send(job.name, data, { id, singletonKey: key ?? id, startAfter: startAfterSeconds, ...group })
      })
      if (sent && startAfterSeconds === 0) runner?.wake()
      return sent
    },

    async cancel(db, job, jobId) {
      await on(db, () => boss.deleteJob(job.name, jobId))
      runner?.check()
    },

    async depth() {
      const counts = await countByName(database.db)
      return lanes.map((lane) => {
        const names = Object.values(prepared ?? {}).filter((job) => job.lane === lane)
        const found = names.flatMap(({ name }) => counts.get(name) ?? [])
        const sum = (what: 'waiting' | 'running') => found.reduce((total, each) => total + each[what], 0)
        const oldestSeconds = Math.max(0, ...found.map((each) => each.oldestSeconds))
        return { lane, waiting: sum('waiting'), running: sum('running'), oldestSeconds }
      })
    },

    position: (db, job, jobId) => countBefore(db, job.name, jobId),
    isLive: (db, job, jobId) => isLive(db, job.name, jobId),
    isOver: (db, job, keys) => isOver(db, job.name, keys),

    async work(jobs, handlers, limits) {
      if (runner) throw new Error('This process already runs the queue')
      if (prepared !== jobs) await prepare(jobs)
      const { ANALYSES_AT_ONCE: places, FIRM_JOBS_AT_ONCE: firmCap } = config
      runner = buildRunner({ boss, database, jobs, handlers, places, firmCap, report, ...limits })
      await runner.start()
    },

    async stop() {
      await runner?.stop()
      await boss.stop({ graceful: false, close: false })
    },
  }
}

export async function installQueue(database: Database): Promise<void> {
  const { boss } = buildBoss(database, () => {})
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}
