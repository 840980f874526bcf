import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { PoolClient } from 'pg'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildApp } from '#server/app.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { toOutage } from '#server/platform/database/outage.ts'
import { withPatience } from '#server/platform/database/patience.ts'
import { runOncePerKey } from '#server/platform/http/idempotency.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'

let at: TestApp
let hasty: FastifyInstance
let lead: Person
let caseId: string
let videoId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
  videoId = (await buildVideo(at.parts, lead.actor, { caseId })).id
  hasty = await buildApp(at.parts, {
    ...{ logger: false, webFolder: '/nowhere', patience: { acquireMs: 150, queryMs: 4500 } },
  })
  await hasty.ready()
})
afterAll(async () => {
  await hasty.close()
  await at.close()
})

const multipart = '--xx\r\ncontent-disposition: form-data; name="videos"; filename="c.mp4"\r\n\r\nfilm\r\n--xx--\r\n'
const plan = { type: 'jury_voir_dire', date: null }
const createSession = (key: string): InjectOptions => ({
  ...{ method: 'POST', url: `/api/cases/${caseId}/sessions`, payload: plan, headers: { 'idempotency-key': key } },
})
const kinds: ((key: string) => InjectOptions)[] = [
  () => ({ url: '/api/cases' }),
  () => ({ url: `/api/cases/${caseId}` }),
  () => ({ url: `/api/videos/${videoId}/download` }),
  () => ({ url: '/api/profile/data' }),
  () => ({ url: '/api/auth/options' }),
  () => ({ url: `/s/${newToken()}` }),
  createSession,
  () => ({ method: 'PATCH', url: `/api/cases/${caseId}`, payload: { version: 1, judge: 'Judge 4' } }),
  () => ({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: 'x@firm.example', password: testPassword },
  }),
  () => ({
    method: 'POST',
    url: '/api/videos/upload',
    payload: multipart,
    headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  }),
  () => ({
    method: 'POST',
    url: '/api/uploads',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': 'filename YS5tcDQ=' },
  }),
]
const send = (app: FastifyInstance, { headers, ...rest }: InjectOptions) =>
  app.inject({ ...rest, headers: { cookie: lead.cookie, ...headers } })
const sendMany = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(hasty, kinds[index % kinds.length]!(newId()))))

const outage = [503, 'The database is unavailable. Try again in a moment.', '5', 'unavailable']
type Answer = Awaited<ReturnType<typeof send>>
const shape = ({ statusCode, body, headers }: Answer) => [
  ...[statusCode, body, headers['retry-after'], headers['x-error-code']],
]

test('while every connection is busy, rejects 150 requests in one sentence with a retry time', async () => {
  const { pool } = at.parts.database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const answers = await sendMany(150)
  for (const client of held) client.release()
  expect(new Set(answers.map((answer) => JSON.stringify(shape(answer))))).toEqual(new Set([JSON.stringify(outage)]))
  for (const kind of kinds) expect((await send(at.app, kind(newId()))).statusCode).toBeLessThan(500)
})

test('each of 150 queued requests succeeds or is rejected and can be resent', async () => {
  const keys = Array.from({ length: 75 }, () => newId())
  const url = `/api/cases/${caseId}/sessions`
  const write = (app: FastifyInstance, key: string) => send(app, createSession(key))
  const count = async () => (await lead.call('GET', url)).json<Session[]>().length
  const before = await count()
  const [writes, others] = await Promise.all([Promise.all(keys.map((key) => write(hasty, key))), sendMany(75)])
  for (const answer of [...writes, ...others].filter(({ statusCode }) => statusCode >= 500))
    expect(shape(answer)).toEqual(outage)
  for (const key of keys) expect((await write(at.app, key)).statusCode).toBe(200)
  const made = others.filter(
    ({ statusCode }, index) => index % kinds.length === kinds.indexOf(createSession) && statusCode === 200,
  )
  expect(await count()).toBe(before + keys.length + made.length)
})

test('an action that found no connection after its claim can be resent at once', async () => {
  const { database, config } = at.parts
  const { pool, db } = database
  const { userId, firmId } = lead.actor
  const act = { userId, firmId, endpoint: 'POST /test', key: newId(), requestHash: 'same' }
  const held: PoolClient[] = []
  const impatient = withPatience({ acquireMs: 50, queryMs: 4500 }, () =>
    runOncePerKey(db, config.DATA_DIR, act, async (handle) => {
      while (held.length < pool.options.max) held.push(await pool.connect())
      return handle.transaction(async () => 'done')
    }),
  )
  expect(await impatient.catch((error: unknown) => toOutage(error)?.code)).toBe('unavailable')
  for (const client of held) client.release()
  const again = await runOncePerKey(db, config.DATA_DIR, act, (handle) => handle.transaction(async () => 'done'))
  expect(again).toEqual({ answer: 'done', isReplay: false })
})

test('an action cut off by an outage can be resent as soon as the database is back', async () => {
  const { database, config } = at.parts
  const { userId, firmId } = lead.actor
  const act = { userId, firmId, endpoint: 'POST /test', key: newId(), requestHash: 'same' }
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  let isDown = false
  const db = Object.create(database.db) as typeof database.db
  db.execute = (query) => (isDown ? Promise.reject(refused) : database.db.execute(query)) as never
  const cut = runOncePerKey(db, config.DATA_DIR, act, async () => {
    isDown = true
    throw refused
  })
  await expect(cut).rejects.toBe(refused)
  isDown = false
  const again = await runOncePerKey(db, config.DATA_DIR, act, async () => 'done')
  expect(again).toEqual({ answer: 'done', isReplay: false })
})

test('a response that found no connection is sent and stored', async () => {
  const { database, config } = at.parts
  const { pool, db } = database
  const { userId, firmId } = lead.actor
  const act = { userId, firmId, endpoint: 'POST /test', key: newId(), requestHash: 'same' }
  const held: PoolClient[] = []
  const first = await withPatience({ acquireMs: 50, queryMs: 4500 }, () =>
    runOncePerKey(db, config.DATA_DIR, act, async (handle) => {
      const answer = await handle.transaction(async () => 'done')
      while (held.length < pool.options.max) held.push(await pool.connect())
      return answer
    }),
  )
  for (const client of held) client.release()
  const again = await runOncePerKey(db, config.DATA_DIR, act, (handle) => handle.transaction(async () => 'done twice'))
  expect([first, again]).toEqual([
    { answer: 'done', isReplay: false },
    { answer: 'done', isReplay: true },
  ])
})
