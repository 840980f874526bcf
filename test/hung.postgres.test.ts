import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { toOutage } from '#server/platform/database/outage.ts'
import { requestPatience, withPatience } from '#server/platform/database/patience.ts'
import { openServer } from '#server/platform/database/server.ts'
import { analysisListeners } from '#server/features/analysis/runs/runs.service.ts'
import { openUploads } from '#server/features/videos/uploads/uploads.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, type JobRun } from '#server/platform/queue.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { every } from '#server/platform/queue/repeat.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { startPostgres, type TestServer } from './postgres.ts'
import { prepare } from './template.ts'

let server: TestServer
let at: TestApp
let person: Person
let caseId: string
let postmaster: number
beforeAll(async () => {
  server = await startPostgres()
  const open = async () => {
    const database = await openServer(server.url)
    await prepare(database)
    return { ...database, truncate: () => Promise.resolve() }
  }
  at = await testApp({}, open, requestPatience)
  person = await at.person()
  caseId = await buildCase(at.parts.database.db, person.actor)
  const { rows } = await at.parts.database.pool.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`,
  )
  postmaster = Number(rows[0]!.pid)
})
afterAll(async () => {
  await at.close()
  await server.stop()
})

const backends = async (where = 'true'): Promise<number[]> =>
  (await at.parts.database.pool.query<{ pid: number }>(`select pid from pg_stat_activity where ${where}`)).rows.map(
    ({ pid }) => pid,
  )

async function whileStopped<T>(pids: number[], work: () => Promise<T>): Promise<T> {
  try {
    for (const pid of pids) signalIfRunning(pid, 'SIGSTOP')
    return await work()
  } finally {
    for (const pid of pids) signalIfRunning(pid, 'SIGCONT')
  }
}

/** An autovacuum worker may end between its listing and its signal. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const outage = [503, 'The database is unavailable. Try again in a moment.']
const ask = async (...[method, url, body]: Parameters<Person['call']>) => {
  const { statusCode, body: answer } = await person.call(method, url, body)
  return [statusCode, answer]
}

/** PostgreSQL ends each answer with “ready for query”: Z, a length of five, and a state. */
const isReady = (bytes: Buffer): boolean => bytes.at(-6) === 0x5a

/** One second longer than a user may have to wait, for a busy machine. */
const tooLate = () => sleep(6000, 'too late', { ref: false })

test('a user waits less than five seconds', () => {
  expect(requestPatience.queryMs).toBeLessThan(5000)
  expect(requestPatience.acquireMs).toBeLessThan(requestPatience.queryMs)
})

test('a user who waited for a connection waits only the rest for its query', async () => {
  const { pool } = at.parts.database
  const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  const { rows } = await held[0]!.query<{ pid: number }>(`select pid from pg_stat_activity where datname is not null`)
  const first = Promise.race([ask('GET', '/api/cases'), tooLate()])
  await sleep(3000)
  await whileStopped([...rows.map(({ pid }) => pid), postmaster], async () => {
    for (const client of held) client.release()
    expect(await first).toEqual(outage)
  })
})

test('opening a connection and preparing it are one wait', async () => {
  let isSlow = false
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(server.url).port), '127.0.0.1')
    near.on('error', () => far.destroy()).pipe(far)
    far.on('data', (bytes) => setTimeout(() => near.write(bytes), isSlow && isReady(bytes) ? 3000 : 0))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(server.url)
  url.port = String((proxy.address() as AddressInfo).port)
  const database = await openServer(url.href)
  const { pool } = database
  const used = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  isSlow = true
  const query = withPatience(requestPatience, () => pool.query('select 1')).catch((error) => toOutage(error)?.code)
  expect(await Promise.race([query, tooLate()])).toBe('unavailable')
  for (const client of used) client.release()
  await database.close()
  proxy.close()
})

test('reports a hung server to everyone and uses it again when it answers', async () => {
  const all = [...(await backends()), postmaster]
  await whileStopped(all, async () => {
    const reads = Array.from({ length: 12 }, () => ask('GET', '/api/cases'))
    const write = ask('POST', `/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
    expect(await Promise.all([...reads, write])).toEqual(Array.from({ length: 13 }, () => outage))
    expect((await at.app.inject('/readyz')).statusCode).toBe(503)
  })
  await expect.poll(async () => (await ask('GET', '/api/cases'))[0]).toBe(200)
})

test('a signed-in browser gets pages and their files while the database hangs', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'venire-pages-'))
  await mkdir(join(webFolder, 'assets'))
  for (const name of ['app.html', 'assets/a.js']) await writeFile(join(webFolder, name), name)
  const pages = await buildApp(at.parts, { logger: false, webFolder })
  const headers = { cookie: person.cookie, accept: 'text/html' }
  await whileStopped([...(await backends()), postmaster], async () => {
    for (const url of ['/assets/a.js', '/sessions/1/courtroom']) {
      const { statusCode, body } = await pages.inject({ url, headers })
      expect([url, statusCode, body]).toEqual([url, 200, url.startsWith('/assets') ? 'assets/a.js' : 'app.html'])
    }
  })
  await pages.close()
  await rm(webFolder, { recursive: true })
})

test('replaces hung connections while the server runs', async () => {
  await ask('GET', '/api/cases')
  const hanging = await backends(`application_name = 'venire'`)
  await whileStopped(hanging, async () => {
    await expect.poll(async () => (await ask('GET', '/api/cases'))[0]).toBe(200)
  })
})

test('a request declared slow outlasts others', async () => {
  const { pool } = at.parts.database
  const holder = await pool.connect()
  await holder.query('begin; lock table videos in access exclusive mode')
  let isAnswered = false
  const search = ask('GET', '/api/search?q=bias').finally(() => (isAnswered = true))
  expect(await ask('GET', '/api/videos')).toEqual(outage)
  expect(isAnswered).toBe(false)
  await holder.query('commit')
  holder.release()
  expect((await search)[0]).toBe(200)
})

test('an upload that hangs at its last byte is told when to retry, and resumes', async () => {
  const tus = (
    method: 'POST' | 'PATCH' | 'HEAD',
    url: string,
    headers: Record<string, string>,
    payload = Buffer.alloc(0),
  ) => at.app.inject({ method, url, headers: { cookie: person.cookie, 'tus-resumable': '1.0.0', ...headers }, payload })
  const announced = { 'upload-length': '5', 'upload-metadata': `filename ${btoa('a.mp4')}` }
  const { headers } = await tus('POST', '/api/uploads', announced)
  const bytes = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const holder = await at.parts.database.pool.connect()
  await holder.query('begin')
  await holder.query('select id from videos where id = $1 for update', [headers['x-video-id']])
  let refused: Awaited<ReturnType<typeof tus>>
  try {
    refused = await tus('PATCH', headers.location!, bytes, Buffer.from('bytes'))
  } finally {
    await holder.query('commit')
    holder.release()
  }
  expect([refused.statusCode, refused.body]).toEqual(outage)
  expect(refused.headers).toMatchObject({ 'retry-after': '5', 'x-error-code': 'unavailable' })
  await expect.poll(async () => (await tus('HEAD', headers.location!, {})).headers['upload-offset']).toBe('5')
})

test('stops a query whose caller gave up, and reports a full pool as an outage', async () => {
  const { pool } = at.parts.database
  const impatient = <T>(work: () => Promise<T>) =>
    withPatience({ acquireMs: 200, queryMs: 200 }, work).catch((error: unknown) => toOutage(error)?.code)
  expect(await impatient(() => pool.query('select pg_sleep(3600)'))).toBe('unavailable')
  await expect.poll(() => backends(`state = 'active' and query = 'select pg_sleep(3600)'`)).toEqual([])

  const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  expect(await impatient(() => pool.query('select 1'))).toBe('unavailable')
  for (const client of held) client.release()
  expect(await impatient(async () => (await pool.query('select 1')).rowCount)).toBe(1)
})

test('work triggered by a request gets background limits', async () => {
  const { pool } = at.parts.database
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const loop = every(60_000, async () => resolve(await pool.query('select pg_sleep(0.3)')), resolve)
  withPatience({ acquireMs: 50, queryMs: 50 }, () => loop.soon())
  expect(await promise).toMatchObject({ rowCount: 1 })
  await loop.stop()
})

async function hangNext(table: string, query: string): Promise<number> {
  const holder = await at.parts.database.pool.connect()
  await holder.query(`begin; lock table ${table} in exclusive mode`)
  const where = `wait_event_type = 'Lock' and query ilike '%${query}%'`
  await expect.poll(() => backends(where), { timeout: 20_000 }).not.toEqual([])
  const [pid] = await backends(where)
  process.kill(pid!, 'SIGSTOP')
  await holder.query('commit')
  holder.release()
  return pid!
}

test("one hung connection doesn't end a run", async () => {
  const film = defineJob({
    ...{ name: 'film', payload: z.object({}), attempts: 1, timeoutSeconds: 600 },
    ...{ heavy: true, lane: 'speech' },
  })
  const queue = await openQueue(at.parts.database, { ANALYSES_AT_ONCE: 2 }, () => {})
  const runs: JobRun<object>[] = []
  const work = (run: JobRun<object>) => {
    runs.push(run)
    return new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  await queue.work({ film }, { film: work })
  for (let count = 0; count < 2; count++) await queue.send(at.parts.database.db, film, {})
  await expect.poll(() => runs.length, { timeout: 20_000 }).toBe(2)
  const hung = await hangNext('pgboss.job', 'set heartbeat_on = now()')
  try {
    await sleep(12_000)
    expect(runs.map(({ signal }): unknown => signal.reason)).toEqual([undefined, undefined])
  } finally {
    process.kill(hung, 'SIGCONT')
    await queue.stop()
  }
}, 60_000)

test('an upload is released even if its lease renewal hangs', async () => {
  const { locks, folder } = openUploads(at.parts, analysisListeners)
  const finish = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const work = locks.exclusively(newId(), () => {
    started.resolve()
    return finish.promise
  })
  await started.promise
  const hung = await hangNext('leases', 'insert into leases')
  try {
    finish.resolve()
    await expect(work).resolves.toBeUndefined()
  } finally {
    process.kill(hung, 'SIGCONT')
    folder.close()
  }
}, 40_000)

test("several workers together don't exceed a firm's job limit", async () => {
  const reel = defineJob({
    ...{ name: 'reel', payload: z.object({}), attempts: 1, timeoutSeconds: 600 },
    ...{ heavy: true, lane: 'export' },
  })
  const config = { ANALYSES_AT_ONCE: 4, FIRM_JOBS_AT_ONCE: 2 }
  const queues = await Promise.all(Array.from({ length: 6 }, () => openQueue(at.parts.database, config, () => {})))
  let [now, most, made] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, ++now)
    await sleep(20)
    made++
    now--
  }
  await queues[0]!.prepare({ reel })
  for (let count = 0; count < 60; count++)
    await queues[0]!.send(at.parts.database.db, reel, {}, { firmId: person.actor.firmId })
  await Promise.all(queues.map((each) => each.work({ reel }, { reel: work })))
  await expect.poll(() => made, { timeout: 60_000 }).toBe(60)
  await Promise.all(queues.map((each) => each.stop()))
  expect(most).toBe(2)
}, 90_000)

test('every connection has a statement timeout, which patient work lifts only for itself', async () => {
  const { pool } = at.parts.database
  const read = async () => (await pool.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]
  expect(await read()).toEqual({ statement_timeout: '5min' })
  await prepare(at.parts.database)
  expect(await read()).toEqual({ statement_timeout: '5min' })
})
