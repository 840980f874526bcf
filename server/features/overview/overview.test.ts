import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { WorkOverview } from '#contract/cases/overview.ts'
import type { ListedSession, Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildFinding, buildResults, buildRun } from '#server/features/analysis/analysis.factory.ts'
import { countToReview, readWork } from './overview.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const work = async (by = lead) => (await by.call('GET', '/api/overview/work')).json<WorkOverview>()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const query = (text: string, values: unknown[]) => at.parts.database.pool.query(text, values)

test('shows empty data as empty, not as an error', async () => {
  const newcomer = await at.person()
  expect(await work(newcomer)).toEqual({
    dates: [],
    processing: [],
    approvals: { waiting: 0, overdue: 0 },
    peremptories: [],
    sessions: [],
    critical: [],
  })
})

test('lists upcoming court days, soonest first, without past ones', async () => {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  await query('update cases set trial_date = $2, voir_dire_date = $3 where id = $1', [caseId, inDays(20), inDays(10)])
  for (const days of [-3, 12]) {
    await lead.call('POST', `/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: inDays(days) })
  }
  const { dates } = await work()
  expect(dates.map(({ what, date }) => [what, date])).toEqual([
    ['voir_dire', inDays(10)],
    ['session', inDays(12)],
    ['trial', inDays(20)],
  ])
})

test("a court day lasts until it ends in the user's zone", async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, person.actor)
  await query('update cases set trial_date = $2 where id = $1', [caseId, '2026-11-20'])
  const shownAt = async (now: string) => (await readWork(db, person.actor, new Date(now))).dates.length
  const [afternoon, over] = ['2026-11-21T00:15:00Z', '2026-11-21T09:00:00Z']
  expect([await shownAt(afternoon), await shownAt('2026-11-21T12:00:00Z')]).toEqual([1, 0])
  await query('update firms set time_zone = $2 where id = $1', [person.actor.firmId, 'America/Los_Angeles'])
  expect([await shownAt(afternoon), await shownAt(over)]).toEqual([1, 0])
  await query('insert into profiles (user_id, time_zone) values ($1, $2)', [person.actor.userId, 'Pacific/Honolulu'])
  expect(await shownAt(over)).toBe(1)
})

test('shows the remaining budget; nonmembers see nothing of the case', async () => {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const budget = { us: 10, them: 6, alternatesUs: 0, alternatesThem: 0, source: 'order', orderNote: 'Order' }
  await query('update cases set strike_budget = $2 where id = $1', [caseId, JSON.stringify(budget)])
  const found = (await work()).peremptories.find((each) => each.caseId === caseId)
  expect(found?.budgets?.us.regular).toEqual({ total: 10, used: 0, remaining: 10 })
  const colleague = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  expect((await work(colleague)).peremptories).toEqual([])
  await joinCase(at.parts.database.db, colleague.actor, caseId, 'paralegal')
  expect((await work(colleague)).peremptories).toHaveLength(1)
})

test('names a session with a video being processed', async () => {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const plan = { type: 'jury_voir_dire', date: inDays(1), name: 'Day in work' }
  const session = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  await lead.call('POST', `/api/sessions/${session.id}/videos`, { videoId: video.id })
  const run = await buildRun(at.parts.database.db, video.id, { state: 'running' })
  expect((await work()).processing).toEqual([
    { sessionId: session.id, name: 'Day in work', caseTitle: expect.any(String), videos: 1 },
  ])
  await query("update analysis_runs set state = 'completed' where id = $1", [run.id])
  expect((await work()).processing).toEqual([])
})

test('counts critical findings until someone decides', async () => {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  const plan = { type: 'jury_voir_dire', date: inDays(1), name: 'Day of findings' }
  const session = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  await lead.call('POST', `/api/sessions/${session.id}/videos`, { videoId: video.id })
  const findings = [buildFinding({ severity: 'critical' }), buildFinding({ severity: 'low', quote: 'Another.' })]
  await buildAnalysis(at.parts.database.db, video.id, buildResults({ findings }))
  const [first] = (await lead.call('GET', `/api/sessions/${session.id}/highlights`))
    .json<Highlight[]>()
    .filter(({ severity }) => severity === 'critical')
  expect((await work()).critical).toMatchObject([{ sessionId: session.id, count: 1 }])
  const listToReview = async () => [
    (await work()).sessions.find((each) => each.sessionId === session.id)?.toReview,
    (await lead.call('GET', `/api/cases/${caseId}/sessions`)).json<ListedSession[]>()[0]!.toReview,
  ]
  expect(await listToReview()).toEqual([2, 2])
  const items = [{ id: first!.id, version: first!.version }]
  await lead.call('POST', `/api/sessions/${session.id}/highlight-decisions`, { decision: 'confirm', items })
  expect((await work()).critical).toEqual([])
  expect(await listToReview()).toEqual([1, 1])
  await lead.call('DELETE', `/api/videos/${video.id}`)
  expect((await lead.call('GET', `/api/cases/${caseId}/sessions`)).json()).toMatchObject([{ toReview: 0 }])
  expect((await work()).sessions.find((each) => each.sessionId === session.id)?.toReview ?? 0).toBe(0)
  expect(await countToReview(at.parts.database.db, lead.actor)).toMatchObject({ findings: 0 })
})

test('lists today’s sessions first, then those with findings to review', async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, person.actor)
  const add = async (name: string, date: string) =>
    (await person.call('POST', `/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date, name })).json<Session>()
  await query('insert into profiles (user_id, time_zone) values ($1, $2)', [person.actor.userId, 'America/New_York'])
  await add('Today', '2026-11-20')
  await add('Tomorrow', '2026-11-21')
  const reviewed = await add('Last week', '2026-11-13')
  const video = await buildVideo(at.parts, person.actor, { caseId })
  await person.call('POST', `/api/sessions/${reviewed.id}/videos`, { videoId: video.id })
  await buildAnalysis(db, video.id, buildResults({ findings: [buildFinding({ severity: 'low' })] }))
  await person.call('GET', `/api/sessions/${reviewed.id}/highlights`)
  const listAt = async (now: string) => (await readWork(db, person.actor, new Date(now))).sessions
  expect(await listAt('2026-11-21T03:00:00Z')).toMatchObject([
    { name: 'Today', date: '2026-11-20', isToday: true, toReview: 0 },
    { name: 'Last week', isToday: false, toReview: 1 },
  ])
  expect((await listAt('2026-11-21T06:00:00Z')).map(({ name }) => name)).toEqual(['Tomorrow', 'Last week'])
  const colleague = await at.person({ firmId: person.actor.firmId, role: 'member' })
  expect((await work(colleague)).sessions).toEqual([])
})
