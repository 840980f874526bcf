import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Profile } from '#contract/account/profile.ts'
import type { TokenScope } from '#contract/account/tokens.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, readCookie, testApp, testPassword, type TestApp } from './app.ts'

let at: TestApp
let administrator: Person
let firmId: string
beforeAll(async () => {
  at = await testApp()
  administrator = await at.person()
  ;({ firmId } = administrator.actor)
})
afterAll(() => at.close())

const member = () => at.person({ firmId, role: 'member' })
const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)

test('the order and cursor of a list reveal no trial date behind the wall', async () => {
  const lead = await member()
  const dates = ['2031-02-03', null, '2030-05-06']
  const ids: string[] = []
  for (const date of dates) {
    const id = await buildCase(at.parts.database.db, lead.actor)
    await query('update cases set trial_date = $2 where id = $1', [id, date])
    ids.push(id)
  }
  const listed: string[] = []
  let cursor = ''
  do {
    const url = `/api/cases?scope=firm&sort=trial_date&limit=1${cursor && `&cursor=${cursor}`}`
    const response = await administrator.call('GET', url)
    listed.push(...response.json<{ id: string }[]>().map(({ id }) => id))
    cursor = String(response.headers['x-next-cursor'] ?? '')
    expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/203[01]-/)
  } while (cursor)
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
})

test('without the scope "administer", an administrator\'s token has no more rights than a member', async () => {
  const lead = await member()
  const { db } = at.parts.database
  const [walled, loose] = [await buildCase(db, lead.actor), await buildVideo(at.parts, lead.actor)]
  const makeToken = async (scopes: TokenScope[]) => {
    const asked = { name: 'Script', scopes, days: 1, password: testPassword }
    return (await administrator.call('POST', '/api/auth/tokens', asked)).json<{ token: string }>().token
  }
  const ask = async (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await at.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
  }
  const narrow = await makeToken(['read', 'write'])
  const calls = [
    ['DELETE', `/api/cases/${walled}`, {}, 404],
    ['POST', `/api/cases/${walled}/status`, { to: 'archived' }, 404],
    ['POST', `/api/cases/${walled}/restore`, {}, 404],
    ['GET', `/api/cases/${walled}`, undefined, 404],
    ['GET', '/api/cases?scope=firm', undefined, 403],
    ['GET', `/api/videos/${loose.id}`, undefined, 404],
    ['DELETE', `/api/videos/${loose.id}`, undefined, 404],
  ] as const
  for (const [method, url, body, expected] of calls)
    expect([method, url, await ask(narrow, method, url, body)]).toEqual([method, url, expected])
  const all = await makeToken(['read', 'write', 'administer'])
  expect(await ask(all, 'GET', `/api/cases/${walled}`)).toBe(200)
  expect(await ask(all, 'DELETE', `/api/cases/${walled}`, {})).toBe(200)
})

test('read access by break-glass ends with the administrator role that allowed it', async () => {
  const lead = await member()
  for (const change of [{ role: 'member' }, { status: 'suspended' }] as const) {
    const caseId = await buildCase(at.parts.database.db, lead.actor)
    const former = await at.person({ firmId })
    const open = async (cookie: string) =>
      (await at.app.inject({ url: `/api/cases/${caseId}/members`, headers: { cookie } })).statusCode
    const path = `/api/team/${former.actor.userId}`
    await former.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'to help with the deadline' })
    expect(await open(former.cookie)).toBe(200)
    expect((await administrator.call('PATCH', path, change)).statusCode).toBe(200)
    await administrator.call('PATCH', path, { role: 'member', status: 'active' })
    const payload = { email: former.account.email, password: testPassword }
    const entered = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
    expect([change, entered.statusCode, await open(readCookie(entered))]).toEqual([change, 200, 404])
    const activity = (await lead.call('GET', `/api/cases/${caseId}/activity`)).json<{ action: string }[]>()
    expect(activity[0]).toMatchObject({ action: 'case.member_removed', entityId: former.actor.userId })
  }
})

test('access that a lead granted outlasts the administrator role', async () => {
  const lead = await member()
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const former = await at.person({ firmId })
  const asMember = `/api/cases/${caseId}/members/${former.actor.userId}`
  await former.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'to help with the deadline' })
  expect((await lead.call('PATCH', asMember, { role: 'attorney', expiresAt: null })).statusCode).toBe(200)
  await administrator.call('PATCH', `/api/team/${former.actor.userId}`, { role: 'member' })
  expect((await former.call('GET', `/api/cases/${caseId}/members`)).statusCode).toBe(200)
})

test("the team list doesn't show when a member works for another firm", async () => {
  const shared = await member()
  const { userId } = shared.actor
  const seenAt = async () =>
    (await administrator.call('GET', '/api/team'))
      .json<{ userId: string; lastSeenAt: string | null }[]>()
      .find((each) => each.userId === userId)?.lastSeenAt
  const elsewhere = '2031-02-03T04:05:06.000Z'
  await query('update users set last_seen_at = $2 where id = $1', [userId, elsewhere])
  expect(await seenAt()).toBe(elsewhere)
  await query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`, [
    (await at.person()).actor.firmId,
    userId,
  ])
  const { rows } = await query('select last_seen_at from sign_ins where user_id = $1', [userId])
  expect(await seenAt()).toBe(rows[0].last_seen_at.toISOString())
})

test('only the operator sees the query of a monitored address, which may contain a key', async () => {
  const operator = await at.person({ isOperator: true })
  const url = 'http://127.0.0.1:9/health?key=SECRETKEY'
  expect((await operator.call('POST', '/api/endpoints', { url })).statusCode).toBe(200)
  for (const [person, shown] of [
    [operator, url],
    [administrator, 'http://127.0.0.1:9/health'],
  ] as const) {
    const listed = (await person.call('GET', '/api/endpoints')).json<{ source: string; url: string | null }[]>()
    expect(listed.find(({ source }) => source === 'registered')).toMatchObject({ url: shown })
  }
})

test('names stay on one line, so they add no text to emails', async () => {
  const person = await at.person()
  const name = 'Ann\r\nBcc: x@y.example\n\nYour account is locked.\u2028Open http://z.example'
  const oneLine = 'Ann Bcc: x@y.example Your account is locked. Open http://z.example'
  const profile = (await person.call('GET', '/api/profile')).json<Profile>()
  const { email: _email, avatar: _avatar, ...fields } = profile
  expect((await person.call('PUT', '/api/profile', { ...fields, name })).json()).toMatchObject({ name: oneLine })
  expect((await person.call('PATCH', '/api/firm', { name })).json()).toMatchObject({ name: oneLine })
})
