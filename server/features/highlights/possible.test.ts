import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Highlight, HighlightSummary } from '#contract/highlights/highlights.ts'
import type { PossibleFinding } from '#contract/highlights/possible.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const text = 'I have never met a straight one, put it that way.'
const turns = [
  buildTurn(0, { speaker: 'THE COURT', role: 'judge', jurorNumber: null, text: 'You made a face just now.' }),
  buildTurn(1, { text }),
  buildTurn(2, { speaker: 'JUROR 9', jurorNumber: '9', text: 'It was gone by then.' }),
  buildTurn(3, { speaker: 'COUNSEL', role: 'prosecutor', jurorNumber: null, text: 'Money talks.' }),
]
const why = 'Resembles known statements. Most telling words: “straight.”'
const suspected = (turn: number, quote: string) =>
  buildFinding({ type: 'bias_indicator', sub: 'party_lean', quote, turn, rules: ['model'], why })

async function open() {
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 })
  const possible = [suspected(1, text), suspected(2, 'It was never there.'), suspected(3, 'Money talks.')]
  await buildAnalysis(db, videoId, buildResults({ turns, findings: [], possible }))
  const plan = { type: 'jury_voir_dire', date: null }
  const { id } = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const url = `/api/sessions/${id}`
  await lead.call('POST', `${url}/videos`, { videoId, offset: 30 })
  const list = async () => (await lead.call('GET', `${url}/possible-findings`)).json<PossibleFinding[]>()
  return { url, videoId, list }
}

test("a possible finding has its own list and isn't included in highlights, counts, or the video's findings", async () => {
  const { url, videoId, list } = await open()
  const common = { videoId, type: 'bias_indicator', quote: text, why, start: 4, end: 7, jurorNumber: '12' }
  expect(await list()).toMatchObject([common])
  expect((await lead.call('GET', `${url}/highlights`)).json<Highlight[]>()).toEqual([])
  expect((await lead.call('GET', `${url}/highlight-summary`)).json<HighlightSummary>().total).toBe(0)
  expect((await lead.call('GET', `/api/videos/${videoId}/findings`)).json()).toEqual([])
})

test('a possible finding added to the highlights is no longer possible', async () => {
  const { url, videoId, list } = await open()
  const given = { videoId, start: 4, end: 7, type: 'bias_indicator', severity: 'low', tags: [] }
  const added = await lead.call('POST', `${url}/highlights`, given)
  expect(added.json<Highlight>()).toMatchObject({ source: 'user', quote: text })
  expect(await list()).toEqual([])
})

test("another firm's session returns 404", async () => {
  const { url } = await open()
  const stranger = await at.person()
  expect((await stranger.call('GET', `${url}/possible-findings`)).statusCode).toBe(404)
})
