import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invitation, OneTimeLink } from '#contract/account/team.ts'
import type { Passkey } from '#contract/account/two-factor.ts'
import { signIns } from '#server/features/auth/auth.table.ts'
import { makeAuthenticator } from '#server/features/auth/two-factor/authenticator.fixture.ts'
import { members } from '#server/features/team/team.table.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { type Person, readCookie, testApp, type TestApp, testPassword } from './app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({ QUOTA_GB: '0.000001' })
})
afterAll(() => at.close())

const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url, payload })
const getToken = ({ url }: OneTimeLink) => new URL(url!).searchParams.get('token')!
const newPassword = 'only the attacker knows this'
const spent = [410, 'This link was already used or has expired. Ask for a new one.']

async function createLinks(administrator: Person, member: Person) {
  const { userId } = member.actor
  const reset = await administrator.call('POST', `/api/team/${userId}/reset-link`, { password: testPassword })
  const person = { email: `${newId()}@firm.example`, role: 'administrator', profession: 'attorney' }
  const invitation = await administrator.call('POST', '/api/team/invitations', person)
  return [
    { url: '/api/auth/password-reset/confirm', body: { token: getToken(reset.json()), password: newPassword } },
    {
      url: '/api/auth/invitation/accept',
      body: { token: getToken(invitation.json()), name: 'Again', password: newPassword },
    },
  ]
}

const losses = [
  ['removed', (by: Person, userId: string) => by.call('DELETE', `/api/team/${userId}`, {})],
  ['suspended', (by: Person, userId: string) => by.call('PATCH', `/api/team/${userId}`, { status: 'suspended' })],
  ['demoted', (by: Person, userId: string) => by.call('PATCH', `/api/team/${userId}`, { role: 'member' })],
  [
    'demoted while the links were being created',
    (_by: Person, userId: string) =>
      at.parts.database.pool.query(`update members set role = 'member' where user_id = $1`, [userId]),
  ],
] as const

test.each(losses)('an administrator who was %s can’t come back through a link they created', async (_how, lose) => {
  const remaining = await at.person()
  const { firmId } = remaining.actor
  const member = await at.person({ firmId, role: 'member' })
  const kept = await createLinks(remaining, await at.person({ firmId, role: 'member' }))
  const leaving = await at.person({ firmId })
  const links = await createLinks(leaving, member)
  await lose(remaining, leaving.actor.userId)
  for (const { url, body } of links) {
    const { statusCode, body: said } = await post(url, body)
    expect([url, statusCode, said]).toEqual([url, ...spent])
  }
  for (const { url, body } of kept) expect([url, (await post(url, body)).statusCode]).toEqual([url, 200])
})

test('a former administrator’s invitations are no longer pending', async () => {
  const remaining = await at.person()
  const leaving = await at.person({ firmId: remaining.actor.firmId })
  const person = { email: `${newId()}@firm.example`, role: 'member', profession: 'attorney' }
  await leaving.call('POST', '/api/team/invitations', person)
  const listed = async () => (await remaining.call('GET', '/api/team/invitations')).json<Invitation[]>().length
  expect(await listed()).toBe(1)
  await remaining.call('DELETE', `/api/team/${leaving.actor.userId}`, {})
  expect(await listed()).toBe(0)
  const { rows } = await at.parts.database.pool.query<{ details: string }>(
    `select details from audit_events where action = 'member.removed' and entity_id = $1`,
    [leaving.actor.userId],
  )
  expect(JSON.parse(rows[0]!.details)).toMatchObject({ endedLinks: 1 })
})

test('turning off the firm’s two-factor rule needs the password, and no API token can do it', async () => {
  const person = await at.person()
  const { pool } = at.parts.database
  const device = makeAuthenticator(here)
  await addPasskey(person, device)
  const cookie = readCookie(await enter(device))
  const patch = (payload: object, headers: InjectOptions['headers'] = { cookie }) =>
    at.app.inject({ method: 'PATCH', url: '/api/firm', headers, payload })
  const isRequired = async () =>
    (await pool.query('select require_two_factor as is from firms where id = $1', [person.actor.firmId])).rows[0].is
  const token = { name: 'Script', scopes: ['administer'], days: 1, password: testPassword }
  const made = await person.call('POST', '/api/auth/tokens', token)
  expect((await patch({ requireTwoFactor: true })).statusCode).toBe(200)
  const off = { requireTwoFactor: false }
  const refused = [await patch(off), await patch({ ...off, password: 'not this one at all' })]
  expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [400, 'Enter your password.'],
    [400, 'Incorrect password.'],
  ])
  await pool.query(`insert into two_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`, [
    person.actor.userId,
  ])
  const bearer = { authorization: `Bearer ${made.json<{ token: string }>().token}` }
  const byToken = await patch({ ...off, password: testPassword }, bearer)
  expect([byToken.statusCode, byToken.body]).toEqual([403, 'API tokens can’t do this. Sign in with a browser.'])
  expect((await patch({ idleHours: 4, requireTwoFactor: true }, bearer)).statusCode).toBe(200)
  expect((await patch({ ...off, password: testPassword })).body).toMatch(/^Enter the six-digit code/)
  await pool.query('delete from two_factors where user_id = $1', [person.actor.userId])
  expect(await isRequired()).toBe(true)
  expect((await patch({ ...off, password: testPassword })).json()).toMatchObject(off)
  expect(await isRequired()).toBe(false)
})

const here = { rpId: 'localhost', origin: 'http://localhost:3000' }
type Challenge = { ticket: string; options: { challenge: string } }
type Device = ReturnType<typeof makeAuthenticator>

const begin = async (person: Person) =>
  (await person.call('POST', '/api/auth/passkeys/options', { password: testPassword })).json<Challenge>()
function finish(person: Person, device: Device, { ticket, options }: Challenge) {
  const credential = device.register({ challenge: options.challenge })
  return person.call('POST', '/api/auth/passkeys', { ticket, name: 'Laptop', credential })
}
const addPasskey = async (person: Person, device: Device) => finish(person, device, await begin(person))
const offer = async () => (await post('/api/auth/sign-in/passkey/options', {})).json<Challenge>()
const answer = (device: Device, { ticket, options }: Challenge) => ({
  ticket,
  credential: device.answer({ challenge: options.challenge }),
})
const enter = async (device: Device) => post('/api/auth/sign-in/passkey', answer(device, await offer()))
const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)))

test('clones of a passkey that sign in at the same moment aren’t all let in', async () => {
  const device = makeAuthenticator(here)
  await addPasskey(await at.person(), device)
  const offers = await atOnce(4, offer)
  const clones = offers.map((each) => {
    device.turnBack()
    return answer(device, each)
  })
  const answers = await Promise.all(clones.map((each) => post('/api/auth/sign-in/passkey', each)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401, 401])
})

test('a passkey begun before the password changed can’t be finished', async () => {
  const person = await at.person()
  const begun = await begin(person)
  const change = { current: testPassword, password: 'another good password', endOthers: false }
  expect((await person.call('POST', '/api/auth/password', change)).statusCode).toBe(200)
  expect((await finish(person, makeAuthenticator(here), begun)).statusCode).toBe(410)
})

test('a passkey ceremony takes no ticket, key, or ID of another', async () => {
  const [person, other] = [await at.person(), await at.person()]
  const [mine, theirs] = [makeAuthenticator(here), makeAuthenticator(here)]
  await addPasskey(other, theirs)
  const signingIn = await offer()
  expect((await finish(person, mine, signingIn)).statusCode).toBe(410)
  const adding = await begin(person)
  expect((await post('/api/auth/sign-in/passkey', answer(theirs, adding))).statusCode).toBe(410)
  const again = await begin(person)
  const { id, rawId } = theirs.register({ challenge: again.options.challenge })
  const swapped = { ...mine.register({ challenge: again.options.challenge }), id, rawId }
  await person.call('POST', '/api/auth/passkeys', { ticket: again.ticket, name: 'Laptop', credential: swapped })
  const asked = await offer()
  const forged = { ...answer(mine, asked), ticket: asked.ticket }
  const asTheirs = { ...forged, credential: { ...forged.credential, id, rawId } }
  expect((await post('/api/auth/sign-in/passkey', asTheirs)).statusCode).toBe(401)
  const entered = await enter(theirs)
  expect(entered.json()).toMatchObject({ userId: other.actor.userId })
  expect((await other.call('GET', '/api/auth/passkeys')).json<Passkey[]>()).toHaveLength(1)
})

test('an administrator changes only their own firm’s side of a person in two firms', async () => {
  const [here, elsewhere] = [await at.person(), await at.person()]
  const person = await at.person({ firmId: here.actor.firmId, role: 'member' })
  const { db } = at.parts.database
  const { userId } = person.actor
  const { firmId } = elsewhere.actor
  await db.insert(members).values({ firmId, userId, role: 'member', profession: 'attorney' })
  const token = newToken()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(signIns).values({ id: newId(), tokenHash: hashToken(token), userId, firmId, expiresAt })
  const there = { cookie: `venire_session=${token}` }
  const script = { name: 'Script', scopes: ['read'], days: 1, password: testPassword }
  const made = await at.app.inject({ method: 'POST', url: '/api/auth/tokens', headers: there, payload: script })
  const bearer = { authorization: `Bearer ${made.json<{ token: string }>().token}` }
  const acts = [
    ['POST', `/api/team/${userId}/reset-link`, { password: testPassword }, 409],
    ['DELETE', `/api/team/${userId}/two-factor`, { password: testPassword }, 409],
    ['PATCH', `/api/team/${userId}`, { role: 'administrator', status: 'suspended' }, 200],
    ['DELETE', `/api/team/${userId}`, {}, 200],
  ] as const
  for (const [method, url, body, status] of acts) {
    expect([method, url, (await here.call(method, url, body)).statusCode]).toEqual([method, url, status])
    const found = [
      await at.app.inject({ url: '/api/auth/account', headers: there }),
      await at.app.inject({ url: '/api/firm', headers: bearer }),
    ]
    expect(found.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(found[0]!.json()).toMatchObject({ firmId, role: 'member' })
  }
  expect((await person.call('GET', '/api/auth/account')).statusCode).toBe(401)
})

test('deleting a video to make room doesn’t let it back in past the quota', async () => {
  const person = await at.person()
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const bytes = Buffer.alloc(600)
  const first = await buildVideo(at.parts, person.actor, { caseId, bytes })
  await person.call('DELETE', `/api/videos/${first.id}`, {})
  const second = await buildVideo(at.parts, person.actor, { caseId, bytes })
  const restore = () => person.call('POST', `/api/videos/${first.id}/restore`)
  expect([(await restore()).statusCode, (await restore()).body]).toEqual([
    507,
    'This file doesn’t fit in your firm’s 0.000001 GB of storage. Delete videos or revoke exports you no longer need.',
  ])
  await person.call('DELETE', `/api/videos/${second.id}`, {})
  const back = await Promise.all([restore(), person.call('POST', `/api/videos/${second.id}/restore`)])
  expect(back.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 507])
})

const ranges = ['bytes=0-0', 'bytes=-5', 'bytes=0-', 'bytes=0-1,4-5', 'bytes=9-2', 'bytes=9999-', 'BYTES=0-1', 'x']

test('no range or method gets bytes of a withheld recording', async () => {
  const person = await at.person()
  const video = await buildVideo(at.parts, person.actor, { durationMs: 60_000, bytes: Buffer.from('withheld words') })
  const get = (kind: string, method: 'GET' | 'HEAD', range?: string) =>
    at.app.inject({
      method,
      url: `/api/videos/${video.id}/${kind}`,
      headers: { cookie: person.cookie, ...(range ? { range } : {}) },
    })
  expect((await get('stream', 'GET', 'bytes=0-7')).body).toBe('withheld')
  await at.parts.database.pool.query(
    `insert into media_checks (video_id, kind, integrity, checked_at, found_sha256)
     values ($1, 'original', 'changed', now(), 'x')
     on conflict (video_id, kind) do update set integrity = 'changed', found_sha256 = 'x'`,
    [video.id],
  )
  for (const kind of ['stream', 'download'])
    for (const method of ['GET', 'HEAD'] as const)
      for (const range of [undefined, ...ranges]) {
        const { statusCode, headers } = await get(kind, method, range)
        expect([kind, method, range, statusCode, headers['content-range']]).toEqual([
          ...[kind, method, range, 409, undefined],
        ])
      }
})
