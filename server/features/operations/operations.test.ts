import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addEndpoint,
  type DatabaseStats,
  type EndpointRecord,
  type Performance,
  type PipelineStatus,
  type SystemOverview,
} from '#contract/operations/operations.ts'
import type { NodeList } from '#contract/operations/nodes.ts'
import { listVideos } from '#contract/videos/videos.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { acquireLease, toPeriodic } from '#server/platform/lease.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { noDurations } from './durations.ts'
import { type Measured, type RouteCount, startMeter } from './meter.ts'
import { purgeMeasured, recordMeasured } from './measured.queries.ts'
import { ask, checkMonitors, mayMonitor } from './monitors.service.ts'

const token = 'a pipeline token'.replaceAll(' ', '-')
let at: TestApp
let operator: Person
let member: Person
beforeAll(async () => {
  at = await testApp({ PIPELINE_TOKEN: token, MONITOR_HOSTS: 'status.firm.example' })
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  operator = await at.person({ isOperator: true })
  member = await at.person()
})

const hourMs = 3_600_000
const get = async <T>(path: string, by = member) => (await by.call('GET', path)).json<T>()
const measured = (given: Partial<RouteCount> = {}): Measured => {
  const durations = noDurations()
  durations[2] = given.requests ?? 10
  return {
    routes: new Map([['GET /api/videos', { requests: 10, failures: 0, totalMs: 150, durations, ...given }]]),
    queries: 40,
    queryMs: 20,
  }
}
const record = (when: Date, given = {}, memory = 300 * 1024 ** 2) =>
  recordMeasured(at.parts.database.db, measured(given), memory, when)

test('with two processes, minutes are counted once and requests are added up', async () => {
  const { db } = at.parts.database
  const [one, two] = [newId(), newId()].map(
    (holder) => async (tx: Db) => (await acquireLease(tx, toPeriodic('operations', holder))) !== null,
  )
  for (const isCounting of [one, two, one, two]) await recordMeasured(db, measured(), 100, new Date(), isCounting)
  const { rows } = await db.execute(sql`select minutes, memory_bytes_sum as memory, queries::int, requests
    from machine_hours join route_hours using (hour)`)
  expect(rows).toEqual([{ minutes: 2, memory: 200, queries: 160, requests: 40 }])
})

test('only operators see the processes and their jobs', async () => {
  const { db } = at.parts.database
  await db.execute(sql`update schema_migrations set works_from = '0070_more_changes' where name like '0071%'`)
  await db.execute(sql`
    insert into nodes (id, host, role, lanes, concurrency, version, schema, seen_at) values
      (${newId()}, 'four', 'web', '{}', 1, '0.1.0', '0070_more_changes', now()),
      (${newId()}, 'one', 'web', '{}', 1, '0.1.0', (select max(name) from schema_migrations), now()),
      (${newId()}, 'two', 'worker', '{speech,mail}', 2, '0.1.0', '0001_accounts', now()),
      (${newId()}, 'three', 'worker', '{mail}', 2, '0.1.0', '0001_accounts', now() - interval '1 minute')`)
  const { nodes } = await get<NodeList>('/api/system/nodes', operator)
  await db.execute(sql`update schema_migrations set works_from = null`)
  expect(nodes.map(({ host, state }) => [host, state])).toEqual([
    ['four', 'running'],
    ['one', 'running'],
    ['three', 'silent'],
    ['two', 'outdated'],
  ])
  expect((await member.call('GET', '/api/system/nodes')).statusCode).toBe(403)
})

test('reports unmeasured figures as unknown', async () => {
  expect(await get<SystemOverview>('/api/system/overview')).toMatchObject({
    apiHealth: null,
    responseTime: null,
    buildStatus: null,
    requestCount24h: 0,
  })
  expect(await get<Performance>('/api/performance')).toMatchObject({
    avgResponseTime: null,
    responseTimeChange: null,
    uptime: null,
    memoryUsage: null,
    hours: [],
  })
})

test("health and P95 use only the last day's responses", async () => {
  const now = new Date()
  await record(now)
  await record(now, { requests: 10, failures: 1 })
  await record(new Date(now.getTime() - 30 * hourMs), { requests: 1000, failures: 1000 })
  const overview = await get<SystemOverview>('/api/system/overview')
  expect(overview).toMatchObject({ apiHealth: 95, buildStatus: null, requestCount24h: 20 })
  expect(overview.responseTime).toBeGreaterThan(10)
  expect(overview.responseTime).toBeLessThanOrEqual(20)
  expect(overview.dynamodbStorage).toBeGreaterThan(0)
})

test('performance compares with the same period a week earlier', async () => {
  const now = new Date()
  await record(now, { totalMs: 200 }, 400 * 1024 ** 2)
  await record(new Date(now.getTime() - 7 * 24 * hourMs), { totalMs: 100 }, 200 * 1024 ** 2)
  const day = await get<Performance>('/api/performance?window=24h')
  expect(day).toMatchObject({ avgResponseTime: 20, responseTimeChange: 100, memoryUsage: 0.39, memoryChange: 100 })
  expect(day.uptime).toBeLessThan(1)
  expect(day.uptimeChange).toBeLessThan(-90)
  expect(day.hours).toHaveLength(1)
  expect((await get<Performance>('/api/performance?window=30d')).responseTimeChange).toBeNull()
  expect((await member.call('GET', '/api/performance?window=1y')).statusCode).toBe(400)
})

test('uptime counts from the first sample', async () => {
  const now = Date.now()
  for (let minute = 10; minute >= 0; minute--) await record(new Date(now - minute * 60_000))
  expect((await get<Performance>('/api/performance')).uptime).toBe(100)
  await at.truncate()
  member = await at.person()
  for (const minute of [100, 99, 1, 0]) await record(new Date(now - minute * 60_000))
  expect((await get<Performance>('/api/performance')).uptime).toBeLessThan(5)
})

test('counts endpoint responses by route pattern, and every statement, but no other routes', async () => {
  const app = Fastify()
  app.decorate('parts', at.parts)
  app.decorate('mounted', [listVideos, addEndpoint])
  const meter = startMeter(app)
  app.get('/api/videos', async () => at.parts.database.db.execute(sql`select 1`))
  app.post('/api/endpoints', async () => Promise.reject(new Error('broken')))
  app.get('/healthz', async () => 'ok')
  for (const url of ['/api/videos?limit=1', '/api/videos', '/healthz']) await app.inject({ url })
  await app.inject({ method: 'POST', url: '/api/endpoints' })
  const { routes, queries, queryMs } = meter.take()
  expect([...routes].map(([key, count]) => [key, count.requests, count.failures])).toEqual([
    ['GET /api/videos', 2, 0],
    ['POST /api/endpoints', 1, 1],
  ])
  expect(queries).toBeGreaterThanOrEqual(2)
  expect(queryMs).toBeGreaterThan(0)
  expect(meter.take().routes.size).toBe(0)
  await app.close()
})

test("lists the server's busiest endpoints first", async () => {
  expect((await get<EndpointRecord[]>('/api/endpoints')).every((each) => each.status === 'unknown')).toBe(true)
  await record(new Date())
  const [videos] = await get<EndpointRecord[]>('/api/endpoints')
  expect(videos).toMatchObject({
    path: '/api/videos',
    method: 'GET',
    status: 'healthy',
    avgResponseTime: 15,
    requestCount24h: 10,
  })
})

test('counts the database and times its statements', async () => {
  await record(new Date())
  const stats = await get<DatabaseStats>('/api/dynamodb/stats')
  expect(stats).toMatchObject({
    tableName: expect.stringMatching(/./),
    avgQueryTime: '0.5ms',
    storageUsed: expect.stringMatching(/^[\d.]+(MB|GB)$/),
  })
  expect(stats.tables.find((each) => each.name === 'users')?.items).toBe(2)
  expect(stats.totalItems).toBe(stats.tables.reduce((sum, each) => sum + each.items, 0))
})

test('only the operator can register a URL, only on this machine or an allowed host', async () => {
  expect((await member.call('POST', '/api/endpoints', { url: 'http://127.0.0.1:9/' })).statusCode).toBe(403)
  for (const url of ['http://169.254.169.254/latest', 'http://intranet/', 'http://127.0.0.1.evil.example/']) {
    const refused = await operator.call('POST', '/api/endpoints', { url })
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('MONITOR_HOSTS')])
  }
  for (const url of ['file:///etc/passwd', 'http://user:pass@localhost/', 'nonsense'])
    expect((await operator.call('POST', '/api/endpoints', { url })).statusCode).toBe(400)
  expect(['http://[::1]:3000/', 'http://127.9.9.9/', 'https://status.firm.example/x'].map(allowed)).toEqual([
    true,
    true,
    true,
  ])
  expect(['http://[::2]/', 'http://10.0.0.1/', 'http://firm.example/'].map(allowed)).toEqual([false, false, false])
})
const allowed = (url: string) => mayMonitor(url, at.parts.config.MONITOR_HOSTS)

test('checks, edits, and removes a registered URL', async () => {
  let status = 200
  const target = createServer((_request, response) => response.writeHead(status).end('x')).listen(0, '127.0.0.1')
  await new Promise((resolve) => target.once('listening', resolve))
  try {
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/health`
    const added = (await operator.call('POST', '/api/endpoints', { url })).json<EndpointRecord>()
    expect(added).toMatchObject({ path: '/health', method: 'GET', status: 'unknown', version: 1 })
    expect((await operator.call('POST', '/api/endpoints', { url })).statusCode).toBe(409)
    await checkMonitors(at.parts.database.db, at.parts.config)
    const registered = async () => (await get<EndpointRecord[]>('/api/endpoints')).find((each) => each.id === added.id)
    expect(await registered()).toMatchObject({ status: 'healthy', requestCount24h: 1, problem: null })
    status = 500
    await checkMonitors(at.parts.database.db, at.parts.config)
    expect(await registered()).toMatchObject({
      status: 'failing',
      requestCount24h: 2,
      problem: 'Responded with status 500.',
    })

    const edit = { url: `${url}z`, path: 'Health', version: 1 }
    const edited = await operator.call('PUT', `/api/endpoints/${added.id}`, edit)
    expect(edited.json()).toMatchObject({ path: 'Health', status: 'unknown', requestCount24h: 0, version: 2 })
    expect((await operator.call('PUT', `/api/endpoints/${added.id}`, edit)).statusCode).toBe(409)
    expect((await operator.call('DELETE', `/api/endpoints/${added.id}`)).statusCode).toBe(200)
    expect(await registered()).toBeUndefined()
  } finally {
    target.close()
  }
})

test("a check doesn't follow redirects and names the fault", async () => {
  let followed = false
  const target = createServer((request, response) => {
    if (request.url === '/elsewhere') followed = true
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => target.once('listening', resolve))
  const { port } = target.address() as AddressInfo
  expect((await ask('GET', `http://127.0.0.1:${port}/`)).problem).toBeNull()
  expect(followed).toBe(false)
  target.close()
  expect((await ask('GET', 'http://127.0.0.1:1/')).problem).toBe('Couldn’t reach the address.')
})

test('a build reports its steps with only the token', async () => {
  const report = (steps: object[], authorization?: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/pipeline/report',
      payload: { kind: 'build', run: '7', steps },
      headers: authorization ? { authorization } : {},
    })
  expect((await report([{ name: 'check', status: 'running' }])).statusCode).toBe(401)
  expect((await report([{ name: 'check', status: 'running' }], 'Bearer wrong')).statusCode).toBe(401)
  expect((await report([{ name: 'check', status: 'running', progress: 40 }], `Bearer ${token}`)).statusCode).toBe(200)
  expect(await get<PipelineStatus>('/api/pipeline/status')).toMatchObject({
    status: 'running',
    steps: { 'build: check': { status: 'running', duration: null, progress: 40 } },
    media: { waiting: 0, running: 0 },
  })
  expect((await get<SystemOverview>('/api/system/overview')).buildStatus).toBe('Running')
  await report([{ name: 'check', status: 'completed', seconds: 72, result: '10 passed' }], `Bearer ${token}`)
  expect(await get<PipelineStatus>('/api/pipeline/status')).toMatchObject({
    status: 'idle',
    steps: { 'build: check': { status: 'completed', duration: '1 min 12 s', result: '10 passed', progress: 100 } },
  })
  expect((await get<SystemOverview>('/api/system/overview')).buildStatus).toBe('Passing')
})

test('removes figures older than 70 days', async () => {
  await record(new Date(Date.now() - 71 * 24 * hourMs))
  await record(new Date())
  await purgeMeasured(at.parts.database.db)
  const { rows } = await at.parts.database.pool.query('select count(*)::int as count from machine_hours')
  expect(rows).toEqual([{ count: 1 }])
})
