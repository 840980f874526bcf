import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { forgetAnswers, forgetOldActs, runOncePerKey } from '#server/platform/http/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'

let at: TestApp
let lead: Person
let caseId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())

const send = (person: Person, url: string, key: string, payload: object) =>
  at.app.inject({ method: 'POST', url, headers: { cookie: person.cookie, 'idempotency-key': key }, payload })
const plan = (date: string | null = null) => ({ type: 'jury_voir_dire', date })
const sessions = async () => (await lead.call('GET', `/api/cases/${caseId}/sessions`)).json<Session[]>()

test('a session sent twice exists once, with the same response', async () => {
  const [key, url] = [newId(), `/api/cases/${caseId}/sessions`]
  const first = await send(lead, url, key, plan())
  const second = await send(lead, url, key, plan())
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.json()).toEqual(first.json())
  expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
  expect(await sessions()).toHaveLength(1)
})

test('of many parallel requests one runs, and all get its response', async () => {
  const [key, url, before] = [newId(), `/api/cases/${caseId}/sessions`, (await sessions()).length]
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(lead, url, key, plan())))
  expect(new Set(answers.map((each) => each.json<Session>().id)).size).toBe(1)
  expect(await sessions()).toHaveLength(before + 1)
})

test('a key is bound to one user, one URL, and one body', async () => {
  const [key, url, before] = [newId(), `/api/cases/${caseId}/sessions`, (await sessions()).length]
  await send(lead, url, key, plan())
  const other = await send(lead, url, key, plan('2026-11-21'))
  expect([other.statusCode, other.headers['x-error-code']]).toEqual([422, 'mismatch'])
  expect(other.body).toBe('This Idempotency-Key was used for another request. Use a new key for each request.')
  const elsewhere = await send(lead, `/api/cases/${caseId}/jurors`, key, { jurorNumber: '7' })
  expect(elsewhere.statusCode).toBe(200)
  const stranger = await at.person()
  expect((await send(stranger, url, key, plan())).statusCode).toBe(404)
  expect(await sessions()).toHaveLength(before + 1)
})

test("a response isn't replayed after the person's access changed", async () => {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const members = `/api/cases/${caseId}/members`
  const add = () => lead.call('POST', members, { userId: person.actor.userId, role: 'paralegal' })
  expect((await add()).statusCode).toBe(200)
  const url = `/api/cases/${caseId}/jurors`
  const post = () => send(person, url, 'k', { jurorNumber: '31' })
  expect([(await post()).statusCode, (await post()).statusCode]).toEqual([200, 200])
  await lead.call('DELETE', `${members}/${person.actor.userId}`)
  const again = await post()
  expect([again.statusCode, again.body]).toEqual([
    409,
    'This was already saved, but the response was lost. Reload to see it.',
  ])
  await add()
  expect((await post()).statusCode).toBe(409)
  const { rows } = await at.parts.database.pool.query(`select from jurors where case_id = $1 and juror_number = '31'`, [
    caseId,
  ])
  expect(rows).toHaveLength(1)
})

test("a response isn't replayed after the person's time-limited access ended", async () => {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const member = { userId: person.actor.userId, role: 'paralegal', expiresAt }
  expect((await lead.call('POST', `/api/cases/${caseId}/members`, member)).statusCode).toBe(200)
  const post = () => send(person, `/api/cases/${caseId}/jurors`, 'k', { jurorNumber: '32' })
  expect((await post()).statusCode).toBe(200)
  const { pool, db } = at.parts.database
  const elsewhere = await buildCase(db, (await at.person()).actor)
  await pool.query(
    `insert into case_members select (jsonb_populate_record(own, jsonb_build_object('case_id', $2::text,
      'expires_at', clock_timestamp()))).* from case_members own where user_id = $1`,
    [person.actor.userId, elsewhere],
  )
  expect((await post()).headers['idempotent-replayed']).toBe('true')
  await pool.query('update case_members set expires_at = now() where user_id = $1', [person.actor.userId])
  const again = await post()
  expect([again.statusCode, again.body]).toEqual([
    409,
    'This was already saved, but the response was lost. Reload to see it.',
  ])
})

test('an upload announced or sent twice exists once', async () => {
  const person = await at.person()
  const announce = (key: string, name: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...{ cookie: person.cookie, 'idempotency-key': key, 'tus-resumable': '1.0.0', 'upload-length': '5' },
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
    })
  const key = newId()
  const [first, second] = [await announce(key, 'a.mp4'), await announce(key, 'a.mp4')]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.headers.location).toBe(first.headers.location)
  expect(second.headers['x-video-id']).toBe(first.headers['x-video-id'])
  expect((await announce(key, 'b.mp4')).statusCode).toBe(422)

  const form = (boundary: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/videos/upload',
      headers: {
        ...{ cookie: person.cookie, 'idempotency-key': 'form' },
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="videos"; filename="c.mp4"\r\n\r\nfilm\r\n--${boundary}--\r\n`,
    })
  const [sent, again] = [await form('xx'), await form('yy')]
  expect(sent.statusCode).toBe(200)
  expect(again.json()).toEqual(sent.json())
  expect((await person.call('GET', '/api/videos')).json()).toHaveLength(2)
})

test('a rejected request can be resent with its key', async () => {
  const key = newId()
  const body = { title: 'State v. Twice', caseNumber: 'T-1' }
  await at.parts.database.pool.query(`create function refuse() returns trigger as 'begin raise exception ''no''; end'
    language plpgsql; create trigger refuse before insert on cases execute function refuse()`)
  expect((await send(lead, '/api/cases', key, body)).statusCode).toBe(500)
  await at.parts.database.pool.query('drop trigger refuse on cases; drop function refuse')
  const again = await send(lead, '/api/cases', key, body)
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test("rejects a key that isn't a valid header value", async () => {
  for (const key of ['two words', 'x'.repeat(201)]) {
    const answer = await send(lead, '/api/cases', key, { title: 'State v. Key', caseNumber: 'K-1' })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/^Idempotency-Key must have/)])
  }
})

test("doesn't repeat an action killed after its commit, but repeats one killed before", async () => {
  const { db, pool } = at.parts.database
  const { DATA_DIR } = at.parts.config
  const act = (key: string) => ({
    ...{ userId: lead.actor.userId, firmId: lead.actor.firmId, endpoint: 'POST /test', key },
    requestHash: 'same',
  })
  const killed = Promise.withResolvers<never>()
  killed.promise.catch(() => {})
  const rename = (name: string) => async (handle: typeof db) =>
    handle.transaction((tx) => tx.execute(sql`update firms set name = name || ${name} where id = ${lead.actor.firmId}`))
  const reached = Promise.withResolvers<void>()
  void runOncePerKey(db, DATA_DIR, act('after'), async (handle) => {
    await rename(' A')(handle)
    reached.resolve()
    return killed.promise
  }).catch(() => {})
  const began = Promise.withResolvers<typeof db>()
  void runOncePerKey(db, DATA_DIR, act('before'), (handle) => {
    began.resolve(handle)
    return killed.promise
  }).catch(() => {})
  await reached.promise
  const slow = await began.promise
  await pool.query(`update idempotency_keys set claimed_at = now() - interval '2 minutes' where sealed_answer is null`)

  await expect(runOncePerKey(db, DATA_DIR, act('after'), rename(' A'))).rejects.toThrow('This was already saved')
  await runOncePerKey(db, DATA_DIR, act('before'), rename(' B'))
  // The first process was only slow, not dead, so its late write must fail.
  await expect(rename(' B')(slow)).rejects.toThrow('sent again')
  const { rows } = await pool.query('select name from firms where id = $1', [lead.actor.firmId])
  expect(rows).toEqual([{ name: 'Test firm A B' }])
})

test('a request that runs while access changes finishes, and its response is not kept', async () => {
  const { db } = at.parts.database
  const { userId, firmId } = lead.actor
  const act = { userId, firmId, endpoint: 'POST /two-steps', key: newId(), requestHash: 'same' }
  const step = (from: typeof db) => from.transaction(() => Promise.resolve())
  const work = async (fenced: typeof db) => {
    await step(fenced)
    await forgetAnswers(db, { userId, firmId })
    await step(fenced)
    return 'both'
  }
  const run = () => runOncePerKey(db, at.parts.config.DATA_DIR, act, work)
  expect(await run()).toEqual({ answer: 'both', isReplay: false })
  await expect(run()).rejects.toThrow('This was already saved, but the response was lost. Reload to see it.')
})

test('seals responses and deletes them after a day', async () => {
  const key = newId()
  const body = { name: 'Script', scopes: ['read'], days: 1, password: testPassword }
  const { token } = (await send(lead, '/api/auth/tokens', key, body)).json<{ token: string }>()
  expect((await send(lead, '/api/auth/tokens', key, body)).json()).toMatchObject({ token })
  const { pool, db } = at.parts.database
  const { rows } = await pool.query<{ row: string }>('select idempotency_keys::text as row from idempotency_keys')
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) {
    expect(row).not.toContain(token)
    expect(row).not.toContain(key)
  }
  await pool.query(`update idempotency_keys set created_at = now() - interval '25 hours'`)
  await forgetOldActs(db)
  expect((await pool.query('select from idempotency_keys')).rows).toEqual([])
})

test('the OpenAPI document lists the header for every POST except sign-ins', async () => {
  type Operation = { parameters?: { name: string }[]; 'x-needs': string }
  const { paths } = (await at.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, { post?: Operation }>
  }>()
  const posts = Object.entries(paths).flatMap(([path, { post }]) => (post ? [[path, post] as const] : []))
  expect(posts.length).toBeGreaterThan(30)
  for (const [path, post] of posts) {
    const names = post.parameters?.map(({ name }) => name) ?? []
    const opensDoor = post['x-needs'] === 'nobody' && /^\/(?:api\/auth|s)\//.test(path)
    expect([path, names.includes('Idempotency-Key')]).toEqual([path, !opensDoor])
  }
})
