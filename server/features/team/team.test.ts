import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseMember } from '#contract/cases/members.ts'
import type { Invitation, OneTimeLink, TeamMember } from '#contract/account/team.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp, testPassword } from '#test/app.ts'
import { oneTimeLinks, members } from './team.table.ts'

let at: TestApp
let administrator: Person
beforeAll(async () => {
  at = await testApp()
  administrator = await at.person()
})
afterAll(() => at.close())

const member = () => at.person({ firmId: administrator.actor.firmId, role: 'member' })
const url = (person: Person) => `/api/team/${person.actor.userId}`
const invitation = (email: string) => ({ email, role: 'member', profession: 'paralegal' })

test('a role change takes effect at once', async () => {
  const person = await member()
  expect((await person.call('GET', '/api/team/invitations')).statusCode).toBe(403)
  const changed = await administrator.call('PATCH', url(person), { role: 'administrator', profession: 'consultant' })
  expect(changed.json<TeamMember>()).toMatchObject({ role: 'administrator', profession: 'consultant' })
  expect((await person.call('GET', '/api/team/invitations')).statusCode).toBe(200)
})

test('a suspension ends sessions and tokens for good', async () => {
  const person = await member()
  const made = await person.call('POST', '/api/auth/tokens', {
    name: 'Script',
    scopes: ['read'],
    days: 1,
    password: testPassword,
  })
  const { token } = made.json<{ token: string }>()
  const byToken = () => at.app.inject({ url: '/api/team', headers: { authorization: `Bearer ${token}` } })
  expect((await byToken()).statusCode).toBe(200)
  await administrator.call('PATCH', url(person), { status: 'suspended' })
  await administrator.call('PATCH', url(person), { status: 'active' })
  expect((await person.call('GET', '/api/team')).statusCode).toBe(401)
  expect((await byToken()).statusCode).toBe(401)
  const entered = await at.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: person.account.email, password: testPassword },
  })
  expect(entered.statusCode).toBe(200)
})

test("a suspension in one firm doesn't affect sessions in another", async () => {
  const person = await at.person()
  const { firmId } = administrator.actor
  await at.parts.database.db
    .insert(members)
    .values({ firmId, userId: person.actor.userId, role: 'member', profession: 'attorney' })
  expect((await administrator.call('PATCH', url(person), { status: 'suspended' })).statusCode).toBe(200)
  expect((await person.call('GET', '/api/team')).statusCode).toBe(200)
})

test('a departing sole lead needs a successor, and the wall stays', async () => {
  const [leader, successor] = [await member(), await member()]
  const caseId = await buildCase(at.parts.database.db, leader.actor)
  for (const call of [
    () => administrator.call('DELETE', url(leader), {}),
    () => administrator.call('PATCH', url(leader), { status: 'suspended' }),
  ]) {
    const refused = await call()
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Assign another lead first. This person is the only lead of State v. Example.',
    ])
  }
  const to = { successorId: successor.actor.userId }
  expect((await administrator.call('DELETE', url(leader), { successorId: leader.actor.userId })).statusCode).toBe(400)
  expect((await administrator.call('DELETE', url(leader), to)).statusCode).toBe(200)
  expect((await leader.call('GET', '/api/team')).statusCode).toBe(401)
  const left = (await successor.call('GET', `/api/cases/${caseId}/members`)).json<CaseMember[]>()
  expect(left.map((each) => [each.userId, each.role])).toEqual([[successor.actor.userId, 'lead']])
  expect((await administrator.call('GET', `/api/cases/${caseId}/members`)).statusCode).toBe(404)
})

test('a firm keeps an active administrator, and no one can remove themselves', async () => {
  const alone = await at.person()
  expect((await alone.call('PATCH', url(alone), { role: 'member' })).body).toBe(
    'A firm needs an active administrator. Make someone else an administrator first.',
  )
  expect((await alone.call('PATCH', url(alone), { status: 'suspended' })).statusCode).toBe(409)
  expect((await alone.call('DELETE', url(alone), {})).statusCode).toBe(409)
})

test("two administrators can't remove, suspend, or demote each other at once", async () => {
  const ways = [
    (by: Person, other: Person) => by.call('DELETE', url(other), {}),
    (by: Person, other: Person) => by.call('PATCH', url(other), { status: 'suspended' }),
    (by: Person, other: Person) => by.call('PATCH', url(other), { role: 'member' }),
  ]
  for (const way of ways) {
    const first = await at.person()
    const second = await at.person({ firmId: first.actor.firmId, role: 'administrator' })
    const answers = await Promise.all([way(first, second), way(second, first)])
    expect(answers.map(({ statusCode }) => statusCode < 300).toSorted()).toEqual([false, true])
    const left = await at.parts.database.db.select().from(members).where(eq(members.firmId, first.actor.firmId))
    expect(left.filter(({ role, status }) => role === 'administrator' && status === 'active')).toHaveLength(1)
  }
})

test("lists invitations, replaces an address's earlier link, and revokes", async () => {
  const list = async () => (await administrator.call('GET', '/api/team/invitations')).json<Invitation[]>()
  const invite = async () =>
    (await administrator.call('POST', '/api/team/invitations', invitation('new@firm.example'))).json<
      OneTimeLink & { url: string }
    >()
  const accept = ({ url: link }: { url: string }) =>
    at.app.inject({
      method: 'POST',
      url: '/api/auth/invitation/accept',
      payload: {
        token: new URL(link).searchParams.get('token'),
        name: 'New person',
        password: 'a long enough password',
      },
    })
  const first = await invite()
  const second = await invite()
  const open = await list()
  expect(open.map((each) => [each.email, each.invitedBy, each.isExpired])).toEqual([
    ['new@firm.example', 'Test attorney', false],
  ])
  const read = ({ url: link }: { url: string }) =>
    at.app.inject({ url: `/api/auth/invitation?token=${new URL(link).searchParams.get('token')}` })
  expect((await read(second)).json()).toEqual({ firmName: 'Test firm', invitedBy: 'Test attorney' })
  expect((await read(first)).statusCode).toBe(410)
  expect((await accept(first)).statusCode).toBe(410)
  expect((await administrator.call('DELETE', `/api/team/invitations/${open[0]!.id}`, {})).statusCode).toBe(200)
  expect((await accept(second)).statusCode).toBe(410)
  expect(await list()).toEqual([])
  const third = await invite()
  await at.parts.database.db
    .update(oneTimeLinks)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(oneTimeLinks.email, 'new@firm.example'))
  expect((await list())[0]).toMatchObject({ isExpired: true })
  expect((await accept(third)).statusCode).toBe(410)
})

test('changes firm settings and logs each change', async () => {
  expect((await administrator.call('PATCH', '/api/firm', { timeZone: 'Mars/Olympus' })).body).toBe(
    'Choose a time zone such as America/Chicago.',
  )
  expect((await administrator.call('PATCH', '/api/firm', { retentionDays: 7 })).body).toBe('Enter at least 30 days.')
  const changed = await administrator.call('PATCH', '/api/firm', { retentionDays: 90, timeZone: 'America/Chicago' })
  expect(changed.json()).toMatchObject({ retentionDays: 90, timeZone: 'America/Chicago', name: 'Test firm' })
  const events = await at.parts.database.db
    .selectDistinct({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.chain, administrator.actor.firmId))
  expect(events.map((each) => each.action)).toEqual(
    expect.arrayContaining([
      'member.changed',
      'member.suspended',
      'member.reactivated',
      'member.removed',
      'member.invited',
      'member.invitation_revoked',
      'case.lead_succeeded',
      'case.member_removed',
      'firm.settings_changed',
    ]),
  )
})
