import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Notification } from '#contract/operations/notifications.ts'
import { buildRun } from '#server/features/analysis/analysis.factory.ts'
import { notifyAnalysisCompleted, recordFailure, recordLostRun } from '#server/features/analysis/analysis.notices.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { notifyExpiring, notifyReady } from '#server/features/exports/core/exports.notices.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, testPassword, type TestApp } from '#test/app.ts'
import { describeBrowser } from './account.notices.ts'
import { purgeNotifications } from './notifications.queries.ts'
import { type News, notify } from './notifications.service.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  person = await at.person()
})

const list = async (of = person) => (await of.call('GET', '/api/notifications')).json<Notification[]>()
const titles = async (of = person) => (await list(of)).map((each) => each.title)
const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)
const news = (given: Partial<News> = {}): News => ({
  firmId: person.actor.firmId,
  actorId: null,
  topic: 'video.completed',
  entityId: null,
  type: 'success',
  category: 'video',
  title: 'Ready',
  message: 'day-1.mp4 is ready.',
  to: { userIds: [person.actor.userId] },
  ...given,
})
const tell = (given: Partial<News> = {}) => at.parts.database.db.transaction((tx) => notify(tx, news(given)))

test('lists newest first, marks one or all read, and deletes', async () => {
  for (const title of ['first', 'second', 'third']) {
    await tell({ title, ...(title === 'third' ? { action: { url: '/videos' as const, label: 'View' } } : {}) })
  }
  const [third, second] = await list()
  expect(third).toEqual({
    id: expect.any(String),
    type: 'success',
    category: 'video',
    title: 'third',
    message: 'day-1.mp4 is ready.',
    read: false,
    timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
    actionUrl: '/videos',
    actionLabel: 'View',
  })
  expect((await person.call('PATCH', `/api/notifications/${second!.id}/read`)).json()).toEqual({ ok: true })
  expect((await list()).map((each) => each.read)).toEqual([false, true, false])
  await person.call('PATCH', '/api/notifications/read-all')
  expect((await list()).map((each) => each.read)).toEqual([true, true, true])
  await person.call('DELETE', `/api/notifications/${third!.id}`)
  expect(await titles()).toEqual(['second', 'first'])
  expect((await person.call('DELETE', `/api/notifications/${third!.id}`)).statusCode).toBe(404)
})

test("no one can read, mark, or delete another person's", async () => {
  await tell()
  const [mine] = await list()
  const colleague = await at.person({ firmId: person.actor.firmId })
  expect(await list(colleague)).toEqual([])
  for (const [method, path] of [
    ['PATCH', `/api/notifications/${mine!.id}/read`],
    ['DELETE', `/api/notifications/${mine!.id}`],
  ] as const) {
    const response = await colleague.call(method, path)
    expect([response.statusCode, response.body]).toEqual([
      404,
      'This notification doesn’t exist or you don’t have access to it.',
    ])
  }
  await colleague.call('PATCH', '/api/notifications/read-all')
  expect((await list())[0]!.read).toBe(false)
})

test('repeats the same news only after five minutes, or when it changes', async () => {
  const entityId = newId()
  await tell({ entityId })
  await person.call('PATCH', '/api/notifications/read-all')
  await tell({ entityId })
  expect((await list()).map((each) => each.read)).toEqual([true])
  await tell({ entityId, message: 'It has 4 findings.' })
  expect(await list()).toMatchObject([{ read: false, message: 'It has 4 findings.' }])
  await tell({ entityId, topic: 'video.failed' })
  await tell({ entityId: newId() })
  expect(await list()).toHaveLength(3)
  await query(`update notifications set created_at = now() - interval '6 minutes'`)
  await tell({ entityId })
  expect(await list()).toHaveLength(4)
})

test("doesn't notify people of their own actions, what they can't see, or what they muted", async () => {
  const { db } = at.parts.database
  const colleague = await at.person({ firmId: person.actor.firmId, role: 'member' })
  const caseId = await buildCase(db, person.actor)
  const everybody = { userIds: [person.actor.userId, colleague.actor.userId, null] }
  expect(await tell({ to: everybody, actorId: person.actor.userId })).toBe(1)
  expect([await titles(), await titles(colleague)]).toEqual([[], ['Ready']])
  expect(await tell({ to: everybody, caseId })).toBe(1)
  expect(await titles(colleague)).toHaveLength(1)
  await colleague.call('PUT', '/api/notifications/settings', { muted: ['video', 'video'] })
  expect(await tell({ to: everybody })).toBe(1)
  expect(await tell({ to: everybody, category: 'system' })).toBe(2)
  expect((await colleague.call('GET', '/api/notifications/settings')).json()).toMatchObject({
    muted: ['video'],
    mail: 'daily',
    morning: false,
    canMail: false,
  })
  expect(await tell({ to: { administrators: true } })).toBe(1)
  await query(`update members set status = 'suspended' where user_id = $1`, [colleague.actor.userId])
  expect(await tell({ to: everybody, category: 'system' })).toBe(1)
})

test('shows case news to members while they are members', async () => {
  const { db } = at.parts.database
  const caseId = await buildCase(db, person.actor)
  const consultant = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(db, consultant.actor, caseId, 'consultant')
  expect(await tell({ caseId, to: { caseRoles: ['lead', 'consultant'] } })).toBe(2)
  expect(await tell({ caseId, to: { caseRoles: ['attorney'] } })).toBe(0)
  expect(await titles(consultant)).toEqual(['Ready'])
  await query('delete from case_members where user_id = $1', [consultant.actor.userId])
  expect(await titles(consultant)).toEqual([])
  expect(await titles()).toEqual(['Ready'])
})

test('notifies uploader and lead of the analysis result, even if the video joins a case', async () => {
  const { db } = at.parts.database
  const uploader = await at.person({ firmId: person.actor.firmId, role: 'member' })
  const caseId = await buildCase(db, person.actor)
  await joinCase(db, uploader.actor, caseId, 'consultant')
  const video = await buildVideo(at.parts, uploader.actor, { caseId })
  const run = await buildRun(db, video.id, { state: 'failed' })
  await db.transaction(async (tx) => {
    await notifyAnalysisCompleted(tx, { video, run }, 1)
    await recordFailure(
      tx,
      { video, run },
      {
        ...{ stage: 'probe', reason: 'It holds no picture and no sound.', permanent: true },
      },
    )
  })
  for (const each of [person, uploader])
    expect(
      (await list(each)).map(({ type, message, actionUrl, actionLabel }) => [type, message, actionUrl, actionLabel]),
    ).toEqual([
      ['error', 'day-1.mp4: It holds no picture and no sound.', `/videos/${video.id}`, 'Retry'],
      ['success', 'day-1.mp4 is ready for review with 1 finding.', `/videos/${video.id}`, 'View'],
    ])
  const other = await buildVideo(at.parts, uploader.actor)
  const lost = await buildRun(db, other.id, { state: 'failed' })
  await db.transaction((tx) => recordLostRun(tx, lost, 'The analysis was interrupted.'))
  const moved = await uploader.call('PATCH', `/api/videos/${other.id}`, { caseId })
  expect(moved.statusCode).toBe(200)
  const attached = await buildVideo(at.parts, uploader.actor)
  const failed = await buildRun(db, attached.id, { state: 'failed' })
  await db.transaction((tx) => recordLostRun(tx, failed, 'The analysis was interrupted.'))
  const plan = { type: 'jury_voir_dire', date: null }
  const { id } = (await person.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<{ id: string }>()
  const joined = await uploader.call('POST', `/api/sessions/${id}/videos`, { videoId: attached.id })
  expect(joined.statusCode).toBe(200)
  const { rows } = await query('select distinct case_id from notifications')
  expect(rows).toEqual([{ case_id: caseId }])
})

test("doesn't tell a viewer about exports and decisions from the time before", async () => {
  const { db } = at.parts.database
  const caseId = await buildCase(db, person.actor)
  const author = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(db, author.actor, caseId, 'attorney')
  const row = await buildExport(at.parts, author.actor, { caseId })
  const titles = async () => (await list(author)).map(({ title }) => title)
  await db.transaction((tx) => notifyReady(tx, row))
  expect(await titles()).toEqual(['Export ready'])
  const path = `/api/cases/${caseId}/members/${author.actor.userId}`
  expect((await person.call('PATCH', path, { role: 'viewer' })).statusCode).toBe(200)
  await db.transaction((tx) => notifyExpiring(tx, row))
  expect(await titles()).not.toContain('Export expires within 24 hours')
})

test('a video that leaves its case takes the notifications of those who can’t see it anymore', async () => {
  const { db } = at.parts.database
  const join = async () => {
    const member = await at.person({ firmId: person.actor.firmId, role: 'member' })
    await joinCase(db, member.actor, caseId, 'attorney')
    return member
  }
  const caseId = await buildCase(db, person.actor)
  const [uploader, colleague] = [await join(), await join()]
  const video = await buildVideo(at.parts, uploader.actor, { caseId })
  const run = await buildRun(db, video.id, { requestedBy: colleague.actor.userId })
  await db.transaction((tx) => notifyAnalysisCompleted(tx, { video, run }, 1))
  const count = () => Promise.all([uploader, colleague, person].map(async (each) => (await list(each)).length))
  expect(await count()).toEqual([1, 1, 1])
  expect((await person.call('PATCH', `/api/videos/${video.id}`, { caseId: null })).statusCode).toBe(200)
  expect(await count()).toEqual([1, 0, 1])
})

test('notifies of a sign-in from a new device', async () => {
  const signIn = (userAgent: string, remoteAddress = '203.0.113.9') =>
    at.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: person.account.email, password: testPassword },
      headers: { 'user-agent': userAgent },
      remoteAddress,
    })
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  expect((await signIn(chrome)).statusCode).toBe(200)
  await signIn(chrome.replace('140', '141'))
  expect(await list()).toEqual([])
  await signIn('curl/8')
  expect(await list()).toMatchObject([
    {
      type: 'warning',
      category: 'system',
      title: 'New sign-in',
      message:
        'Your account was used from an unknown browser at 203.0.113.9. If this wasn’t you, end that session and change your password.',
      actionUrl: '/profile',
    },
  ])
  await signIn(chrome, '203.0.113.10')
  expect((await list())[0]!.message).toContain('Chrome on Linux at 203.0.113.10')
})

test('notifies administrators of new members', async () => {
  const heard: unknown[] = []
  const stop = at.parts.live.subscribe(person.actor.firmId, (nouns) => heard.push(...nouns))
  const invitation = await person.call('POST', '/api/team/invitations', {
    email: 'new@firm.example',
    role: 'member',
    profession: 'paralegal',
  })
  const token = new URL(invitation.json<{ url: string }>().url).searchParams.get('token')
  const joined = await at.app.inject({
    method: 'POST',
    url: '/api/auth/invitation/accept',
    payload: { token, name: 'New Paralegal', password: testPassword },
  })
  expect(joined.statusCode).toBe(200)
  expect(await list()).toMatchObject([{ title: 'New team member', message: 'New Paralegal joined the firm.' }])
  await vi.waitFor(() => expect(heard).toContain('notifications'), 20_000)
  stop()
})

test('notifies people of role changes, and the lead of break-glass access', async () => {
  const { firmId } = person.actor
  const colleague = await at.person({ firmId, role: 'member' })
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const members = `/api/cases/${caseId}/members`
  const { userId } = colleague.actor
  const call = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object) =>
    expect([method, url, (await person.call(method, url, body)).statusCode]).toEqual([method, url, 200])
  await call('POST', members, { userId, role: 'paralegal' })
  await call('PATCH', `${members}/${userId}`, { role: 'consultant' })
  expect((await list(colleague)).map((each) => [each.message, each.actionUrl])).toEqual([
    ['Your role in State v. Example is now consultant.', `/cases/${caseId}`],
    ['You were added to State v. Example as paralegal.', `/cases/${caseId}`],
  ])
  await call('DELETE', `${members}/${userId}`, {})
  expect((await list(colleague)).map((each) => each.message)).toEqual(['You were removed from State v. Example.'])
  await call('PATCH', `/api/team/${userId}`, { role: 'administrator' })
  expect((await list(colleague))[0]!.message).toBe('You are now a firm administrator.')

  const notice = { type: 'warning', title: 'Case opened by an administrator', read: false }
  const breakGlass = async () => {
    const reason = 'The lead cannot be reached.'
    const opened = await colleague.call('POST', `/api/cases/${caseId}/break-glass`, { reason })
    expect(opened.statusCode).toBe(200)
    expect(await list()).toMatchObject([notice])
  }
  await breakGlass()
  await call('DELETE', `${members}/${userId}`, {})
  await query('update notifications set read_at = now()')
  await breakGlass()
})

test('recognizes browsers', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1'
  expect([edge, phone, 'curl/8', null].map(describeBrowser)).toEqual([
    'Edge on Windows',
    'Safari on iOS',
    'an unknown browser',
    'an unknown browser',
  ])
})

test('keeps notifications for 90 days', async () => {
  await tell({ title: 'old' })
  await tell({ title: 'young' })
  await query(`update notifications set created_at = now() - interval '91 days' where title = 'old'`)
  await purgeNotifications(at.parts.database.db)
  expect(await titles()).toEqual(['young'])
})
