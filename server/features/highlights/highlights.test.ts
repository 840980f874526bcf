import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { FindingDecision, Highlight, HighlightSummary } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const text = 'I could not be fair to him.'
const words = text.split(' ').map((word, index) => ({
  text: word,
  startMs: 4000 + index * 400,
  endMs: 4400 + index * 400,
  confidence: null,
  estimated: false,
}))
const turns = [
  buildTurn(0, { speaker: 'THE COURT', role: 'judge', jurorNumber: null, text: 'Could you be fair?' }),
  buildTurn(1, { text, words }),
  buildTurn(2, { speaker: 'V2', role: 'unknown', jurorNumber: null, text: 'My boss will not pay me.' }),
]
const findings = [
  buildFinding({
    type: 'bias_indicator',
    sub: 'cannot_be_fair',
    severity: 'high',
    quote: text,
    turn: 1,
    startMs: 4000,
    endMs: 6800,
  }),
  buildFinding({
    type: 'hardship',
    sub: 'financial',
    severity: 'medium',
    quote: 'My boss will not pay me.',
    speaker: 'V2',
    jurorNumber: null,
    turn: 2,
    startMs: 8000,
    endMs: 11_000,
  }),
]

let caseId: string
let sessionId: string
let videoId: string
let url: string
beforeEach(async () => {
  const { db } = at.parts.database
  caseId = await buildCase(db, lead.actor)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 }))
  await buildAnalysis(db, videoId, buildResults({ turns, findings }))
  const plan = { type: 'jury_voir_dire', date: null }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  url = `/api/sessions/${sessionId}/highlights`
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId, offset: 30 })
})

const list = async (query = '') => (await lead.call('GET', url + query)).json<Highlight[]>()
const summary = async (query = '') =>
  (await lead.call('GET', `/api/sessions/${sessionId}/highlight-summary${query}`)).json<HighlightSummary>()
const decide = (decision: string, items: readonly Pick<Highlight, 'id' | 'version'>[], given: object = {}, by = lead) =>
  by.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision,
    items: items.map(({ id, version }) => ({ id, version })),
    ...given,
  })

async function member(role: 'attorney' | 'paralegal' | 'consultant' | 'viewer'): Promise<Person> {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, person.actor, caseId, role)
  return person
}

async function analyzeAgain(given: Parameters<typeof buildResults>[0]): Promise<void> {
  const { db } = at.parts.database
  const { rows } = await at.parts.database.pool.query<{ id: string }>(
    `insert into analysis_runs (id, video_id, number, work_id, state) values ($1, $2, 2, $1, 'completed') returning id`,
    [newId(), videoId],
  )
  await storeResults(db, videoId, rows[0]!.id, buildResults(given))
}

test("the findings of a session's videos become suggestions on the session clock", async () => {
  const [bias, hardship] = await list()
  expect(bias).toMatchObject({
    type: 'bias_indicator',
    status: 'suggested',
    source: 'ai',
    start: 4,
    clock: 34,
    quote: text,
    juror: { number: '12', id: null, assigned: false },
    decidedBy: null,
    textChanged: false,
    version: 1,
  })
  expect(hardship).toMatchObject({ type: 'hardship', juror: null })
  expect(await list()).toHaveLength(2)
  const reads = await Promise.all([list(), list(), summary()])
  expect([reads[0].length, reads[1].length, reads[2].total]).toEqual([2, 2, 2])
})

test('two simultaneous first readers create each suggestion once', async () => {
  const reads = await Promise.all(Array.from({ length: 6 }, () => list()))
  expect(reads.map((each) => each.length)).toEqual([2, 2, 2, 2, 2, 2])
})

test('confirms, dismisses with a reason, reopens; precision counts decided ones', async () => {
  const before = (await summary()).precision
  const [bias, hardship] = await list()
  expect((await decide('confirm', [bias!])).json<Highlight[]>()[0]).toMatchObject({
    status: 'confirmed',
    decidedBy: lead.account.name,
    version: 2,
  })
  const bare = await decide('dismiss', [hardship!])
  expect([bare.statusCode, bare.body]).toEqual([400, 'Choose a reason for dismissing it.'])
  await decide('dismiss', [hardship!], { reason: 'negated' })
  expect((await list('?status=dismissed'))[0]).toMatchObject({ id: hardship!.id, dismissReason: 'negated' })
  const { precision, statuses } = await summary()
  expect(precision).toEqual({ decided: before.decided + 2, confirmed: before.confirmed + 1 })
  expect(statuses).toEqual({ suggested: 0, confirmed: 1, edited: 0, dismissed: 1 })
  await decide('reopen', await list())
  expect((await list()).map((each) => [each.status, each.decidedBy, each.dismissReason])).toEqual([
    ['suggested', null, null],
    ['suggested', null, null],
  ])
  const { rows } = await at.parts.database.pool.query(
    'select action from audit_events where entity_id = $1 order by seq',
    [hardship!.id],
  )
  expect(rows.map((row) => row.action)).toEqual(['highlight.dismissed', 'highlight.reopened'])
})

test('the video page shows decisions on its findings, even after reanalysis', async () => {
  const decisions = async () =>
    (await lead.call('GET', `/api/videos/${videoId}/finding-decisions`)).json<FindingDecision[]>()
  const shown = async () => (await lead.call('GET', `/api/videos/${videoId}/findings`)).json<VideoFinding[]>()
  const [bias, hardship] = await list()
  expect(await decisions()).toEqual([])
  await decide('confirm', [bias!])
  await decide('dismiss', [hardship!], { reason: 'negated' })
  const confirmed = { highlightId: bias!.id, status: 'confirmed', severity: 'high', decidedBy: lead.account.name }
  const dismissed = { highlightId: hardship!.id, status: 'dismissed', dismissReason: 'negated' }
  const expectThem = async () => {
    const [first, second] = await shown()
    const now = await decisions()
    expect(now.find((each) => each.findingId === first!.id)).toMatchObject({ ...confirmed, sessionId })
    expect(now.find((each) => each.findingId === second!.id)).toMatchObject({ ...dismissed, sessionId })
    expect(now).toHaveLength(2)
  }
  await expectThem()
  await analyzeAgain({ turns, findings: findings.toReversed() })
  await expectThem()
  await lead.call('DELETE', `/api/sessions/${sessionId}/videos/${videoId}`)
  expect(await decisions()).toEqual([])
})

test('rejects a stale decision with the current copy; a batch is all or nothing', async () => {
  const [bias, hardship] = await list()
  await decide('dismiss', [bias!], { reason: 'hypothetical' })
  const stale = await decide('confirm', [bias!, hardship!])
  expect(stale.statusCode).toBe(409)
  expect((await list()).map((each) => each.status)).toEqual(['dismissed', 'suggested'])
  const problem = await at.app.inject({
    method: 'PATCH',
    url: `/api/highlights/${bias!.id}`,
    headers: { cookie: lead.cookie, accept: 'application/problem+json' },
    payload: { version: 1, severity: 'low' },
  })
  expect([problem.statusCode, problem.body]).toEqual([409, expect.stringContaining('hypothetical')])
})

test('only one of twenty parallel decisions stands, and none is overwritten unseen', async () => {
  const [bias] = await list()
  const reasons = ['negated', 'duplicate', 'other', 'not_relevant']
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_each, index) => decide('dismiss', [bias!], { reason: reasons[index % 4] })),
  )
  const [now] = await list('?status=dismissed')
  expect(now!.version).toBe(2)
  const agreeing = reasons.indexOf(now!.dismissReason!)
  expect(answers.map((each) => each.statusCode)).toEqual(
    answers.map((_each, index) => (index % 4 === agreeing ? 200 : 409)),
  )
})

test('marks an edited suggestion as edited, but not for a pin or tag', async () => {
  const [bias] = await list()
  const patch = (body: object) => lead.call('PATCH', `/api/highlights/${bias!.id}`, body)
  expect((await patch({ version: 1, pinned: true, tags: ['key'] })).json()).toMatchObject({
    pinned: true,
    tags: ['key'],
    status: 'suggested',
    version: 2,
  })
  expect((await patch({ version: 2, severity: 'critical' })).json()).toMatchObject({
    status: 'edited',
    severity: 'critical',
  })
  expect((await patch({ version: 3, start: 4.5, end: 6 })).json()).toMatchObject({
    start: 4.5,
    quote: 'could not be fair',
    textChanged: false,
  })
  expect((await patch({ version: 4, start: 4, end: 90 })).body).toBe('The video ends at 60 seconds.')
  expect((await patch({ version: 4, start: 6, end: 6 })).statusCode).toBe(400)
})

test("quotes a marked range verbatim; a hardship needs a juror's words", async () => {
  const mark = (body: object) => lead.call('POST', url, { videoId, ...body })
  const marked = (await mark({ start: 4.9, end: 9, type: 'key_statement', severity: 'high' })).json<Highlight>()
  expect(marked).toMatchObject({
    source: 'user',
    status: 'confirmed',
    confidence: null,
    quote: 'not be fair to him.\nMy boss will not pay me.',
    juror: { number: '12' },
    textChanged: false,
  })
  const court = await mark({ start: 0, end: 2, type: 'hardship' })
  expect([court.statusCode, court.body]).toEqual([400, expect.stringContaining('No juror speaks in this range')])
  expect((await mark({ start: 0, end: 2 })).json()).toMatchObject({ type: 'manual', juror: null })
  expect((await mark({ start: 0, end: 2, videoId: newId() })).statusCode).toBe(404)
})

test('reanalysis keeps decisions, adds new suggestions, and drops untouched ones', async () => {
  const [bias] = await list()
  await decide('confirm', [bias!])
  const shifted = [
    buildTurn(0, { text: 'Good morning.' }),
    ...turns.map((each) => ({ ...each, index: each.index + 1 })),
  ]
  const again = { ...findings[0]!, turn: 2, startMs: 4100 }
  await analyzeAgain({ turns: shifted, findings: [again, buildFinding({ quote: 'Good morning.', turn: 0 })] })
  const now = await list()
  expect(now.map((each) => [each.quote, each.status, each.turn])).toEqual([
    ['Good morning.', 'suggested', 0],
    [text, 'confirmed', 2],
  ])
  expect(now[1]).toMatchObject({ id: bias!.id, start: 4.1, textChanged: false })
})

test('a decision stays with its finding when a transcript changes words and speakers, and with no other', async () => {
  const [bias, hardship] = await list()
  await decide('confirm', [bias!])
  await decide('dismiss', [hardship!], { reason: 'hypothetical' })
  const said = 'I couldn’t be fair to him, no.'
  const reported = turns.map((turn) => ({
    ...turn,
    speaker: `A. (${turn.index})`,
    text: turn.index === 1 ? said : turn.text,
  }))
  const again = { ...findings[0]!, quote: said, speaker: 'A. (1)', startMs: 4200, endMs: 7100 }
  const sameWordsLater = { ...findings[1]!, speaker: 'A. (9)', startMs: 40_000, endMs: 43_000 }
  await analyzeAgain({ turns: reported, findings: [again, sameWordsLater] })
  const now = await list()
  expect(now.map(({ quote, status, start, textChanged }) => [quote, status, start, textChanged])).toEqual([
    [text, 'confirmed', 4.2, true],
    [hardship!.quote, 'dismissed', 8, false],
    [hardship!.quote, 'suggested', 40, false],
  ])
  expect(now[0]!.id).toBe(bias!.id)
})

test('marks a quote no longer in the transcript', async () => {
  const [bias] = await list()
  await decide('confirm', [bias!])
  await lead.call('POST', `/api/videos/${videoId}/corrections`, { turn: 1, from: 2, to: 3, newText: 'now be' })
  expect((await list()).map((each) => each.textChanged)).toEqual([true, false])
})

test('filters, counts facets under the other filters, and pages', async () => {
  expect((await list('?type=hardship')).map((each) => each.type)).toEqual(['hardship'])
  expect((await list('?juror=12')).length).toBe(1)
  expect((await list('?juror=none')).length).toBe(1)
  expect((await list('?q=BOSS')).length).toBe(1)
  expect((await list('?q=%25')).length).toBe(0)
  const { facets, matching, total } = await summary('?type=hardship')
  expect([matching, total]).toEqual([1, 2])
  expect(facets.type).toEqual([
    { value: 'bias_indicator', count: 1 },
    { value: 'hardship', count: 1 },
  ])
  const sure = facets.confidence.reduce((sum, { count }) => sum + count, 0)
  expect(sure).toBe(matching)
  for (const { value, count } of facets.confidence)
    expect([value, (await summary(`?type=hardship&confidence=${value}`)).matching]).toEqual([value, count])
  expect(facets.juror).toEqual([
    { value: '12', count: 0 },
    { value: 'none', count: 1 },
  ])
  const first = await lead.call('GET', `${url}?limit=1`)
  const next = await lead.call('GET', `${url}?limit=1&cursor=${String(first.headers['x-next-cursor'])}`)
  expect([first.json<Highlight[]>()[0]!.type, next.json<Highlight[]>()[0]!.type]).toEqual([
    'bias_indicator',
    'hardship',
  ])
  expect(next.headers['x-next-cursor']).toBeUndefined()
})

test('assigning a juror updates the highlights, and a stale assignment is rejected', async () => {
  const juror = (await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '7' })).json<Juror>()
  const speakersUrl = `/api/sessions/${sessionId}/speakers`
  const voice = (await lead.call('GET', speakersUrl)).json<SessionSpeaker[]>().find((each) => each.label === 'V2')!
  expect(voice).toMatchObject({ assignment: null, version: 0, excerpts: [{ text: 'My boss will not pay me.' }] })
  const assign = (body: object) =>
    lead.call('PUT', speakersUrl, { videoId, label: 'V2', version: 0, applyToAll: true, ...body })
  const asked = { assignment: { role: 'juror', jurorId: juror.id } }
  expect((await assign({ assignment: { role: 'judge', jurorId: juror.id } })).statusCode).toBe(400)
  expect((await assign({ assignment: { role: 'juror', jurorId: newId() } })).statusCode).toBe(400)
  expect((await assign(asked)).statusCode).toBe(200)
  expect((await list())[1]!.juror).toEqual({ id: juror.id, number: '7', name: null, assigned: true })
  expect((await list('?juror=7')).length).toBe(1)
  expect((await assign(asked)).statusCode).toBe(409)
  expect((await assign({ version: 1, assignment: null })).statusCode).toBe(200)
  expect((await list())[1]!.juror).toBeNull()
})

test('viewers read and comment only, outsiders see nothing, and a locked session is closed', async () => {
  const [bias] = await list()
  const viewer = await member('viewer')
  expect((await viewer.call('GET', url)).json<Highlight[]>()).toHaveLength(2)
  expect((await decide('confirm', [bias!], {}, viewer)).statusCode).toBe(403)
  expect((await viewer.call('PATCH', `/api/highlights/${bias!.id}`, { version: 1, pinned: true })).statusCode).toBe(403)
  const comments = `/api/highlights/${bias!.id}/comments`
  expect((await viewer.call('POST', comments, { text: 'Ask her again.' })).statusCode).toBe(200)
  expect((await lead.call('GET', comments)).json()).toMatchObject([{ text: 'Ask her again.', by: viewer.account.name }])
  expect((await list())[0]).toMatchObject({ comments: 1, version: 1 })
  expect((await decide('confirm', [bias!], {}, await member('consultant'))).statusCode).toBe(200)

  const colleague = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  for (const person of [colleague, await at.person()]) {
    expect((await person.call('GET', url)).statusCode).toBe(404)
    expect((await decide('confirm', [bias!], {}, person)).statusCode).toBe(404)
    expect((await person.call('GET', comments)).statusCode).toBe(404)
  }
  await lead.call('POST', `/api/sessions/${sessionId}/lock`, {})
  expect((await decide('reopen', [{ ...bias!, version: 2 }])).statusCode).toBe(423)
  expect((await summary()).may).toEqual({ review: false, comment: false })
})

test('a case opened by break-glass is read-only until the lead adds the administrator', async () => {
  const [bias] = await list()
  const administrator = await at.person({ firmId: lead.actor.firmId })
  await administrator.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'The lead is in the hospital.' })
  const mayComment = async () => {
    const path = `/api/sessions/${sessionId}/highlight-summary`
    return (await administrator.call('GET', path)).json<HighlightSummary>().may.comment
  }
  const comments = `/api/highlights/${bias!.id}/comments`
  const comment = () => administrator.call('POST', comments, { text: 'Ask her again.' })
  const refused = await comment()
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    'You opened this case with read access only. Ask the lead to add you to the case.',
  ])
  expect((await administrator.call('GET', comments)).json()).toEqual([])
  expect(await mayComment()).toBe(false)

  await lead.call('PATCH', `/api/cases/${caseId}/members/${administrator.actor.userId}`, { expiresAt: null })
  expect(await mayComment()).toBe(true)
  expect((await comment()).statusCode).toBe(200)
})

test("a highlight can't be decided through another session", async () => {
  const [bias] = await list()
  const plan = { type: 'mock', date: null }
  const other = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  const body = { decision: 'confirm', items: [{ id: bias!.id, version: 1 }] }
  expect((await lead.call('POST', `/api/sessions/${other}/highlight-decisions`, body)).statusCode).toBe(404)
})

test('stores thousands of findings in a few statements, so the first view stays within its time limit', async () => {
  const { pool } = at.parts.database
  await pool.query(`create table insert_statements (made int);
    create function count_insert() returns trigger language plpgsql as
      $$ begin insert into insert_statements values (1); return null; end $$;
    create trigger count_inserts after insert on highlights for each statement execute function count_insert();`)
  const many = Array.from({ length: 1100 }, (_, at) => buildFinding({ quote: `I have ${at} reasons.`, turn: 1 }))
  await analyzeAgain({ turns, findings: many })
  expect((await list('?limit=3')).length).toBe(3)
  expect((await summary()).total).toBe(1100)
  const { rows } = await pool.query(`select count(*)::int as count from insert_statements`)
  expect(rows[0].count).toBeLessThan(10)
  await pool.query('drop trigger count_inserts on highlights; drop function count_insert; drop table insert_statements')
})
