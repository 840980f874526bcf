import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlVerbs } from '#server/control-verbs.ts'
import { hashToken } from '#server/platform/ids.ts'
import { type Person, testApp, testPassword, type TestApp } from '#test/app.ts'
import { withWrongClock } from '#test/clock.ts'
import { rehashRecoveryCodes } from './codes.ts'
import { consumeStep, findStep, openStep } from './steps.service.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const password = testPassword
const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url: `/api/auth${url}`, payload })
const signIn = (person: Person) => post('/sign-in/email', { email: person.account.email, password })
const ticketOf = async (person: Person) => (await signIn(person)).json<{ ticket: string }>().ticket
const enter = (ticket: string, code: string) => post('/sign-in/two-factor', { ticket, code })

const createCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function switchOn(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await person.call('POST', '/api/auth/two-factor/begin', { password })).json<{ secret: string }>()
  const confirmed = await person.call('POST', '/api/auth/two-factor/confirm', { code: createCode(secret, -1) })
  expect(confirmed.statusCode).toBe(200)
  return { secret, ...confirmed.json<{ recoveryCodes: string[] }>() }
}

test("asks for the password and an app code before it's on", async () => {
  const person = await at.person()
  const begin = (given: string) => person.call('POST', '/api/auth/two-factor/begin', { password: given })
  expect((await begin('not this one')).statusCode).toBe(400)
  const { secret, uri } = (await begin(password)).json<{ secret: string; uri: string }>()
  expect(uri).toMatch(/^otpauth:\/\/totp\/Venire:/)
  expect(uri).toContain(secret)
  expect((await signIn(person)).json()).toHaveProperty('userId')
  const wrong = String((Number(createCode(secret)) + 1) % 1_000_000).padStart(6, '0')
  expect((await person.call('POST', '/api/auth/two-factor/confirm', { code: wrong })).statusCode).toBe(400)
  const confirmed = await person.call('POST', '/api/auth/two-factor/confirm', { code: createCode(secret) })
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  expect((await person.call('GET', '/api/auth/two-factor')).json()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  const { rows } = await at.parts.database.pool.query<{ code_hash: string }>('select code_hash from recovery_codes')
  expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0]!.replaceAll('-', ''))
  const stored = await at.parts.database.pool.query('select * from two_factors')
  expect(JSON.stringify(stored.rows)).not.toContain(secret)
})

test('signs in with a password and a code, each code once', async () => {
  const person = await at.person()
  const { secret } = await switchOn(person)
  const first = await signIn(person)
  expect(first.headers['set-cookie']).toBeUndefined()
  expect(Object.keys(first.json<object>())).toEqual(['ticket'])
  const code = createCode(secret)
  const entered = await enter(first.json<{ ticket: string }>().ticket, code)
  expect(entered.json()).toMatchObject({ userId: person.actor.userId })
  expect(String(entered.headers['set-cookie'])).toContain('venire_session=')
  const replayed = await enter(await ticketOf(person), code)
  expect([replayed.statusCode, replayed.body]).toEqual([
    400,
    'This code is incorrect or already used. Wait for the next one.',
  ])
  expect((await enter(await ticketOf(person), createCode(secret, -1))).statusCode).toBe(400)
  expect((await enter(await ticketOf(person), createCode(secret, 1))).statusCode).toBe(200)
})

test('accepts only one of two parallel uses of a code', async () => {
  const person = await at.person()
  const { secret } = await switchOn(person)
  const [one, two] = [await ticketOf(person), await ticketOf(person)]
  const answers = await Promise.all([enter(one, createCode(secret)), enter(two, createCode(secret))])
  expect(answers.map((each) => each.statusCode).toSorted()).toEqual([200, 400])
})

test('a ticket expires after five wrong codes from anyone', async () => {
  const person = await at.person()
  const { secret } = await switchOn(person)
  const ticket = await ticketOf(person)
  const enterFrom = (remoteAddress: string, code: string) =>
    at.app.inject({ method: 'POST', url: '/api/auth/sign-in/two-factor', payload: { ticket, code }, remoteAddress })
  for (let i = 1; i <= 5; i++) expect((await enterFrom(`203.0.113.${i}`, 'AAAA-AAAA-AAAA-AAAA')).statusCode).toBe(400)
  expect((await enterFrom('203.0.113.9', createCode(secret))).statusCode).toBe(410)
})

test('a recovery code works once, and new codes void old ones', async () => {
  const person = await at.person()
  const { recoveryCodes } = await switchOn(person)
  expect((await enter(await ticketOf(person), recoveryCodes[0]!.toLowerCase())).statusCode).toBe(200)
  expect((await enter(await ticketOf(person), recoveryCodes[0]!)).statusCode).toBe(400)
  expect((await person.call('GET', '/api/auth/two-factor')).json()).toMatchObject({ recoveryCodesLeft: 9 })
  const renewed = await person.call('POST', '/api/auth/two-factor/recovery-codes', {
    ...{ password, code: recoveryCodes[2]! },
  })
  expect((await enter(await ticketOf(person), recoveryCodes[1]!)).statusCode).toBe(400)
  const [fresh] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes
  expect((await enter(await ticketOf(person), fresh!)).statusCode).toBe(200)
})

test('checks few of 40 parallel codes; a resent request uses its code once', async () => {
  const person = await at.person()
  const { recoveryCodes } = await switchOn(person)
  const send = (code: string, key: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/auth/two-factor/recovery-codes',
      headers: { cookie: person.cookie, 'idempotency-key': key },
      payload: { password, code },
    })
  const first = await send(recoveryCodes[0]!, 'renewed')
  expect([first.statusCode, (await send(recoveryCodes[0]!, 'renewed')).json()]).toEqual([200, first.json()])
  const wrong = 'AAAA-AAAA-AAAA-AAAA'
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send(wrong, `guess-${at}`)))
  const checked = answers.filter(({ body }) => body.startsWith('This code is incorrect'))
  expect(checked.length).toBeLessThanOrEqual(5)
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(answers.length - checked.length)
  const { rows } = await at.parts.database.pool.query(
    `select from audit_events where entity_id = $1 and action = 'two_factor.refused'`,
    [person.actor.userId],
  )
  expect(rows).toHaveLength(checked.length)
})

test('hashes recovery codes like passwords and upgrades older ones', async () => {
  const { db, pool } = at.parts.database
  await pool.query('delete from recovery_codes')
  const person = await at.person()
  const { recoveryCodes } = await switchOn(person)
  const stored = async () =>
    (await pool.query<{ code_hash: string }>('select code_hash from recovery_codes where used_at is null')).rows
  for (const row of await stored()) expect(row.code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const plain = recoveryCodes.map((code) => hashToken(code.replaceAll('-', '')))
  await pool.query('delete from recovery_codes')
  await pool.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])', [
    person.actor.userId,
    plain,
  ])
  expect((await enter(await ticketOf(person), recoveryCodes[0]!)).statusCode).toBe(200)
  expect(await rehashRecoveryCodes(db)).toBe(10)
  for (const row of await stored()) expect(row.code_hash).toMatch(/^\$argon2id\$/)
  expect(await rehashRecoveryCodes(db)).toBe(0)
  for (const [at, status] of [400, 200].entries())
    expect((await enter(await ticketOf(person), recoveryCodes[at]!)).statusCode).toBe(status)
  const ticket = await ticketOf(person)
  const twice = await Promise.all([ticket, await ticketOf(person)].map((each) => enter(each, recoveryCodes[2]!)))
  expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test("a firm's requirement blocks everyone who hasn't set it up", async () => {
  const administrator = await at.person()
  const { firmId } = administrator.actor
  const colleague = await at.person({ firmId, role: 'member' })
  expect((await colleague.call('PATCH', '/api/firm', { requireTwoFactor: true })).statusCode).toBe(403)
  expect((await administrator.call('PATCH', '/api/firm', { requireTwoFactor: true })).statusCode).toBe(200)
  const refused = await colleague.call('GET', '/api/cases')
  expect([refused.statusCode, refused.body]).toEqual([403, 'Set up two-factor sign-in first.'])
  expect((await colleague.call('GET', '/api/auth/account')).json()).toMatchObject({ mustSetUpTwoFactor: true })
  expect((await signIn(colleague)).json()).toMatchObject({ mustSetUpTwoFactor: true })
  const { recoveryCodes } = await switchOn(colleague)
  expect((await colleague.call('GET', '/api/cases')).statusCode).toBe(200)
  expect((await colleague.call('GET', '/api/auth/account')).json()).toMatchObject({ mustSetUpTwoFactor: false })
  const remove = (code: string | undefined) => colleague.call('POST', '/api/auth/two-factor/remove', { password, code })
  expect((await remove(recoveryCodes[0])).statusCode).toBe(409)
  await at.parts.database.pool.query('update firms set require_two_factor = false where id = $1', [firmId])
  expect((await remove(recoveryCodes[1])).statusCode).toBe(200)
  expect((await signIn(colleague)).json()).toHaveProperty('userId')
})

test('turning it on ends sessions that someone opened with only the password', async () => {
  const person = await at.person()
  const { pool } = at.parts.database
  await pool.query('update firms set require_two_factor = true where id = $1', [person.actor.firmId])
  const enterAgain = async () => String((await signIn(person)).headers['set-cookie']).split(';')[0]!
  const [intruder, byPasskey] = [await enterAgain(), await enterAgain()]
  const status = async (cookie: string) => (await at.app.inject({ url: '/api/cases', headers: { cookie } })).statusCode
  expect(await status(intruder)).toBe(403)
  await pool.query(`update sign_ins set method = 'passkey' where token_hash = $1`, [
    hashToken(byPasskey.split('=')[1]!),
  ])
  await switchOn(person)
  expect(await status(intruder)).toBe(401)
  expect([await status(byPasskey), await status(person.cookie)]).toEqual([200, 200])
})

test('an invitation to an existing account asks for the code too', async () => {
  const administrator = await at.person()
  const known = await at.person()
  await switchOn(known)
  const invited = await administrator.call('POST', '/api/team/invitations', {
    email: known.account.email,
    role: 'member',
    profession: 'attorney',
  })
  const token = new URL(invited.json<{ url: string }>().url).searchParams.get('token')
  const answer = await post('/invitation/accept', { token, name: 'Known', password })
  expect([Object.keys(answer.json<object>()), answer.headers['set-cookie']]).toEqual([['ticket'], undefined])
})

test('an administrator can reset a member of this firm only; the command line can reset anyone', async () => {
  const administrator = await at.person()
  const { firmId } = administrator.actor
  const colleague = await at.person({ firmId, role: 'member' })
  const path = `/api/team/${colleague.actor.userId}/two-factor`
  expect((await administrator.call('DELETE', path, { password: testPassword })).statusCode).toBe(409)
  await switchOn(colleague)
  expect((await administrator.call('DELETE', path, { password: testPassword })).statusCode).toBe(200)
  expect((await signIn(colleague)).json()).toHaveProperty('userId')

  const elsewhere = await at.person()
  await at.parts.database.pool.query(
    `insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`,
    [elsewhere.actor.firmId, colleague.actor.userId],
  )
  await switchOn(colleague)
  expect((await administrator.call('DELETE', path, { password: testPassword })).statusCode).toBe(409)
  const ask = (twoFactor: boolean) =>
    controlVerbs['reset-password'](at.parts, { email: colleague.account.email, twoFactor })
  expect(await ask(false)).toMatchObject({ hadTwoFactor: true, removedTwoFactor: false })
  expect((await signIn(colleague)).json()).toHaveProperty('ticket')
  const off = `select from notifications where user_id = $1 and title = 'Two-factor sign-in turned off'`
  const countNotices = async () => (await at.parts.database.pool.query(off, [colleague.actor.userId])).rowCount
  expect(await countNotices()).toBe(1)
  await at.parts.database.pool.query('delete from notifications')
  expect(await ask(true)).toMatchObject({ removedTwoFactor: true })
  expect(await countNotices()).toBe(1)
  expect((await signIn(colleague)).json()).toHaveProperty('userId')
  const { rows } = await at.parts.database.pool.query<{ action: string }>(
    `select action from audit_events where entity_id = $1 and action like 'two_factor.%' order by at, seq`,
    [colleague.actor.userId],
  )
  expect(rows.map((row) => row.action)).toEqual([
    'two_factor.switched_on',
    'two_factor.removed',
    'two_factor.switched_on',
    'two_factor.removed',
  ])
})

test('a server with a wrong clock neither shortens, extends, nor deletes a step', async () => {
  const { db, pool } = at.parts.database
  const open = () => openStep(db, { kind: 'two_factor' })
  const ticket = await withWrongClock(-10, open)
  await expect(findStep(db, 'two_factor', ticket)).resolves.toBeDefined()
  await withWrongClock(10, open)
  await withWrongClock(10, () => consumeStep(db, 'two_factor', ticket))
  const late = await withWrongClock(10, open)
  await pool.query(`update entry_steps set expires_at = now() - interval '1 second' where token_hash = $1`, [
    hashToken(late),
  ])
  await expect(withWrongClock(-10, () => findStep(db, 'two_factor', late))).rejects.toThrow('This step expired')
})
