import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiToken } from '#contract/account/tokens.ts'
import { type Person, testApp, testPassword, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const signIn = async (person: Person, password = testPassword) => {
  const payload = { email: person.account.email, password }
  const response = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  return { status: response.statusCode, cookie: String(response.headers['set-cookie']).split(';')[0]! }
}
const status = async (headers: Record<string, string>, url = '/api/auth/account') =>
  (await at.app.inject({ url, headers })).statusCode
type NewToken = { name?: string; scopes?: string[]; days?: number | null }
const newToken = async (person: Person, { name = 'Script', scopes = ['read'], days = 1 }: NewToken = {}) =>
  (await person.call('POST', '/api/auth/tokens', { name, scopes, days, password: testPassword })).json<{
    token: string
    record: ApiToken
  }>()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('changes a password given the old one and ends other sessions if requested', async () => {
  const person = await at.person()
  const other = await signIn(person)
  const change = (current: string, password: string, endOthers: boolean) =>
    person.call('POST', '/api/auth/password', { current, password, endOthers })
  const wrong = await change('not this one', 'a second long password', false)
  expect([wrong.statusCode, wrong.body]).toEqual([400, 'Incorrect password.'])
  expect((await change(testPassword, 'short', false)).statusCode).toBe(400)
  expect((await change(testPassword, 'a second long password', false)).statusCode).toBe(200)
  expect([(await signIn(person)).status, (await signIn(person, 'a second long password')).status]).toEqual([401, 200])
  expect(await status({ cookie: other.cookie })).toBe(200)
  expect((await change('a second long password', 'a third long password', true)).statusCode).toBe(200)
  expect(await status({ cookie: other.cookie })).toBe(401)
  expect(await status({ cookie: person.cookie })).toBe(200)
})

test('pauses after four wrong passwords by a signed-in user', async () => {
  const person = await at.person()
  const ask = (password: string) => person.call('POST', '/api/auth/two-factor/begin', { password })
  for (let i = 0; i < 4; i++) expect((await ask('wrong')).statusCode).toBe(400)
  await at.parts.database.pool.query(`update guesses set free_at = now() + interval '5 minutes' where tries > 3.5`)
  expect((await ask(testPassword)).statusCode).toBe(429)
})

test('ends all sessions but this one at once', async () => {
  const person = await at.person()
  const others = [await signIn(person), await signIn(person)]
  expect((await person.call('POST', '/api/auth/sessions/end-others')).json()).toEqual({ ended: 2 })
  for (const { cookie } of others) expect(await status({ cookie })).toBe(401)
  expect(await status({ cookie: person.cookie })).toBe(200)
})

test('someone who must still set up a second factor can end sessions', async () => {
  const person = await at.person()
  await person.call('PATCH', '/api/firm', { requireTwoFactor: true })
  const others = [await signIn(person), await signIn(person)]
  expect(await status({ cookie: person.cookie }, '/api/cases')).toBe(403)
  const listed = (await person.call('GET', '/api/auth/sessions')).json<{ id: string; current: boolean }[]>()
  const { id } = listed.find(({ current }) => !current)!
  expect((await person.call('DELETE', `/api/auth/sessions/${id}`)).statusCode).toBe(200)
  expect((await person.call('POST', '/api/auth/sessions/end-others')).json()).toEqual({ ended: 1 })
  for (const { cookie } of others) expect(await status({ cookie })).toBe(401)
})

test("a firm's idle limit can shorten the installation's, never lengthen it", async () => {
  const person = await at.person()
  const idle = (hours: number) =>
    at.parts.database.pool.query(`update sign_ins set last_seen_at = now() - $2 * interval '1 hour' where id = $1`, [
      person.actor.signInId,
      hours,
    ])
  expect((await person.call('PATCH', '/api/firm', { idleHours: 1 })).json()).toMatchObject({ idleHours: 1 })
  await idle(1.1)
  expect(await status({ cookie: person.cookie })).toBe(401)
  await idle(0.9)
  expect((await person.call('PATCH', '/api/firm', { idleHours: 100 })).statusCode).toBe(200)
  await idle(13)
  expect(await status({ cookie: person.cookie })).toBe(401)
})

test('an open tab does not renew its session', async () => {
  const person = await at.person()
  const { pool } = at.parts.database
  const idle = (hours: number) =>
    pool.query(`update sign_ins set last_seen_at = now() - $2 * interval '1 hour' where id = $1`, [
      person.actor.signInId,
      hours,
    ])
  const isIdle = async () =>
    (
      await pool.query<{ idle: boolean }>(
        `select last_seen_at < now() - interval '10 hours' as idle from sign_ins where id = $1`,
        [person.actor.signInId],
      )
    ).rows[0]!.idle
  const origin = await at.app.listen({ port: 0, host: '127.0.0.1' })
  await idle(11)
  expect(await status({ cookie: person.cookie, 'x-unattended': '1' })).toBe(200)
  expect(await isIdle()).toBe(true)

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = await fetch(`${origin}/api/live`, { headers: { cookie: person.cookie } })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('retry: 2000\n\n')
  vi.advanceTimersByTime(20_000)
  expect((await reader.read()).value).toBe(': \n\n')
  expect(await isIdle()).toBe(true)
  await idle(13)
  vi.advanceTimersByTime(20_000)
  expect((await reader.read()).done).toBe(true)

  await idle(11)
  expect(await status({ cookie: person.cookie })).toBe(200)
  expect(await isIdle()).toBe(false)
})

test('shows a token once, stores its hash, and records when and where it was used', async () => {
  const person = await at.person()
  const { token, record } = await newToken(person)
  expect(token).toMatch(/^vnr_[\w-]{43}$/)
  expect(record).toMatchObject({ name: 'Script', scopes: ['read'], lastUsedAt: null, isExpired: false })
  expect(token.startsWith(record.hint)).toBe(true)
  const kept = await at.parts.database.pool.query('select * from api_tokens where id = $1', [record.id])
  expect(JSON.stringify(kept.rows)).not.toContain(token)
  expect(await status(bearer(token), '/api/cases')).toBe(200)
  const [listed] = (await person.call('GET', '/api/auth/tokens')).json<ApiToken[]>()
  expect(listed).toMatchObject({ id: record.id, lastUsedIp: '127.0.0.1' })
  expect(listed!.lastUsedAt).not.toBeNull()
})

test('a token ends at expiry, revocation, suspension, or a password reset', async () => {
  const administrator = await at.person()
  const person = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const { pool } = at.parts.database
  const [expiring, revoked, kept] = [await newToken(person), await newToken(person), await newToken(person)]
  await pool.query(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [expiring.record.id])
  expect(await status(bearer(expiring.token), '/api/cases')).toBe(401)
  expect((await person.call('DELETE', `/api/auth/tokens/${revoked.record.id}`)).statusCode).toBe(200)
  expect(await status(bearer(revoked.token), '/api/cases')).toBe(401)
  expect(await status(bearer(kept.token), '/api/cases')).toBe(200)
  const path = `/api/team/${person.actor.userId}`
  const { url } = (await administrator.call('POST', `${path}/reset-link`, { password: testPassword })).json<{
    url: string
  }>()
  const payload = { token: new URL(url).searchParams.get('token'), password: 'another good password' }
  await at.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm', payload })
  expect(await status(bearer(kept.token), '/api/cases')).toBe(401)
  const suspended = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const last = await newToken(suspended)
  await administrator.call('PATCH', `/api/team/${suspended.actor.userId}`, { status: 'suspended' })
  expect(await status(bearer(last.token), '/api/cases')).toBe(401)
})

test('a token is blocked while its owner must set up two-factor sign-in', async () => {
  const person = await at.person()
  const { token } = await newToken(person)
  await person.call('PATCH', '/api/firm', { requireTwoFactor: true })
  expect(await status(bearer(token), '/api/cases')).toBe(403)
})

test('a token without "write" can read a file but not upload', async () => {
  const person = await at.person()
  const { token } = await newToken(person)
  const upload = await at.app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { ...bearer(token), 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  })
  expect([upload.statusCode, upload.body]).toEqual([403, `This API token can’t do this: it lacks the scope "write".`])
})
