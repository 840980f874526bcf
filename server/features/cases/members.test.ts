import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseMember } from '#contract/cases/members.ts'
import type { ActivityEvent, CaseDetail } from '#contract/cases/cases.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { caseMembers } from './cases.table.ts'

let at: TestApp
let lead: Person
let colleague: Person
let caseId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person({ role: 'member' })
  colleague = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  caseId = await buildCase(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())

const members = (of = caseId) => `/api/cases/${of}/members`
const one = (person: Person, of = caseId) => `${members(of)}/${person.actor.userId}`
const soon = () => new Date(Date.now() + 3_600_000).toISOString()

test('adds a colleague once and records who did it', async () => {
  const body = { userId: colleague.actor.userId, role: 'consultant', expiresAt: soon() }
  expect((await lead.call('POST', members(), body)).json<CaseMember>()).toMatchObject({
    role: 'consultant',
    isExpired: false,
    addedBy: 'Test attorney',
    expiresAt: body.expiresAt,
  })
  expect((await colleague.call('GET', `/api/cases/${caseId}`)).statusCode).toBe(200)
  expect((await lead.call('POST', members(), body)).statusCode).toBe(409)
  expect((await lead.call('GET', members())).json()).toHaveLength(2)
})

test('an expired membership grants nothing and can be renewed', async () => {
  const { db } = at.parts.database
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  await db
    .update(caseMembers)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(caseMembers.userId, colleague.actor.userId))
  for (const url of [`/api/cases/${caseId}`, members(), `/api/videos/${video.id}`]) {
    expect([url, (await colleague.call('GET', url)).statusCode]).toEqual([url, 404])
  }
  expect((await colleague.call('GET', '/api/cases')).json()).toEqual([])
  const again = await lead.call('POST', members(), { userId: colleague.actor.userId, role: 'attorney' })
  expect(again.json()).toMatchObject({ role: 'attorney', expiresAt: null })
})

test('a case always keeps a lead, even if several leave at once', async () => {
  const other = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const own = await buildCase(at.parts.database.db, lead.actor)
  for (const call of [
    () => lead.call('DELETE', one(lead, own), {}),
    () => lead.call('PATCH', one(lead, own), { role: 'viewer' }),
  ]) {
    const refused = await call()
    expect([refused.statusCode, refused.body]).toEqual([409, 'Assign another lead before removing this one.'])
  }
  await joinCase(at.parts.database.db, other.actor, own, 'lead')
  const answers = await Promise.all([
    lead.call('DELETE', one(other, own), {}),
    other.call('DELETE', one(lead, own), {}),
  ])
  expect(answers.map((each) => each.statusCode).sort()).toEqual([200, 404])
})

test("a suspended lead doesn't count, so the other one must stay", async () => {
  const administrator = await at.person({ firmId: lead.actor.firmId })
  const other = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const own = await buildCase(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, other.actor, own, 'lead')
  await administrator.call('PATCH', `/api/team/${other.actor.userId}`, { status: 'suspended' })
  expect((await lead.call('DELETE', one(lead, own), {})).body).toBe('Assign another lead before removing this one.')
  expect((await lead.call('PATCH', one(lead, own), { role: 'viewer' })).statusCode).toBe(409)
  await administrator.call('PATCH', `/api/team/${other.actor.userId}`, { status: 'active' })
  expect((await lead.call('DELETE', one(lead, own), {})).statusCode).toBe(200)
})

test('names what is wrong with a membership', async () => {
  const patch = async (body: object) => (await lead.call('PATCH', one(colleague), body)).body
  expect(await patch({ role: 'lead', expiresAt: soon() })).toMatch(/^A lead’s membership/)
  expect(await patch({ expiresAt: '2020-01-01T00:00:00.000Z' })).toBe('Choose a time in the future.')
  expect(await patch({ role: 'paralegal', canApproveStrikes: true })).toMatch(/^Only an attorney/)
  const stranger = await at.person()
  const foreign = await lead.call('POST', members(), { userId: stranger.actor.userId, role: 'viewer' })
  expect([foreign.statusCode, foreign.body]).toEqual([404, 'This person doesn’t exist or you don’t have access to it.'])
})

test('behind the wall, an administrator sees title and status; breaking the glass opens it for a day on the record', async () => {
  const administrator = await at.person({ firmId: lead.actor.firmId })
  const walled = (await administrator.call('GET', `/api/cases/${caseId}`)).json<CaseDetail>()
  expect(Object.keys(walled).sort()).toEqual(['deletedAt', 'id', 'may', 'status', 'title', 'walled'])
  const url = `/api/cases/${caseId}/break-glass`
  expect((await administrator.call('POST', url, { reason: 'because' })).statusCode).toBe(400)
  const reason = 'The lead is in the hospital, and the court is calling.'
  expect((await administrator.call('POST', url, { reason })).statusCode).toBe(200)

  const open = (await administrator.call('GET', `/api/cases/${caseId}`)).json<CaseDetail>()
  if (open.walled) throw new Error('still walled')
  expect(open.myRole).toBe('viewer')
  const hours = (Date.parse(open.myAccessEndsAt!) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  expect((await administrator.call('PATCH', `/api/cases/${caseId}`, { version: 1, judge: 'X' })).statusCode).toBe(403)
  expect((await administrator.call('POST', url, { reason })).statusCode).toBe(409)

  const [event] = (await lead.call('GET', `/api/cases/${caseId}/activity`)).json<ActivityEvent[]>()
  expect(event).toMatchObject({ action: 'case.opened_by_break_glass', reason })
  const listed = (await lead.call('GET', members())).json<CaseMember[]>()
  expect(listed.find((each) => each.userId === administrator.actor.userId)?.breakGlassReason).toBe(reason)
})
