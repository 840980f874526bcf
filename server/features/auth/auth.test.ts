import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntryOptions } from '#contract/account/auth.ts'
import { createLink } from '#server/features/team/links.service.ts'
import { readCookie, testApp, testPassword, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  at.app.inject({ method: 'POST', url: `/api/auth${url}`, payload, headers })
const newFirm = (email: string, token?: string) =>
  post('/sign-up/email', { firmName: 'Sample Firm', name: 'Trial attorney', email, password: testPassword, token })
const newFirmToken = async () =>
  new URL((await createLink(at.parts.database.db, 'http://x', { kind: 'new_firm', hours: 1 })).url).searchParams.get(
    'token',
  )!

test('creates the first firm only with the one-time link', async () => {
  await at.truncate()
  expect((await newFirm('first@firm.example')).statusCode).toBe(403)
  const token = await newFirmToken()
  const created = await newFirm('first@firm.example', token)
  expect(created.json()).toMatchObject({
    firmName: 'Sample Firm',
    role: 'administrator',
    initials: 'TA',
    isOperator: true,
  })
  expect(String(created.headers['set-cookie'])).toMatch(/^venire_session=.+?HttpOnly; SameSite=Lax/)
  expect((await newFirm('second@firm.example', token)).statusCode).toBe(403)
})

test('of two parallel set-ups with a link each, only one creates the first firm', async () => {
  await at.truncate()
  const tokens = [await newFirmToken(), await newFirmToken()]
  const both = await Promise.all(tokens.map((token, index) => newFirm(`setup${index}@firm.example`, token)))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  const { rows } = await at.parts.database.pool.query('select id from users where is_operator')
  expect(rows).toHaveLength(1)
})

test('rejects another link after the first firm with SIGN_UP=first', async () => {
  await at.person()
  const options = (await at.app.inject({ url: `/api/auth/options?token=${await newFirmToken()}` })).json<EntryOptions>()
  expect(options).toMatchObject({ canSignUp: false, signUpNeedsLink: true, demoEntry: false })
})

test("ignores the email's case at sign-in and doesn't reveal which part was wrong", async () => {
  const { account } = await at.person()
  const right = await post('/sign-in/email', { email: account.email.toUpperCase(), password: testPassword })
  expect(right.statusCode).toBe(200)
  const wrong = await post('/sign-in/email', { email: account.email, password: 'not this one' })
  const unknown = await post('/sign-in/email', { email: 'nobody@firm.example', password: 'not this one' })
  expect([wrong.statusCode, wrong.body]).toEqual([401, 'Incorrect email or password.'])
  expect([unknown.statusCode, unknown.body]).toEqual([401, wrong.body])
})

test("signing in again ends only that browser's old session", async () => {
  const { account } = await at.person()
  const enter = (headers: Record<string, string> = {}) =>
    post('/sign-in/email', { email: account.email, password: testPassword }, headers)
  const status = async (cookie: string) =>
    (await at.app.inject({ url: '/api/auth/account', headers: { cookie } })).statusCode
  const [browser, phone] = [readCookie(await enter()), readCookie(await enter())]
  const again = readCookie(await enter({ cookie: browser }))
  expect([await status(browser), await status(again), await status(phone)]).toEqual([401, 200, 200])
})

test('sign-out takes effect at once for cookies and bearer tokens', async () => {
  const { account } = await at.person()
  const cookie = readCookie(await post('/sign-in/email', { email: account.email, password: testPassword }))
  const me = (headers: Record<string, string>) => at.app.inject({ url: '/api/auth/account', headers })
  expect((await me({ cookie })).statusCode).toBe(200)
  expect((await me({ authorization: `Bearer ${cookie.split('=')[1]}` })).statusCode).toBe(200)
  expect((await post('/sign-out', {}, { cookie })).statusCode).toBe(200)
  expect((await me({ cookie })).statusCode).toBe(401)
})

test("rejects a write with another site's origin", async () => {
  const { cookie } = await at.person()
  const write = (headers: Record<string, string>) =>
    post('/sign-out', {}, { cookie, host: 'localhost:3000', ...headers })
  for (const origin of ['https://evil.example', 'null', 'http://localhost:4000']) {
    expect((await write({ origin })).statusCode, origin).toBe(403)
  }
  expect((await write({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await write({ origin: 'http://localhost:3000' })).statusCode).toBe(200)
})

test('ends idle and expired sessions', async () => {
  const person = await at.person()
  const age = (column: 'last_seen_at' | 'expires_at', hours: number) =>
    at.parts.database.pool.query(`update sign_ins set ${column} = now() - interval '${hours} hours' where id = $1`, [
      person.actor.signInId,
    ])
  await age('last_seen_at', 11)
  expect((await person.call('GET', '/api/auth/account')).statusCode).toBe(200)
  await age('last_seen_at', 13)
  expect((await person.call('GET', '/api/auth/account')).statusCode).toBe(401)
  await age('last_seen_at', 0)
  // Use one hour ago instead of now because the column stores milliseconds and may round up.
  await age('expires_at', 1)
  expect((await person.call('GET', '/api/auth/account')).statusCode).toBe(401)
})

test("an administrator's reset link works once and ends every session", async () => {
  const administrator = await at.person()
  const colleague = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const stranger = await at.person()
  const path = `/api/team/${colleague.actor.userId}/reset-link`
  const proof = { password: testPassword }
  expect((await stranger.call('POST', path, proof)).statusCode).toBe(404)
  expect((await colleague.call('POST', path, proof)).statusCode).toBe(403)
  const { url } = (await administrator.call('POST', path, proof)).json<{ url: string }>()
  const token = new URL(url).searchParams.get('token')!
  const reset = () => post('/password-reset/confirm', { token, password: 'another good password' })
  expect((await reset()).statusCode).toBe(200)
  expect((await colleague.call('GET', '/api/auth/account')).statusCode).toBe(401)
  expect((await reset()).statusCode).toBe(410)
  expect(
    (await post('/sign-in/email', { email: colleague.account.email, password: 'another good password' })).statusCode,
  ).toBe(200)
})

test("an invitation adds a member and can't take over an account", async () => {
  const administrator = await at.person()
  const known = await at.person()
  const invite = async (email: string) => {
    const response = await administrator.call('POST', '/api/team/invitations', {
      email,
      role: 'member',
      profession: 'paralegal',
    })
    return new URL(response.json<{ url: string }>().url).searchParams.get('token')!
  }
  const accept = (token: string, password: string) => post('/invitation/accept', { token, name: 'Paralegal', password })
  const joined = await accept(await invite('new@firm.example'), 'a password of my own')
  expect(joined.json()).toMatchObject({ firmId: administrator.actor.firmId, role: 'member', profession: 'paralegal' })
  const token = await invite(known.account.email)
  expect((await accept(token, 'not the password')).statusCode).toBe(403)
  expect((await accept(token, testPassword)).json()).toMatchObject({
    userId: known.actor.userId,
    firmId: administrator.actor.firmId,
  })
})

test("an invitation can't be used to guess passwords past the sign-in limit", async () => {
  const administrator = await at.person()
  const known = await at.person()
  const person = { email: known.account.email, role: 'member', profession: 'paralegal' }
  const { url } = (await administrator.call('POST', '/api/team/invitations', person)).json<{ url: string }>()
  const token = new URL(url).searchParams.get('token')
  const accept = async (password: string) =>
    (await post('/invitation/accept', { token, name: 'Paralegal', password })).statusCode
  const tries: number[] = []
  for (let n = 0; n < 4; n += 1) tries.push(await accept(`a wrong password ${n}`))
  expect(tries).toEqual([403, 403, 403, 403])
  await at.parts.database.pool.query(`update guesses set free_at = now() + interval '5 minutes' where tries > 3.5`)
  expect(await accept(testPassword)).toBe(429)
  await at.parts.database.pool.query('delete from guesses')
})

test("lists my sessions and ends one, never someone else's", async () => {
  const person = await at.person()
  const other = await at.person()
  await post('/sign-in/email', { email: person.account.email, password: testPassword })
  const sessions = (await person.call('GET', '/api/auth/sessions')).json<{ id: string; current: boolean }[]>()
  expect(sessions.map((each) => each.current).toSorted()).toEqual([false, true])
  const second = sessions.find((each) => !each.current)!
  expect((await other.call('DELETE', `/api/auth/sessions/${second.id}`)).statusCode).toBe(404)
  expect((await person.call('DELETE', `/api/auth/sessions/${second.id}`)).statusCode).toBe(200)
  expect((await person.call('GET', '/api/auth/sessions')).json()).toHaveLength(1)
})

test('names every invalid field in the message and the header', async () => {
  const response = await post('/sign-up/email', { firmName: 'x', name: '', email: 'no', password: 'short' })
  expect(response.statusCode).toBe(400)
  const fields = JSON.parse(decodeURIComponent(String(response.headers['x-error-fields']))) as Record<string, string>
  expect(Object.keys(fields).toSorted()).toEqual(['email', 'firmName', 'name', 'password'])
  expect(response.body).toContain('Use at least 10 characters.')
})
