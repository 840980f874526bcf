import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '#contract/account/auth.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, readCookie, testApp, type TestApp, testPassword } from '#test/app.ts'

let at: TestApp
let [first, second, expert]: Person[] = []
beforeAll(async () => {
  at = await testApp()
})
beforeEach(async () => {
  await at.truncate()
  first = await at.person()
  second = await at.person()
  expert = await at.person({ firmId: first.actor.firmId, role: 'member' })
})
afterAll(() => at.close())

const request = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie: string, payload?: object) =>
  at.app.inject({ method, url: `/api${url}`, headers: { cookie }, ...(payload && { payload }) })
const signIn = async () => {
  const payload = { email: expert!.account.email, password: testPassword }
  return at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
}
const home = async () => (await signIn()).json<Account>().firmId
const invite = () =>
  second!.call('POST', '/api/team/invitations', {
    email: expert!.account.email,
    role: 'member',
    profession: 'attorney',
  })
async function join(): Promise<Account & { cookie: string }> {
  const token = new URL((await invite()).json<{ url: string }>().url).searchParams.get('token')
  const payload = { token, name: 'Expert', password: testPassword }
  const joined = await at.app.inject({ method: 'POST', url: '/api/auth/invitation/accept', payload })
  return { ...joined.json<Account>(), cookie: readCookie(joined) }
}

test('someone in two firms signs in to the one they last joined or chose', async () => {
  const [here, there] = [first!.actor.firmId, second!.actor.firmId]
  const joined = await join()
  expect(joined.firms.map(({ id }) => id).toSorted()).toEqual([here, there].toSorted())
  for (const cookie of [joined.cookie, expert!.cookie]) await request('POST', '/auth/sign-out', cookie, {})
  expect(await home()).toBe(there)
  const again = await invite()
  expect([again.statusCode, again.body]).toEqual([
    409,
    `${expert!.account.email} is already a member of this firm. If they belong to several firms, they can switch to it in the account menu.`,
  ])
  const cookie = readCookie(await signIn())
  const switchTo = (firmId: string) => request('POST', '/auth/firm', cookie, { firmId })
  expect((await switchTo(here)).json()).toMatchObject({ firmId: here, role: 'member' })
  expect((await request('GET', '/auth/account', cookie)).json()).toMatchObject({ firmId: here })
  expect(await home()).toBe(here)
  const stranger = await at.person()
  expect((await switchTo(stranger.actor.firmId)).statusCode).toBe(404)
  await second!.call('PATCH', `/api/team/${expert!.actor.userId}`, { status: 'suspended' })
  expect((await switchTo(there)).statusCode).toBe(404)
  expect((await request('GET', '/auth/account', cookie)).json<Account>().firms).toHaveLength(1)
})

test('a live stream ends once its session has switched to another firm', { timeout: 60_000 }, async () => {
  const { cookie } = await join()
  const origin = await at.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${origin}/api/live`, { headers: { cookie } })
  expect((await request('POST', '/auth/firm', cookie, { firmId: first!.actor.firmId })).statusCode).toBe(200)
  expect(await stream.text()).toMatch(/^retry: 2000\n\n(event: touched\ndata: \[[^\n]*\]\n\n)*$/)
})

test("a switched session follows the new firm's rules and shows in both audit records", async () => {
  const { cookie } = await join()
  await first!.call('PATCH', '/api/firm', { requireTwoFactor: true })
  const switched = await request('POST', '/auth/firm', cookie, { firmId: first!.actor.firmId })
  expect(switched.json()).toMatchObject({ mustSetUpTwoFactor: true })
  expect((await request('GET', '/cases', cookie)).statusCode).toBe(403)
  expect((await request('POST', '/auth/firm', cookie, { firmId: second!.actor.firmId })).statusCode).toBe(200)
  expect((await request('GET', '/cases', cookie)).statusCode).toBe(200)
  const { rows } = await at.parts.database.pool.query<{ chain: string; action: string }>(
    `select chain, action from audit_events where action like 'sign_in.switched%' order by chain, seq`,
  )
  const acts = (chain: string) => rows.filter((row) => row.chain === chain).map((row) => row.action)
  expect(acts(first!.actor.firmId)).toEqual(['sign_in.switched_here', 'sign_in.switched_away'])
  expect(acts(second!.actor.firmId)).toEqual(['sign_in.switched_away', 'sign_in.switched_here'])
})

test('someone in two firms can leave the other one, unless it needs them', async () => {
  const { cookie } = await join()
  const [here, there] = [first!.actor.firmId, second!.actor.firmId]
  const leave = async (firmId: string) => {
    const { statusCode, body } = await request('DELETE', `/auth/firms/${firmId}`, cookie, {})
    return [statusCode, statusCode === 200 ? '' : body]
  }
  expect(await leave(there)).toEqual([409, 'Switch to another firm first.'])
  expect((await leave((await at.person()).actor.firmId))[0]).toBe(404)
  await buildCase(at.parts.database.db, expert!.actor)
  expect(await leave(here)).toEqual([
    409,
    'Assign another lead first. This person is the only lead of State v. Example.',
  ])
  await at.parts.database.pool.query('delete from case_members')
  expect(await leave(here)).toEqual([200, ''])
  expect((await request('GET', '/auth/account', expert!.cookie)).statusCode).toBe(401)
  expect((await request('GET', '/auth/account', cookie)).json<Account>().firms).toHaveLength(1)
  expect(await home()).toBe(there)
})

test('two sessions that each leave the other firm leave one of them', async () => {
  const [here, there] = [first!.actor.firmId, second!.actor.firmId]
  const { cookie } = await join()
  const left = await Promise.all([
    request('DELETE', `/auth/firms/${here}`, cookie, {}),
    request('DELETE', `/auth/firms/${there}`, expert!.cookie, {}),
  ])
  expect(left.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  expect((await signIn()).json<Account>().firms).toHaveLength(1)
})

test('switching to the current firm records nothing', async () => {
  const switched = await request('POST', '/auth/firm', expert!.cookie, { firmId: first!.actor.firmId })
  expect(switched.json()).toMatchObject({ firmId: first!.actor.firmId })
  const { rows } = await at.parts.database.pool.query(`select from audit_events where action like 'sign_in.switched%'`)
  expect(rows).toEqual([])
})

test("a firm's only administrator can't leave it", async () => {
  const { cookie } = await join()
  const { pool } = at.parts.database
  await pool.query(`update members set role = 'administrator' where user_id = $1`, [expert!.actor.userId])
  await pool.query(`delete from members where user_id = $1`, [first!.actor.userId])
  const left = await request('DELETE', `/auth/firms/${first!.actor.firmId}`, cookie, {})
  expect([left.statusCode, left.body]).toEqual([
    409,
    'A firm needs an active administrator. Make someone else an administrator first.',
  ])
})
