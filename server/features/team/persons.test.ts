import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OneTimeLink } from '#contract/account/team.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp, testPassword } from '#test/app.ts'
import { oneTimeLinks, members } from './team.table.ts'

let at: TestApp
let administrator: Person
beforeAll(async () => {
  at = await testApp()
  administrator = await at.person()
})
afterAll(() => at.close())

const newPassword = 'another good password'
const member = () => at.person({ firmId: administrator.actor.firmId, role: 'member' })
const askLink = (person: Person, by = administrator) =>
  by.call('POST', `/api/team/${person.actor.userId}/reset-link`, { password: testPassword })
const tokenIn = (link: OneTimeLink) => new URL(link.url ?? '').searchParams.get('token')
const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url: `/api${url}`, payload })
const reset = (token: string | null) => post('/auth/password-reset/confirm', { token, password: newPassword })
const addTo = (firmId: string, person: Person, status: 'active' | 'suspended' = 'active') =>
  at.parts.database.db
    .insert(members)
    .values({ firmId, userId: person.actor.userId, role: 'member', profession: 'attorney', status })
const linksOf = (person: Person) =>
  at.parts.database.db.$count(oneTimeLinks, eq(oneTimeLinks.userId, person.actor.userId))

test('no administrator gets a reset link for a member of another firm', async () => {
  for (const status of ['active', 'suspended'] as const) {
    const person = await member()
    await addTo((await at.person()).actor.firmId, person, status)
    const refused = await askLink(person)
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `${person.account.name}’s account has access beyond your firm. Ask the operator of this installation to run "venire reset-password".`,
    ])
    expect(await linksOf(person)).toBe(0)
  }
})

const removeTwoFactor = (person: Person, by = administrator) =>
  by.call('DELETE', `/api/team/${person.actor.userId}/two-factor`, { password: testPassword })

test('an administrator can’t reset their way into a case they’re not on', async () => {
  const { db } = at.parts.database
  const [lead, colleague] = [await member(), await member()]
  const caseId = await buildCase(db, lead.actor)
  await joinCase(db, colleague.actor, caseId, 'viewer')
  const why = ({ account }: Person) => `${account.name} is on a case you’re not a member of.`
  const ask = 'Ask the operator of this installation to run "venire reset-password'
  const refuses = async (person: Person) => {
    const refused = [await askLink(person), await removeTwoFactor(person)]
    expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [409, `${why(person)} ${ask}".`],
      [409, `${why(person)} ${ask} --two-factor".`],
    ])
    expect(await linksOf(person)).toBe(0)
  }
  await refuses(lead)
  await refuses(colleague)
  const opened = await administrator.call('POST', `/api/cases/${caseId}/break-glass`, {
    reason: 'The lead forgot the password.',
  })
  expect(opened.statusCode).toBe(200)
  await refuses(lead)
  const removed = await administrator.call('DELETE', `/api/cases/${caseId}`, { reason: 'Duplicate' })
  expect(removed.statusCode).toBe(200)
  await refuses(lead)
  expect((await administrator.call('POST', `/api/cases/${caseId}/restore`)).statusCode).toBe(200)
  const promoted = await lead.call('PATCH', `/api/cases/${caseId}/members/${administrator.actor.userId}`, {
    role: 'attorney',
    expiresAt: null,
  })
  expect(promoted.statusCode).toBe(200)
  expect((await removeTwoFactor(lead)).body).toBe(`${lead.account.name} doesn’t have two-factor sign-in turned on.`)
  expect((await reset(tokenIn((await askLink(lead)).json<OneTimeLink>()))).statusCode).toBe(200)
})

test('an unused reset link dies when the person gets a case that its creator isn’t on', async () => {
  const person = await member()
  const token = tokenIn((await askLink(person)).json<OneTimeLink>())
  await buildCase(at.parts.database.db, person.actor)
  expect((await reset(token)).statusCode).toBe(410)
})

test("an administrator who isn't the operator can't get into the operator's account", async () => {
  const { firmId } = administrator.actor
  const operator = await at.person({ firmId, role: 'member', isOperator: true })
  expect((await askLink(operator)).statusCode).toBe(409)
  expect((await removeTwoFactor(operator)).statusCode).toBe(409)
  const other = await at.person({ firmId, isOperator: true })
  expect((await askLink(operator, other)).statusCode).toBe(200)
})

test('no one can create a reset link for their own account or with an API token', async () => {
  const own = await askLink(administrator)
  expect([own.statusCode, own.body]).toEqual([409, 'Change your own password on your profile.'])
  const made = await administrator.call('POST', '/api/auth/tokens', {
    name: 'Script',
    scopes: ['administer'],
    days: 1,
    password: testPassword,
  })
  const { token } = made.json<{ token: string }>()
  const person = await member()
  for (const [method, what] of [
    ['POST', 'reset-link'],
    ['DELETE', 'two-factor'],
  ] as const) {
    const url = `/api/team/${person.actor.userId}/${what}`
    const answer = await at.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload: {} })
    expect([what, answer.statusCode]).toEqual([what, 403])
  }
})

test('an unused reset link dies when the person joins another firm', async () => {
  const person = await member()
  const token = tokenIn((await askLink(person)).json<OneTimeLink>())
  const elsewhere = await at.person()
  const invited = await elsewhere.call('POST', '/api/team/invitations', {
    email: person.account.email,
    role: 'member',
    profession: 'attorney',
  })
  const joined = await post('/auth/invitation/accept', {
    token: tokenIn(invited.json<OneTimeLink>()),
    name: 'Known',
    password: testPassword,
  })
  expect(joined.statusCode).toBe(200)
  expect((await reset(token)).statusCode).toBe(410)
})

test('a pending reset link dies with a new email address or password', async () => {
  const moved = await member()
  const first = tokenIn((await askLink(moved)).json<OneTimeLink>())
  const to = { email: 'moved@firm.example', password: testPassword }
  expect((await moved.call('POST', '/api/profile/email', to)).json()).toMatchObject({ mustConfirm: false })
  expect((await reset(first)).statusCode).toBe(410)

  const changed = await member()
  const second = tokenIn((await askLink(changed)).json<OneTimeLink>())
  const change = { current: testPassword, password: newPassword, endOthers: false }
  expect((await changed.call('POST', '/api/auth/password', change)).statusCode).toBe(200)
  expect((await reset(second)).statusCode).toBe(410)
})

test("a suspended person can't return through an unused invitation", async () => {
  const person = await member()
  const elsewhere = await at.person()
  const invite = async () =>
    tokenIn(
      (
        await elsewhere.call('POST', '/api/team/invitations', {
          email: person.account.email,
          role: 'member',
          profession: 'attorney',
        })
      ).json<OneTimeLink>(),
    )
  const token = await invite()
  await addTo(elsewhere.actor.firmId, person, 'suspended')
  const answer = await post('/auth/invitation/accept', { token, name: 'Known', password: testPassword })
  expect([answer.statusCode, answer.body]).toEqual([
    403,
    'Your access to this firm is suspended. Contact a firm administrator.',
  ])
})
