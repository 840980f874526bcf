import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { SearchResult } from '#contract/operations/search.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
let sitting: Sitting
let list: Highlight[]
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  lead = await at.person({ role: 'member' })
  sitting = await buildSitting(at.parts, lead.actor)
  list = (await lead.call('GET', `/api/sessions/${sitting.sessionId}/highlights`)).json<Highlight[]>()
})

const search = async (q: string, by = lead) =>
  (await by.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).json<SearchResult[]>()
const fetchHighlights = async (q: string, by = lead) => (await search(q, by)).filter(({ type }) => type === 'highlight')
const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)

test('finds a session highlight once, by its words, and opens its second in the review room', async () => {
  const { sessionId, videoId } = sitting
  const [first] = list
  await query(
    `update highlights set type = 'bias_indicator', sub = 'law_enforcement_trust', start_ms = 61500, end_ms = 62000,
      quote = 'I would believe the sergeant over anybody', question = 'Would his testimony weigh more?', juror_number = '012'
      where id = $1`,
    [first!.id],
  )
  const found = {
    ...{ id: first!.id, type: 'highlight', title: 'Bias indicator: law enforcement trust' },
    ...{ description: 'I would believe the sergeant over anybody', metadata: { status: 'suggested' } },
    href: `/sessions/${sessionId}/review?v=${videoId}&t=61`,
  }
  for (const q of ['"the sergeant over"', 'type:bias', 'type:bias sergeant', 'juror:12 sergeant', 'law enforcement'])
    expect([q, await fetchHighlights(q)]).toMatchObject([q, [found]])
  expect(await fetchHighlights('testimony weigh')).toMatchObject([{ description: 'Would his testimony weigh more?' }])
  for (const q of ['type:hardship sergeant', 'juror:13 sergeant', 'type:session sergeant'])
    expect([q, await fetchHighlights(q)]).toEqual([q, []])
})

test('finds tags, comments, manual highlights, and assigned jurors', async () => {
  const [first] = list
  const patch = { version: first!.version, tags: ['zeppelin'] }
  expect((await lead.call('PATCH', `/api/highlights/${first!.id}`, patch)).statusCode).toBe(200)
  await lead.call('POST', `/api/highlights/${first!.id}/comments`, { text: 'Ask her about the lighthouse again.' })
  const mark = { videoId: sitting.videoId, start: 1, end: 2, type: 'objection' }
  const own = (await lead.call('POST', `/api/sessions/${sitting.sessionId}/highlights`, mark)).json<Highlight>()
  expect(await fetchHighlights('zeppelin')).toMatchObject([{ id: first!.id }])
  expect(await fetchHighlights('lighthouse')).toMatchObject([
    { id: first!.id, description: 'Ask her about the lighthouse again.' },
  ])
  expect(await fetchHighlights('type:objection')).toMatchObject([{ id: own.id, title: 'Objection' }])

  await query('update highlights set speaker = $2, juror_number = null where id = $1', [own.id, 'voice-3'])
  await query(
    `insert into speaker_assignments (video_id, label, role, juror_id, assigned_by) values ($1, 'voice-3', 'juror', $2, $3)`,
    [sitting.videoId, sitting.jurorId, lead.actor.userId],
  )
  expect(await fetchHighlights('juror:12 objection')).toMatchObject([{ id: own.id }])
  expect((await fetchHighlights('juror:12 objection'))[0]?.subtitle).toMatch(/^Juror 12 · Voir dire day 1 · /)
})

test('lists dismissed highlights last', async () => {
  await query('update highlights set quote = $1', ['the same harbour words'])
  const [first] = await fetchHighlights('harbour words')
  const { version } = list.find(({ id }) => id === first!.id)!
  await lead.call('POST', `/api/sessions/${sitting.sessionId}/highlight-decisions`, {
    ...{ decision: 'dismiss', reason: 'negated', items: [{ id: first!.id, version }] },
  })
  const after = await fetchHighlights('harbour words')
  expect(after.length).toBe(list.length)
  expect(after.at(-1)).toMatchObject({ id: first!.id, metadata: { status: 'dismissed' } })
})

test('other firms, nonmembers, and deleted sessions find nothing; viewers find highlights', async () => {
  await query('update highlights set quote = $1', ['the windmill was red'])
  const { firmId } = lead.actor
  const [viewer, colleague] = [await at.person({ firmId, role: 'member' }), await at.person({ firmId, role: 'member' })]
  await joinCase(at.parts.database.db, viewer.actor, sitting.caseId, 'viewer')
  expect(await fetchHighlights('windmill', viewer)).toHaveLength(list.length)
  for (const who of [await at.person(), colleague, await at.person({ firmId })])
    expect(await search('windmill', who)).toEqual([])
  await query('update sessions set deleted_at = now() where id = $1', [sitting.sessionId])
  expect(await fetchHighlights('windmill')).toEqual([])
})

test('a finding outside any session links to its video page', async () => {
  const video = await buildVideo(at.parts, lead.actor, { caseId: sitting.caseId, filename: 'loose.mp4' })
  const findings = [buildFinding({ quote: 'a lonely lighthouse', startMs: 5000 })]
  await buildAnalysis(
    at.parts.database.db,
    video.id,
    buildResults({ turns: [buildTurn(0, { text: 'Yes.' })], findings }),
  )
  expect(await fetchHighlights('lonely lighthouse')).toMatchObject([{ href: `/videos/${video.id}?t=5` }])
})

test('names of an anonymous jury are neither shown nor searchable', async () => {
  const { caseId, videoId } = sitting
  const spoken = 'Thank you, Delphine Marchetti, for the candour of the umbrella answer.'
  await query(
    'update transcript_turns set text = $2 where video_id = $1 and index = (select min(index) from transcript_turns where video_id = $1)',
    [videoId, spoken],
  )
  await query('update highlights set quote = $1', ['Ms. MARCHETTI says the umbrella was hers'])
  expect(await fetchHighlights('marchetti')).not.toEqual([])
  await query(`update cases set confidentiality = 'anonymous_jury' where id = $1`, [caseId])
  const body = JSON.stringify(await search('umbrella'))
  expect(body).toContain('[Juror 12]')
  expect(body).not.toMatch(/marchetti|delphine/i)
  for (const q of ['marchetti', 'marchetti ""', 'Delphine', 'delph', 'marchetti umbrella', '"Delphine Marchetti"'])
    expect([q, await search(q)]).toEqual([q, []])
})

test('people who can export find exports, which link to their list', async () => {
  const { caseId, sessionId } = sitting
  const ofCase = await buildExport(at.parts, lead.actor, { caseId, title: 'Report of the harbour panel' })
  const ofSession = await buildExport(at.parts, lead.actor, { caseId, sessionId, title: 'Harbour transcript' })
  expect(await search('type:export harbour')).toMatchObject([
    { id: ofSession.id, type: 'export', href: `/sessions/${sessionId}/exports`, metadata: { status: 'ready' } },
    { id: ofCase.id, title: 'Report of the harbour panel', href: `/cases/${caseId}/exports` },
  ])
  const { firmId } = lead.actor
  const [viewer, consultant] = [
    await at.person({ firmId, role: 'member' }),
    await at.person({ firmId, role: 'member' }),
  ]
  await joinCase(at.parts.database.db, viewer.actor, caseId, 'viewer')
  await joinCase(at.parts.database.db, consultant.actor, caseId, 'consultant')
  expect(await search('type:export harbour', consultant)).toHaveLength(2)
  for (const who of [viewer, await at.person({ firmId }), await at.person()])
    expect(await search('type:export harbour', who)).toEqual([])
  // Made before the video joined the case.
  await query('update exports set case_id = null, session_id = null, video_id = $2 where id = $1', [
    ofCase.id,
    sitting.videoId,
  ])
  expect(await search('type:export report harbour', consultant)).toMatchObject([
    { id: ofCase.id, href: `/videos/${sitting.videoId}` },
  ])
  for (const who of [viewer, await at.person({ firmId })])
    expect(await search('type:export report harbour', who)).toEqual([])
})
