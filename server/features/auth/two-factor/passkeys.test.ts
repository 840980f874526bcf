import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiToken } from '#contract/account/tokens.ts'
import { type Passkey, passkeyLimits } from '#contract/account/two-factor.ts'
import { readConfig } from '#server/platform/config.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import { type Person, readCookie, testApp, testPassword, type TestApp } from '#test/app.ts'
import { passkeys } from '../auth.table.ts'
import { makeAuthenticator } from './authenticator.fixture.ts'
import { getRelyingParty } from './passkeys.guard.ts'

const here = { rpId: 'localhost', origin: 'http://localhost:3000' }
let at: TestApp
beforeAll(async () => {
  at = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'venire@firm.example' })
})
afterAll(() => at.close())

type Challenge = { ticket: string; options: { challenge: string } }
type Device = ReturnType<typeof makeAuthenticator>
type Said = { origin?: string; isVerified?: boolean }

const begin = async (person: Person) =>
  (await person.call('POST', '/api/auth/passkeys/options', { password: testPassword })).json<Challenge>()
async function add(person: Person, device: Device, said: Said = {}) {
  const { ticket, options } = await begin(person)
  const credential = device.register({ challenge: options.challenge, ...said })
  return person.call('POST', '/api/auth/passkeys', { ticket, name: 'Court laptop', credential })
}
const post = (url: string, payload: object) =>
  at.app.inject({ method: 'POST', url: `/api/auth/sign-in/passkey${url}`, payload })
async function enter(device: Device, said: Said = {}) {
  const { ticket, options } = (await post('/options', {})).json<Challenge>()
  return post('', { ticket, credential: device.answer({ challenge: options.challenge, ...said }) })
}
const refusal = [401, 'This passkey didn’t work. Try again, or use your password.']

test('creates a passkey after the password, and signs in without a code', async () => {
  const person = await at.person()
  const device = makeAuthenticator(here)
  const wrong = await person.call('POST', '/api/auth/passkeys/options', { password: 'not this one' })
  expect(wrong.statusCode).toBe(400)
  expect((await add(person, device)).json()).toMatchObject({ name: 'Court laptop', isSynced: false, lastUsedAt: null })
  await at.parts.database.pool.query('update firms set require_two_factor = true where id = $1', [person.actor.firmId])
  const entered = await enter(device)
  expect(entered.json()).toMatchObject({ userId: person.actor.userId, mustSetUpTwoFactor: false })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  const sessions = await at.app.inject({ url: '/api/auth/sessions', headers: { cookie } })
  expect(sessions.json<{ method: string; current: boolean }[]>().find((each) => each.current)?.method).toBe('passkey')
  expect((await at.app.inject({ url: '/api/cases', headers: { cookie } })).statusCode).toBe(200)
})

test('rejects another site, another key, an unverified user, and a cloned device', async () => {
  const person = await at.person()
  const device = makeAuthenticator(here)
  expect((await add(person, device, { origin: 'https://evil.example' })).statusCode).toBe(400)
  expect((await add(person, device, { isVerified: false })).statusCode).toBe(400)
  expect((await add(person, device)).statusCode).toBe(200)
  expect((await add(await at.person(), device)).statusCode).toBe(409)
  const answers = [
    await enter(device, { origin: 'https://evil.example' }),
    await enter(device, { isVerified: false }),
    await enter(makeAuthenticator(here)),
    await enter(makeAuthenticator({ ...here, rpId: 'evil.example' })),
  ]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(answers.map(() => refusal))
  expect((await enter(device)).statusCode).toBe(200)
  device.turnBack()
  expect((await enter(device)).statusCode).toBe(401)
})

test('accepts a challenge once, from the same user and for the same purpose', async () => {
  const [person, other] = [await at.person(), await at.person()]
  const device = makeAuthenticator(here)
  await add(person, device)
  const { ticket, options } = (await post('/options', {})).json<Challenge>()
  const credential = device.answer({ challenge: options.challenge })
  expect((await post('', { ticket, credential })).statusCode).toBe(200)
  expect((await post('', { ticket, credential })).statusCode).toBe(410)
  const theirs = await begin(person)
  const made = makeAuthenticator(here).register({ challenge: theirs.options.challenge })
  const stolen = await other.call('POST', '/api/auth/passkeys', {
    ticket: theirs.ticket,
    name: 'Mine',
    credential: made,
  })
  expect(stolen.statusCode).toBe(404)
  expect((await post('', { ticket: (await begin(person)).ticket, credential })).statusCode).toBe(410)
})

test('allows only one of two parallel passkeys at the limit', async () => {
  const person = await at.person()
  const { userId } = person.actor
  const rows = Array.from({ length: passkeyLimits.perPerson - 1 }, (_, index) => ({
    ...{ id: newId(), userId, credentialId: newId(), publicKey: '', counter: 0, name: `Key ${index}`, isSynced: false },
  }))
  await at.parts.database.db.insert(passkeys).values(rows)
  const begun = [await begin(person), await begin(person)]
  const answers = await Promise.all(
    begun.map(({ ticket, options }) => {
      const credential = makeAuthenticator(here).register({ challenge: options.challenge })
      return person.call('POST', '/api/auth/passkeys', { ticket, name: 'Court laptop', credential })
    }),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.body).toBe(
    'You have 20 passkeys, the maximum. Remove one you no longer use.',
  )
})

test("a removed passkey can't sign in, and only its owner can remove or rename it", async () => {
  const [person, other] = [await at.person(), await at.person()]
  const device = makeAuthenticator(here)
  const { id } = (await add(person, device)).json<Passkey>()
  const url = `/api/auth/passkeys/${id}`
  expect((await other.call('PATCH', url, { name: 'Theirs' })).statusCode).toBe(404)
  expect((await other.call('POST', `${url}/remove`, { password: testPassword })).statusCode).toBe(404)
  expect((await person.call('PATCH', url, { name: 'Old laptop' })).json()).toMatchObject({ name: 'Old laptop' })
  expect((await person.call('POST', `${url}/remove`, { password: 'not this one' })).statusCode).toBe(400)
  expect((await person.call('POST', `${url}/remove`, { password: testPassword })).statusCode).toBe(200)
  expect((await enter(device)).statusCode).toBe(401)
  const { rows } = await at.parts.database.pool.query<{ action: string }>(
    `select action from audit_events where entity_id = $1 order by seq`,
    [id],
  )
  expect(rows.map((row) => row.action)).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed'])
})

test('notifies the owner of added and removed passkeys and tokens, and of those a reset keeps', async () => {
  const person = await at.person()
  const { pool } = at.parts.database
  const { id } = (await add(person, makeAuthenticator(here))).json<Passkey>()
  await add(person, makeAuthenticator(here))
  await person.call('POST', `/api/auth/passkeys/${id}/remove`, { password: testPassword })
  const asked = { name: 'Script', scopes: ['read'], days: 1, password: testPassword }
  const { record } = (await person.call('POST', '/api/auth/tokens', asked)).json<{ record: ApiToken }>()
  await person.call('DELETE', `/api/auth/tokens/${record.id}`)
  await pool.query('update users set email_proven_at = now() where id = $1', [person.actor.userId])
  const letters = async () =>
    (
      await pool.query<{ subject: string; body_text: string }>(
        'select subject, body_text from outgoing_letters where recipient = $1 order by created_at, id',
        [person.account.email],
      )
    ).rows
  const { email } = person.account
  await at.app.inject({ method: 'POST', url: '/api/auth/password-reset/request', payload: { email } })
  const token = /token=([\w-]+)/.exec((await letters()).at(-1)!.body_text)![1]
  const payload = { token, password: 'another good password' }
  await at.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm', payload })
  const sent = (await letters()).filter(({ subject }) => subject.startsWith('Venire security notice: '))
  const titles = ['Passkey added', 'Passkey added', 'Passkey removed', 'API token created', 'API token revoked']
  expect(sent.map(({ subject }) => subject.split(': ')[1])).toEqual([...titles, 'Password reset'])
  expect(sent.at(-1)!.body_text).toContain('These passkeys can still be used to sign in: “Court laptop.”')
  const told = await pool.query<{ title: string }>('select title from notifications where user_id = $1 order by id', [
    person.actor.userId,
  ])
  expect(told.rows.map(({ title }) => title)).toEqual([...titles, 'Password reset'])
})

test.each([
  ['https://venire.firm.example', { id: 'venire.firm.example', origin: 'https://venire.firm.example' }],
  ['http://venire.firm.example', null],
  ['https://203.0.113.9', null],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  [undefined, { id: 'localhost', origin: 'http://localhost:3000' }],
])('passkeys at %s belong to %o', (PUBLIC_URL, party) => {
  expect(getRelyingParty(readConfig(PUBLIC_URL ? { PUBLIC_URL } : {}))).toEqual(party)
})

test("where a second factor is required, the password alone can't change the password of someone with a passkey", async () => {
  const person = await at.person()
  const device = makeAuthenticator(here)
  await add(person, device)
  await at.parts.database.pool.query('update firms set require_two_factor = true where id = $1', [person.actor.firmId])
  const entered = await enter(device)
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  const payload = { current: testPassword, password: 'another good password', endOthers: true }
  const refused = await person.call('POST', '/api/auth/password', payload)
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('Sign in with your passkey.')])
  const change = () => at.app.inject({ method: 'POST', url: '/api/auth/password', payload, headers: { cookie } })
  expect((await change()).statusCode).toBe(200)
})

const requireSecondFactor = (person: Person) =>
  at.parts.database.pool.query('update firms set require_two_factor = true where id = $1', [person.actor.firmId])
async function enterByPassword({ account: { email } }: Person): Promise<Person['call']> {
  const payload = { email, password: testPassword }
  const cookie = readCookie(await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload }))
  return (method, url, body) => at.app.inject({ method, url, headers: { cookie }, ...(body && { payload: body }) })
}
const enterByDevice = async (device: Device) => {
  const cookie = readCookie(await enter(device))
  return (url: string, payload: object) => at.app.inject({ method: 'POST', url, payload, headers: { cookie } })
}
const told = (answer: { statusCode: number; body: string }) => [answer.statusCode, answer.body]
const stopped = [403, expect.stringContaining('Sign in with your passkey.')]

test("a firm without the requirement doesn't let the password alone change the email address", async () => {
  const [person, lax] = [await at.person(), await at.person()]
  const { pool } = at.parts.database
  await pool.query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`, [
    lax.actor.firmId,
    person.actor.userId,
  ])
  const device = makeAuthenticator(here)
  await add(person, device)
  const intruder = await enterByPassword(person)
  expect((await intruder('POST', '/api/auth/firm', { firmId: lax.actor.firmId })).statusCode).toBe(200)
  const email = `${newId()}@thief.example`
  const payload = { email, password: testPassword }
  expect((await intruder('POST', '/api/profile/email', payload)).statusCode).toBe(200)
  const letters = () =>
    pool.query<{ body_text: string }>('select body_text from outgoing_letters where recipient = $1 order by id', [
      email,
    ])
  const tokens = async () => (await letters()).rows.map(({ body_text }) => /token=([\w-]+)/.exec(body_text)![1]!)
  await requireSecondFactor(person)
  const [token] = await tokens()
  expect(told(await intruder('POST', '/api/profile/email/confirm', { token }))).toEqual(stopped)
  expect(told(await intruder('POST', '/api/profile/email', payload))).toEqual(stopped)
  expect(await tokens()).toEqual([token])
  const owner = await enterByDevice(device)
  expect((await owner('/api/profile/email', payload)).statusCode).toBe(200)
  const fresh = (await tokens()).find((each) => each !== token)
  expect((await owner('/api/profile/email/confirm', { token: fresh })).json()).toEqual({ email })
})

test("the password alone can't leave the firm that requires a second factor", async () => {
  const [person, lax] = [await at.person({ firmId: (await at.person()).actor.firmId }), await at.person()]
  const { firmId } = person.actor
  await at.parts.database.pool.query(
    `insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`,
    [lax.actor.firmId, person.actor.userId],
  )
  const device = makeAuthenticator(here)
  await add(person, device)
  await requireSecondFactor(person)
  const intruder = await enterByPassword(person)
  await intruder('POST', '/api/auth/firm', { firmId: lax.actor.firmId })
  expect(told(await intruder('DELETE', `/api/auth/firms/${firmId}`, {}))).toEqual(stopped)
  const cookie = readCookie(await enter(device))
  const request = (method: 'POST' | 'DELETE', url: string, payload: object) =>
    at.app.inject({ method, url, payload, headers: { cookie } })
  await request('POST', '/api/auth/firm', { firmId: lax.actor.firmId })
  expect((await request('DELETE', `/api/auth/firms/${firmId}`, {})).statusCode).toBe(200)
})

const appCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

test.each([
  ['required', stopped],
  ['optional', [409, 'This setup is no longer valid. Start over.']],
])(
  "an app begun with the password before the owner's passkey can't be confirmed after it (%s)",
  async (rule, answer) => {
    const person = await at.person()
    if (rule === 'required') await requireSecondFactor(person)
    const intruder = await enterByPassword(person)
    const begun = await intruder('POST', '/api/auth/two-factor/begin', { password: testPassword })
    expect((await add(person, makeAuthenticator(here))).statusCode).toBe(200)
    const code = appCode(begun.json<{ secret: string }>().secret)
    expect(told(await intruder('POST', '/api/auth/two-factor/confirm', { code }))).toEqual(answer)
    expect((await person.call('GET', '/api/auth/two-factor')).json()).toMatchObject({ isOn: false })
  },
)

test("an app or passkey begun before the firm's requirement can't be added by the password after it", async () => {
  const person = await at.person()
  const device = makeAuthenticator(here)
  await add(person, device)
  const intruder = await enterByPassword(person)
  const { secret } = (await intruder('POST', '/api/auth/two-factor/begin', { password: testPassword })).json<{
    secret: string
  }>()
  const { ticket, options } = await begin(person)
  await requireSecondFactor(person)
  const credential = makeAuthenticator(here).register({ challenge: options.challenge })
  const passkey = { ticket, name: 'Theirs', credential }
  expect(told(await intruder('POST', '/api/auth/passkeys', passkey))).toEqual(stopped)
  expect(told(await intruder('POST', '/api/auth/two-factor/confirm', { code: appCode(secret) }))).toEqual(stopped)
  const owner = await enterByDevice(device)
  expect((await owner('/api/auth/two-factor/confirm', { code: appCode(secret) })).statusCode).toBe(200)
})

test("where a second factor is required, the password alone can't end sessions of someone with a passkey", async () => {
  const person = await at.person()
  const device = makeAuthenticator(here)
  await add(person, device)
  await requireSecondFactor(person)
  const owner = await enterByDevice(device)
  const intruder = await enterByPassword(person)
  const sessions = await intruder('GET', '/api/auth/sessions')
  const { id } = sessions.json<{ id: string; method: string }[]>().find(({ method }) => method === 'passkey')!
  expect(told(await intruder('DELETE', `/api/auth/sessions/${id}`))).toEqual(stopped)
  expect(told(await intruder('POST', '/api/auth/sessions/end-others'))).toEqual(stopped)
  expect((await owner('/api/auth/sessions/end-others', {})).json()).toEqual({ ended: 2 })
  expect((await intruder('GET', '/api/auth/account')).statusCode).toBe(401)
})

test("a passkey sign-in doesn't clear the password guesses counted for its address", async () => {
  const device = makeAuthenticator(here)
  await add(await at.person(), device)
  for (let guess = 0; guess < 10; guess++) {
    const payload = { email: `${newId()}@firm.example`, password: 'a guessed password' }
    const answer = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
    expect(answer.statusCode).toBe(401)
  }
  expect((await enter(device)).statusCode).toBe(200)
  const { rows } = await at.parts.database.pool.query<{ tries: number }>('select tries from guesses where key = $1', [
    hashToken('source 127.0.0.1'),
  ])
  expect(Number(rows[0]?.tries)).toBeGreaterThan(5)
})
