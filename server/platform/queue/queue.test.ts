import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Capability } from '#contract/operations/nodes.ts'
import { testDatabase } from '#test/database.ts'
import { defineJob, type Handlers, type JobRun, Permanent, type Queue } from '../queue.ts'
import { DiskLow, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { openQueue } from './open.ts'
import { getOutageDelay } from './runner.ts'

const payload = z.object({ thing: z.string() })
const film = defineJob({ name: 'film', payload, attempts: 3, timeoutSeconds: 60, heavy: true, lane: 'speech' })
const reel = defineJob({ name: 'reel', payload, attempts: 1, timeoutSeconds: 60, heavy: true, lane: 'export' })
const note = defineJob({ name: 'note', payload, attempts: 2, timeoutSeconds: 1, heavy: false, lane: 'mail' })
const letter = defineJob({ name: 'letter', payload, attempts: 1, timeoutSeconds: 60, heavy: false, lane: 'mail' })
const jobs = { film, reel, note, letter }
type Run = JobRun<z.output<typeof payload>>

const patienceMs = 20_000

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

let queue: Queue
let reports: string[]
beforeEach(async () => {
  await database.truncate()
  reports = []
  queue = await openQueue(database, { ANALYSES_AT_ONCE: 1 }, (message, error) =>
    reports.push(`${message}: ${error instanceof Error ? error.message : String(error)}`),
  )
})
afterEach(() => queue.stop())

const work = (handlers: Partial<Handlers<typeof jobs>>) =>
  queue.work(jobs, { film: done, reel: done, note: done, letter: done, ...handlers })
const done = (): Promise<void> => Promise.resolve()
const until = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('let go')), { once: true }))
const rowOf = async (id: string | null) =>
  (
    await database.pool.query<{ state: string; startAfter: Date }>(
      'select state, start_after as "startAfter" from pgboss.job where id = $1',
      [id],
    )
  ).rows[0]

test('sends only if the transaction commits', async () => {
  const seen: string[] = []
  await database.db.transaction((tx) => queue.send(tx, note, { thing: 'kept' }))
  const undone = database.db.transaction(async (tx) => {
    await queue.send(tx, note, { thing: 'undone' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await work({ note: async (run) => void seen.push(run.payload.thing) })
  await queue.send(database.db, note, { thing: 'later' })
  await vi.waitFor(() => expect(seen).toEqual(['kept', 'later']), patienceMs)
})

test('rejects an invalid payload on send', async () => {
  await expect(queue.send(database.db, note, { thing: 3 as unknown as string })).rejects.toThrow(/"thing"/)
})

const sendOther = async (data: object) => {
  const id = await queue.send(database.db, film, { thing: 'other' })
  await database.pool.query('update pgboss.job set data = $2 where id = $1', [id, JSON.stringify(data)])
  return id
}

test('leaves a job it can’t read to another version, and fails it once there is none', async () => {
  let isOtherAlive = true
  const seen: unknown[] = []
  const [payloadOnly, whole] = [await sendOther({ payload: { film: 1 }, failures: 2 }), await sendOther({ job: 1 })]
  await queue.work(
    jobs,
    { film: async (run) => void seen.push(run.payload), reel: done, note: done, letter: done },
    { hasOtherVersions: async () => isOtherAlive },
  )
  const read = async () => [await rowOf(payloadOnly), await rowOf(whole)]
  await vi.waitFor(
    async () => expect((await read()).map((each) => each?.state)).toEqual(['retry', 'retry']),
    patienceMs,
  )
  for (const each of await read()) expect(each!.startAfter.getTime()).toBeGreaterThan(Date.now())
  const { rows } = await database.pool.query('select data from pgboss.job order by id')
  expect(rows).toEqual([{ data: { payload: { film: 1 }, failures: 2 } }, { data: { job: 1 } }])
  expect(reports).toContain('job film is left to a process of another version: invalid payload: thing')
  isOtherAlive = false
  await database.pool.query('update pgboss.job set start_after = now()')
  await vi.waitFor(
    async () => expect((await read()).map((each) => each?.state)).toEqual(['failed', 'failed']),
    patienceMs,
  )
  expect(seen).toEqual([])
})

test('takes only jobs whose requirements it has, and any job without the field', async () => {
  const seen: string[] = []
  const handle = async (run: Run) => void seen.push(run.payload.thing)
  const send = (thing: string, requires: readonly Capability[], firmId: string) =>
    queue.send(database.db, letter, { thing }, { requires, firmId })
  const firms = [newId(), newId()]
  for (const firmId of firms) await send('a GPU', ['ffmpeg', 'speech:cuda'], firmId)
  for (const firmId of firms) await send('ffmpeg', ['ffmpeg'], firmId)
  await queue.send(database.db, letter, { thing: 'nothing' })
  const handlers = { film: done, reel: done, note: done, letter: handle }
  await queue.work(jobs, handlers, { capabilities: ['ffmpeg', 'speech'] })
  await vi.waitFor(() => expect(seen.toSorted()).toEqual(['ffmpeg', 'ffmpeg', 'nothing']), patienceMs)
  await queue.send(database.db, letter, { thing: 'last' })
  await vi.waitFor(() => expect(seen).toContain('last'), patienceMs)
  expect(seen).not.toContain('a GPU')
  await queue.stop()
  queue = await openQueue(database, { ANALYSES_AT_ONCE: 1, FIRM_JOBS_AT_ONCE: 1 })
  await work({ letter: handle })
  await vi.waitFor(() => expect(seen.filter((each) => each === 'a GPU')).toHaveLength(2), patienceMs)
})

test('keeps one live job per key and starts the next one after it', async () => {
  const first = await queue.send(database.db, note, { thing: 'a' }, { key: 'video 1' })
  expect(await queue.send(database.db, note, { thing: 'b' }, { key: 'video 1' })).toBeNull()
  expect(await queue.send(database.db, note, { thing: 'c' }, { key: 'video 2' })).not.toBeNull()
  await work({})
  await vi.waitFor(async () => expect(await rowOf(first)).toMatchObject({ state: 'completed' }), patienceMs)
  expect(await queue.send(database.db, note, { thing: 'd' }, { key: 'video 1' })).not.toBeNull()
})

test('retries after a pause, counts attempts, and stops after the last', async () => {
  const attempts: number[] = []
  let failedAtMs = 0
  await work({
    film: async (run) => {
      attempts.push(run.attempt)
      failedAtMs = Date.now()
      throw new Error('the service is away')
    },
  })
  const id = await queue.send(database.db, film, { thing: 'x' })
  for (const [attempt, pause] of [
    [1, 5],
    [2, 20],
  ] as const) {
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'retry' }), patienceMs)
    expect(attempts).toHaveLength(attempt)
    const againAtMs = (await rowOf(id))!.startAfter.getTime()
    expect(againAtMs - failedAtMs).toBeGreaterThanOrEqual(pause * 1000)
    expect(againAtMs - Date.now()).toBeLessThanOrEqual(pause * 1000)
    await database.pool.query('update pgboss.job set start_after = now()')
    await vi.waitFor(() => expect(attempts).toHaveLength(attempt + 1), patienceMs)
  }
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'failed' }), patienceMs)
  expect(attempts).toEqual([1, 2, 3])
  expect(reports).toContain('job film failed (attempt 3 of 3): the service is away')
})

test('waits for the end of an outage, however long, without counting attempts', async () => {
  const attempts: number[] = []
  let isAway = true
  await work({
    letter: async ({ attempt }) => {
      attempts.push(attempt)
      if (isAway) throw new Refusal('unavailable', 'The file storage is unavailable.')
    },
  })
  const id = await queue.send(database.db, letter, { thing: 'x' })
  for (let time = 1; time <= 3; time++) {
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'retry' }), patienceMs)
    expect((await rowOf(id))!.startAfter.getTime()).toBeGreaterThan(Date.now() + 5000)
    isAway = time < 3
    await database.pool.query('update pgboss.job set start_after = now()')
    await vi.waitFor(() => expect(attempts).toHaveLength(time + 1), patienceMs)
  }
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'completed' }), patienceMs)
  expect(attempts).toEqual([1, 1, 1, 1])
})

test('jobs return from an outage spread over 10 to 20 seconds', async () => {
  expect([0, 0.25, 1].map(getOutageDelay)).toEqual([10, 12.5, 20])
  const times = 8
  await work({ letter: () => Promise.reject(new Refusal('unavailable', 'The file storage is unavailable.')) })
  for (let time = 0; time < times; time++) await queue.send(database.db, letter, { thing: `${time}` })
  const delays = await vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where state = 'retry'`,
    )
    expect(rows).toHaveLength(times)
    return rows.map(({ seconds }) => seconds)
  }, patienceMs)
  expect(Math.max(...delays)).toBeLessThanOrEqual(20)
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(1)
})

test('never retries a permanent failure', async () => {
  await work({ film: () => Promise.reject(new Permanent('not a video')) })
  const id = await queue.send(database.db, film, { thing: 'x' })
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'failed' }), patienceMs)
})

test('aborts a job that runs too long and counts a failed attempt', async () => {
  const reasons: unknown[] = []
  await work({
    note: async ({ signal }) => {
      await until(signal).finally(() => reasons.push(signal.reason))
    },
  })
  const id = await queue.send(database.db, note, { thing: 'slow' })
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'retry' }), patienceMs)
  expect(reasons).toEqual(['timeout'])
  expect(reports).toContain('job note failed (attempt 1 of 2): not finished in 1 seconds')
})

test('cancels a waiting job', async () => {
  const id = (await queue.send(database.db, film, { thing: 'x' }))!
  await database.db.transaction((tx) => queue.cancel(tx, film, id))
  const seen: string[] = []
  await work({ film: async (run) => void seen.push(run.id) })
  await delay(700)
  expect(seen).toEqual([])
  expect(await rowOf(id)).toBeUndefined()
})

test('cancels a running job: aborts its signal and frees its key', async () => {
  const runs: Run[] = []
  await work({
    film: async (run) => {
      runs.push(run)
      if (runs.length === 1) await until(run.signal)
    },
  })
  const id = (await queue.send(database.db, film, { thing: 'x' }, { key: 'k' }))!
  await vi.waitFor(() => expect(runs).toHaveLength(1), patienceMs)
  await database.db.transaction((tx) => queue.cancel(tx, film, id))
  await vi.waitFor(() => expect(runs[0]?.signal.aborted).toBe(true), patienceMs)
  const next = await queue.send(database.db, film, { thing: 'y' }, { key: 'k' })
  await vi.waitFor(async () => expect(await rowOf(next)).toMatchObject({ state: 'completed' }), patienceMs)
  expect(reports).toEqual([])
})

test('cancels a job between attempts, and a finished one', async () => {
  await work({ film: () => Promise.reject(new Error('away')) })
  const failing = (await queue.send(database.db, film, { thing: 'x' }))!
  await vi.waitFor(async () => expect(await rowOf(failing)).toMatchObject({ state: 'retry' }), patienceMs)
  const over = (await queue.send(database.db, reel, { thing: 'x' }))!
  await vi.waitFor(async () => expect(await rowOf(over)).toMatchObject({ state: 'completed' }), patienceMs)
  await queue.cancel(database.db, film, failing)
  await queue.cancel(database.db, reel, over)
  expect([await rowOf(failing), await rowOf(over)]).toEqual([undefined, undefined])
})

test('limits heavy jobs of any kind and runs light ones alongside', async () => {
  const order: string[] = []
  let heavyNow = 0
  let heavyMost = 0
  const begun = Promise.withResolvers<void>()
  const noted = Promise.withResolvers<void>()
  const heavy = async (run: Run): Promise<void> => {
    heavyMost = Math.max(heavyMost, ++heavyNow)
    order.push(run.payload.thing)
    begun.resolve()
    await noted.promise
    await delay(50)
    heavyNow--
  }
  const light = async (): Promise<void> => {
    await begun.promise
    order.push(`note beside ${heavyNow}`)
    noted.resolve()
  }
  await queue.send(database.db, film, { thing: 'film 1' })
  await queue.send(database.db, reel, { thing: 'reel 1' })
  await queue.send(database.db, film, { thing: 'film 2' })
  await queue.send(database.db, note, { thing: 'note' })
  await work({ film: heavy, reel: heavy, note: light })
  await vi.waitFor(() => expect(order).toHaveLength(4), patienceMs)
  expect(heavyMost).toBe(1)
  expect(order).toContain('note beside 1')
  expect(order.indexOf('film 1')).toBeLessThan(order.indexOf('film 2'))
})

test('firms take turns: one job waits behind at most two of a firm that has 500', async () => {
  const [many, one] = [newId(), newId()]
  for (let at = 0; at < 500; at++) await queue.send(database.db, film, { thing: 'many' }, { firmId: many })
  const id = (await queue.send(database.db, film, { thing: 'one' }, { firmId: one }))!
  expect(await queue.position(database.db, film, id)).toBe(1)
  const order: string[] = []
  await work({
    film: async ({ payload: { thing } }) => void order.push(thing),
  })
  await vi.waitFor(() => expect(order).toContain('one'), patienceMs)
  expect(order.indexOf('one')).toBeLessThanOrEqual(2)
})

test('a job of no firm waits behind at most two of a firm that has many', async () => {
  const many = newId()
  for (let at = 0; at < 20; at++) await queue.send(database.db, film, { thing: 'many' }, { firmId: many })
  await queue.send(database.db, film, { thing: 'one' })
  const order: string[] = []
  await work({
    film: async ({ payload: { thing } }) => void order.push(thing),
  })
  await vi.waitFor(() => expect(order).toContain('one'), patienceMs)
  expect(order.indexOf('one')).toBeLessThanOrEqual(2)
})

test('runs no more jobs of one firm at once than its share, and those of others beside them', async () => {
  await queue.stop()
  queue = await openQueue(database, { ANALYSES_AT_ONCE: 4, FIRM_JOBS_AT_ONCE: 2 })
  const [many, one] = [newId(), newId()]
  for (let at = 0; at < 4; at++) await queue.send(database.db, film, { thing: 'many' }, { firmId: many })
  await queue.send(database.db, film, { thing: 'one' }, { firmId: one })
  const running: string[] = []
  await work({
    film: async ({ payload: { thing }, signal }) => {
      running.push(thing)
      await until(signal)
    },
  })
  await vi.waitFor(() => expect(running).toHaveLength(3), patienceMs)
  await delay(1200)
  expect(running.toSorted()).toEqual(['many', 'many', 'one'])
})

test('kinds take turns: an email does not wait for a backlog of another kind', async () => {
  for (let at = 0; at < 8; at++) await queue.send(database.db, letter, { thing: 'many' })
  await queue.send(database.db, note, { thing: 'one' })
  const order: string[] = []
  await work({
    letter: async ({ signal }) => {
      order.push('letter')
      await until(signal)
    },
    note: async () => void order.push('note'),
  })
  await vi.waitFor(() => expect(order).toContain('note'), patienceMs)
})

test('counts the jobs ahead of a job', async () => {
  const ids: string[] = []
  for (const thing of ['a', 'b', 'c']) ids.push((await queue.send(database.db, film, { thing }))!)
  expect(await Promise.all(ids.map((id) => queue.position(database.db, film, id)))).toEqual([0, 1, 2])
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await work({ film: () => held })
  await vi.waitFor(async () => expect(await queue.position(database.db, film, ids[0]!)).toBeNull(), patienceMs)
  expect(await queue.position(database.db, film, ids[2]!)).toBe(1)
  release()
})

test('heavy jobs wait while the disk is low', async () => {
  const seen: string[] = []
  let isLow = true
  await queue.send(database.db, film, { thing: 'film' })
  await queue.send(database.db, note, { thing: 'note' })
  const see = async ({ payload: { thing } }: Run) => void seen.push(thing)
  await queue.work(jobs, { film: see, reel: done, note: see, letter: done }, { hasSpace: async () => !isLow })
  await vi.waitFor(() => expect(seen).toEqual(['note']), patienceMs)
  await queue.send(database.db, note, { thing: 'later' })
  await vi.waitFor(() => expect(seen).toEqual(['note', 'later']), patienceMs)
  isLow = false
  await vi.waitFor(() => expect(seen).toEqual(['note', 'later', 'film']), patienceMs)
})

test.each([
  ['a low disk', new DiskLow('The disk is low.'), { state: 'retry' }],
  ['a full quota', new Refusal('no_space', 'Your firm has used its quota.'), { state: 'failed' }],
])('%s: a job at its last attempt', async (_, refusal, expected) => {
  await work({ letter: () => Promise.reject(refusal) })
  const id = await queue.send(database.db, letter, { thing: 'x' })
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject(expected), patienceMs)
})

test('delays a job on request', async () => {
  const id = await queue.send(database.db, note, { thing: 'x' }, { startAfterSeconds: 100 })
  await work({})
  await delay(700)
  expect(await rowOf(id)).toMatchObject({ state: 'created' })
})

test('releases running work on stop, and the next process resumes it as the same attempt', async () => {
  const runs: Run[] = []
  const handler = async (run: Run): Promise<void> => {
    runs.push(run)
    if (runs.length === 1) await until(run.signal)
  }
  await work({ film: handler })
  const id = await queue.send(database.db, film, { thing: 'x' })
  await vi.waitFor(() => expect(runs).toHaveLength(1), patienceMs)
  await queue.stop()
  expect(runs[0]?.signal.reason).toBe('stopping')
  expect(await rowOf(id)).toMatchObject({ state: 'retry' })
  queue = await openQueue(database, { ANALYSES_AT_ONCE: 1 })
  await work({ film: handler })
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'completed' }), patienceMs)
  expect(runs.map((each) => each.attempt)).toEqual([1, 1])
})

test('stores nothing for a run whose claim was taken over', async () => {
  const runs: Run[] = []
  await work({
    film: async (run) => {
      runs.push(run)
      if (runs.length === 1) await until(run.signal).catch(() => {})
    },
  })
  const id = await queue.send(database.db, film, { thing: 'x' })
  await vi.waitFor(() => expect(runs).toHaveLength(1), patienceMs)
  await database.pool.query(`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'`)
  await vi.waitFor(() => expect(runs[0]?.signal.reason).toBe('gone'), patienceMs)
  await delay(200)
  expect(await rowOf(id)).toMatchObject({ state: 'retry' })
})

test("changes nothing under another worker's claim, however its own run ends", async () => {
  let runs = 0
  await work({
    film: async () => {
      await database.pool.query(`update pgboss.job set retry_count = retry_count + 1 where state = 'active'`)
      if (++runs === 1) throw new Error('too late')
    },
  })
  for (const thing of ['fails', 'ends']) {
    const id = await queue.send(database.db, film, { thing })
    await vi.waitFor(() => expect(runs).toBe(thing === 'fails' ? 1 : 2), patienceMs)
    await delay(100)
    expect(await rowOf(id)).toMatchObject({ state: 'active' })
  }
})
