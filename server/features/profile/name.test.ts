import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityEvent, CaseSummary } from '#contract/cases/cases.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import type { Profile } from '#contract/account/profile.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, testPassword, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

async function rename(person: Person, name: string) {
  const read = await person.call('GET', '/api/profile')
  const { email: _email, avatar: _avatar, ...profile } = read.json<Profile>()
  return person.call('PUT', '/api/profile', { ...profile, name })
}

const hidden = [
  'Lead\u200B Counsel',
  'Lead Counsel\u202E',
  'L\u00ADead Counsel',
  'Lead \u2066Counsel\u2069',
  'Lead Counsel\u3164',
  'Lead \u200DCounsel',
  '\u{E0041}Lead Counsel',
]

test('refuses names with invisible characters at sign-up, in invitations, and in profiles', async () => {
  const administrator = await at.person()
  const invited = await administrator.call('POST', '/api/team/invitations', {
    ...{ email: 'invited@firm.example', role: 'member', profession: 'attorney' },
  })
  const token = new URL(invited.json<{ url: string }>().url).searchParams.get('token')
  const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url, payload })
  for (const name of hidden) {
    const answers = [
      await rename(administrator, name),
      await post('/api/auth/invitation/accept', { token, name, password: testPassword }),
      await post('/api/auth/sign-up/email', {
        ...{ firmName: 'Other firm', name, email: 'other@firm.example', password: testPassword },
      }),
    ]
    for (const { statusCode, body } of answers)
      expect([statusCode, body]).toEqual([400, 'Enter a name without invisible characters.'])
  }
  for (const name of ['\u0645\u06CC\u200C\u062E\u0648', 'क्\u200Dष', 'José O’Neil-Smith'])
    expect((await rename(administrator, name)).json()).toMatchObject({ name })
})

test('a new name is audited with the old one, and administrators are notified', async () => {
  const administrator = await at.person()
  const member = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const { name, email } = member.account
  await rename(member, 'Second Chair')
  const { rows } = await at.parts.database.pool.query<{ details: string }>(
    `select details from audit_events where action = 'user.name_changed' and actor_id = $1`,
    [member.actor.userId],
  )
  expect(rows.map(({ details }) => JSON.parse(details) as unknown)).toEqual([{ before: name, after: 'Second Chair' }])
  const news = (await administrator.call('GET', '/api/notifications')).json<Notification[]>()
  expect(news.map(({ title, message }) => [title, message])).toEqual([
    ['Name changed', `${name} (${email}) is now Second Chair.`],
  ])
  await rename(member, 'Second Chair')
  expect((await administrator.call('GET', '/api/notifications')).json()).toHaveLength(1)
})

test('people with the same name are told apart by their addresses, in the past too', async () => {
  const lead = await at.person()
  const created = await lead.call('POST', '/api/cases', { title: 'State v. Example', caseNumber: 'NAMES-1' })
  const { id } = created.json<CaseSummary>()
  const actors = async () =>
    (await lead.call('GET', `/api/cases/${id}/activity`)).json<ActivityEvent[]>().map((each) => each.actor)
  expect(await actors()).toEqual([lead.account.name])
  const other = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await rename(other, `  ${lead.account.name.toUpperCase().replace(' ', '  ')}`)
  expect(await actors()).toEqual([`${lead.account.name} (${lead.account.email})`])
  const [event] = (await lead.call('GET', `/api/cases/${id}/activity`)).json<ActivityEvent[]>()
  expect(event).toMatchObject({ actorId: lead.actor.userId, actorEmail: lead.account.email })
  // Someone who left the firm may be the one who acted.
  const former = await lead.call('DELETE', `/api/team/${other.actor.userId}`, {})
  expect(former.statusCode).toBe(200)
  expect(await actors()).toEqual([`${lead.account.name} (${lead.account.email})`])
  await rename(lead, 'Someone Else')
  expect(await actors()).toEqual(['Someone Else'])
})

test('a name from another firm changes nothing, and a name with an address shows the real one', async () => {
  const lead = await at.person()
  await rename(await at.person(), 'Lone Name')
  await rename(lead, 'Lone Name')
  const created = await lead.call('POST', '/api/cases', { title: 'State v. Example', caseNumber: 'NAMES-2' })
  const read = async () =>
    (await lead.call('GET', `/api/cases/${created.json<CaseSummary>().id}/activity`)).json<ActivityEvent[]>()[0]?.actor
  expect(await read()).toBe('Lone Name')
  await rename(lead, 'Boss (boss@firm.example)')
  expect(await read()).toBe(`Boss (boss@firm.example) (${lead.account.email})`)
})

test('an annotation names its author with an address', async () => {
  const lead = await at.person()
  const { id } = await buildVideo(at.parts, lead.actor, { durationMs: 154_000 })
  const twin = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await rename(twin, lead.account.name)
  const note = { title: 'Knows the officer', startTime: 12.5 }
  const written = await lead.call('POST', `/api/videos/${id}/annotations`, note)
  expect(written.json()).toMatchObject({ createdBy: `${lead.account.name} (${lead.account.email})` })
})
