import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finding } from '#contract/findings/findings.ts'
import type { Highlight, HighlightSummary } from '#contract/highlights/highlights.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
let url: string
let caseUrl: string

const texts = ['I hate police.', 'I might be fair.', 'I lose pay.', 'Well …', 'I read about it.']
const opinions: (boolean | null)[] = [true, false, null, null, false]
const types = ['bias_indicator', 'bias_indicator', 'hardship', 'long_pause', 'key_statement'] as const

beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 })
  const findings = texts.map((quote, turn): Finding => {
    const agrees = opinions[turn]
    const opinion = { model: 'counsel-7b', quote, why: 'The juror says so.' }
    return buildFinding({
      turn,
      type: types[turn]!,
      quote,
      startMs: turn * 4000,
      ...(typeof agrees === 'boolean' && { opinion: { ...opinion, agrees } }),
    })
  })
  const turns = texts.map((text, turn) => buildTurn(turn, { text }))
  await buildAnalysis(db, videoId, buildResults({ turns, findings }))
  const plan = { type: 'jury_voir_dire', date: null }
  const { id } = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  url = `/api/sessions/${id}`
  await lead.call('POST', `${url}/videos`, { videoId, offset: 0 })
  caseUrl = `/api/cases/${caseId}/second-opinion`
})
afterAll(() => at.close())

const list = async (query = '') => (await lead.call('GET', `${url}/highlights${query}`)).json<Highlight[]>()
const quotes = async (query = '') => (await list(query)).map(({ quote }) => quote)
const sum = async (query = '') => (await lead.call('GET', `${url}/highlight-summary${query}`)).json<HighlightSummary>()

test('shows every finding by default, with the second opinion', async () => {
  expect(await quotes()).toEqual(texts)
  expect((await list()).map(({ opinion }) => opinion?.agrees ?? null)).toEqual(opinions)
  expect(await sum()).toMatchObject({ total: 5, opinion: { isAgreedOnly: false, left: 2 } })
})

test('the filter hides only findings the second opinion disagrees with, unless a person confirmed them', async () => {
  expect(await quotes('?opinion=agreed')).toEqual([texts[0], texts[2], texts[3]])
  expect(await sum('?opinion=agreed')).toMatchObject({ total: 3, opinion: { isAgreedOnly: true, left: 2 } })
  const [, second] = await list()
  await lead.call('POST', `${url}/highlight-decisions`, {
    decision: 'confirm',
    items: [{ id: second?.id, version: second?.version }],
  })
  expect(await quotes('?opinion=agreed')).toEqual(texts.slice(0, 4))
})

test("the case's setting is the summary's default, is off until the lead turns it on, and is on record", async () => {
  expect((await lead.call('GET', caseUrl)).json()).toEqual({ enabled: false, agreedOnly: false, service: null })
  expect((await lead.call('PUT', caseUrl, {})).statusCode).toBe(400)
  expect((await lead.call('PUT', caseUrl, { agreedOnly: true })).json()).toMatchObject({ agreedOnly: true })
  expect(await sum()).toMatchObject({ total: 4, opinion: { isAgreedOnly: true, left: 1 } })
  expect(await sum('?opinion=all')).toMatchObject({ total: 5, opinion: { isAgreedOnly: false, left: 1 } })
  expect(await quotes()).toEqual(texts)
  await lead.call('PUT', caseUrl, { agreedOnly: false })
  expect(await sum()).toMatchObject({ total: 5, opinion: { isAgreedOnly: false } })
  const { rows } = await at.parts.database.pool.query<{ action: string }>(
    "select action from audit_events where action like 'case.agreed%' order by seq",
  )
  expect(rows.map(({ action }) => action)).toEqual(['case.agreed_only_switched_on', 'case.agreed_only_switched_off'])
})
