import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Corrected } from '#contract/videos/corrections.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { followAnalysis, readSessionBefore } from './highlights.sync.ts'
import { findMentions } from './highlights.notices.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const quote = 'I could not be fair to him.'
const turns = [buildTurn(0, { text: quote }), buildTurn(1, { text: 'My boss will not pay me.' })]
const critical = buildFinding({ type: 'bias_indicator', sub: 'cannot_be_fair', severity: 'critical', quote, turn: 0 })
const mild = buildFinding({ quote: 'My boss will not pay me.', turn: 1, startMs: 5000, endMs: 6000 })

let lead: Person
let others: Record<'attorney' | 'viewer', Person>
let caseId: string
let sessionId: string
let videoId: string
beforeEach(async () => {
  await at.truncate()
  const { db } = at.parts.database
  lead = await at.person()
  caseId = await buildCase(db, lead.actor)
  others = { attorney: await join('attorney'), viewer: await join('viewer') }
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 }))
  const plan = { type: 'jury_voir_dire', date: null, name: 'Day 1' }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
})

async function join(role: CaseRole): Promise<Person> {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, person.actor, caseId, role)
  return person
}
const attach = (by = lead) => by.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
const heard = async (person: Person) =>
  (await person.call('GET', '/api/notifications'))
    .json<Notification[]>()
    .map(({ title, message, actionUrl }) => ({ title, message, actionUrl }))
const titles = async (person: Person) => (await heard(person)).map(({ title }) => title).toSorted()
const silence = () => at.parts.database.pool.query('delete from notifications')
const correct = (text: string, replaces: string[] = [], by = lead) =>
  by.call('POST', `/api/videos/${videoId}/corrections`, { turn: 0, from: 2, to: 2, newText: text, replaces })

async function analyze(given: Parameters<typeof buildResults>[0]): Promise<void> {
  const runId = newId()
  await at.parts.database.pool.query(
    `insert into analysis_runs (id, video_id, number, work_id, state)
     values ($1, $2, (select count(*) + 1 from analysis_runs where video_id = $2), $1, 'running')`,
    [runId, videoId],
  )
  await at.parts.database.db.transaction(async (tx) => {
    const before = await readSessionBefore(tx, videoId)
    await tx.execute(`update analysis_runs set state = 'completed' where id = '${runId}'`)
    await storeResults(tx, videoId, runId, buildResults(given))
    await followAnalysis(tx, videoId, before)
  })
}

test("an analysis creates the session's suggestions and notifies reviewers, not viewers", async () => {
  await attach()
  await analyze({ turns, findings: [critical, mild] })
  const { rows } = await at.parts.database.pool.query('select status from highlights where session_id = $1', [
    sessionId,
  ])
  expect(rows).toEqual([{ status: 'suggested' }, { status: 'suggested' }])
  expect((await heard(others.attorney)).toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    {
      title: 'Critical highlight found',
      message: 'Day 1: 1 critical suggestion needs a decision.',
      actionUrl: `/sessions/${sessionId}/highlights?severity=critical&status=suggested`,
    },
    {
      title: 'Session ready for review',
      message: 'Day 1: all videos are analyzed and suggestions are ready for review.',
      actionUrl: `/sessions/${sessionId}/review`,
    },
  ])
  expect(await heard(others.viewer)).toEqual([])

  await silence()
  await analyze({ turns, findings: [critical, mild] })
  expect(await titles(others.attorney)).toEqual(['Session ready for review'])
})

test('a session is ready when its last video is done, even if it failed', async () => {
  await buildAnalysis(at.parts.database.db, videoId, buildResults({ turns, findings: [mild] }))
  await attach()
  const { id: second } = await buildVideo(at.parts, lead.actor, { caseId })
  await at.parts.database.pool.query(
    `insert into analysis_runs (id, video_id, number, work_id, state) values ($1, $2, 1, $1, 'running')`,
    [newId(), second],
  )
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId: second })
  await silence()
  await at.parts.database.db.transaction(async (tx) => {
    const before = await readSessionBefore(tx, second)
    await tx.execute(`update analysis_runs set state = 'failed' where video_id = '${second}'`)
    await followAnalysis(tx, second, before)
  })
  expect(await titles(others.attorney)).toEqual(['Session ready for review'])
})

test('attaching an analyzed video creates its suggestions at once and notifies everyone else', async () => {
  await buildAnalysis(at.parts.database.db, videoId, buildResults({ turns, findings: [critical] }))
  expect((await attach()).statusCode).toBe(200)
  const { rows } = await at.parts.database.pool.query('select severity from highlights')
  expect(rows).toEqual([{ severity: 'critical' }])
  expect(await titles(others.attorney)).toEqual(['Critical highlight found', 'Session ready for review'])
  expect(await heard(lead)).toEqual([])
})

test('combines critical suggestions from a second video with the pending notification', async () => {
  await attach()
  await analyze({ turns, findings: [critical] })
  const { id: second } = await buildVideo(at.parts, lead.actor, { caseId })
  await buildAnalysis(at.parts.database.db, second, buildResults({ turns, findings: [critical] }))
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId: second })
  const found = (await heard(others.attorney)).filter(({ title }) => title.startsWith('Critical'))
  expect(found.map(({ message }) => message)).toEqual(['Day 1: 2 critical suggestions need a decision.'])
})

test('correcting a confirmed highlight notifies who decided it, once per five minutes', async () => {
  await attach()
  await analyze({ turns, findings: [critical, mild] })
  const [first] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  await others.attorney.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: [{ id: first!.id, version: first!.version }],
  })
  await silence()
  const made = (await correct('now')).json<Corrected>()
  expect(await heard(others.attorney)).toEqual([
    {
      title: 'Highlighted text changed',
      message: 'Day 1: 1 confirmed highlight no longer matches the transcript.',
      actionUrl: `/sessions/${sessionId}/highlights?status=confirmed`,
    },
  ])
  expect(await heard(lead)).toEqual([])
  expect((await correct('no', [made.correction.id])).statusCode).toBe(200)
  expect(await heard(others.attorney)).toHaveLength(1)
  for (const word of ['not', 'never']) {
    const replaces = (await live()).map(({ id }) => id)
    expect((await correct(word, replaces)).statusCode).toBe(200)
  }
  expect(await heard(others.attorney)).toHaveLength(1)
})

const live = async () =>
  (await lead.call('GET', `/api/videos/${videoId}/corrections`))
    .json<{ id: string; state: string }[]>()
    .filter((each) => each.state === 'live')

async function confirmFirst(): Promise<void> {
  await attach()
  await analyze({ turns, findings: [critical] })
  const [first] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  await lead.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: [{ id: first!.id, version: first!.version }],
  })
  await silence()
}

test('notifies who confirmed a quote if a new transcript no longer has it', async () => {
  await confirmFirst()
  await analyze({ turns: [buildTurn(0, { text: 'I could be fair to him.' })], findings: [] })
  expect(await titles(lead)).toContain('Highlighted text changed')
})

test('notifies who confirmed a quote if a new transcript gives it to another juror', async () => {
  await confirmFirst()
  await analyze({ turns, findings: [critical] })
  expect(await titles(lead)).not.toContain('Highlight’s speaker changed')
  const other = { speaker: 'JUROR 13', jurorNumber: '13' }
  await analyze({ turns: turns.map((turn) => ({ ...turn, ...other })), findings: [{ ...critical, ...other }] })
  expect(await titles(lead)).toContain('Highlight’s speaker changed')
})

test('notifies who confirmed a quote if a new transcript gives it to counsel', async () => {
  await confirmFirst()
  const counsel = { speaker: 'MR. SAMPLE', jurorNumber: null }
  await analyze({ turns: turns.map((turn) => ({ ...turn, ...counsel })), findings: [] })
  expect(await titles(lead)).toContain('Highlight’s speaker changed')
})

test('a comment notifies the mentioned members without quoting it or naming a juror', async () => {
  await attach()
  await analyze({ turns, findings: [critical] })
  const [first] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  const name = (person: Person, value: string) =>
    at.parts.database.pool.query('update users set name = $2 where id = $1', [person.actor.userId, value])
  await name(lead, 'Lead, sample')
  await name(others.attorney, 'Attorney')
  await name(others.viewer, 'Attorney, second')
  const stranger = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await name(stranger, 'Outsider')
  await silence()
  const say = (text: string) => lead.call('POST', `/api/highlights/${first!.id}/comments`, { text })
  await say('@attorney, second and @Lead, sample and @Outsider: Juror Person Sample cannot be fair.')
  expect(await heard(others.viewer)).toEqual([
    {
      title: 'You were mentioned',
      message: 'Lead, sample mentioned you in a comment on a highlight in Day 1.',
      actionUrl: `/sessions/${sessionId}/review?v=${videoId}&t=1`,
    },
  ])
  for (const person of [lead, others.attorney, stranger]) expect(await heard(person)).toEqual([])
  await say('@Attorney look')
  expect(await titles(others.attorney)).toEqual(['You were mentioned'])
})

test('finds only whole names after an @', () => {
  const names = ['Ann', 'Ann Marie', 'C. O’Neil']
  expect(findMentions('@Ann Marie and @c. o’neil', names)).toEqual(['Ann Marie', 'C. O’Neil'])
  expect(findMentions('@Anna, Ann, a@b and @Ann.', names)).toEqual(['Ann'])
})
