import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FactQuote } from '#contract/jurors/fact-quotes.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildFinding, buildResults, buildRun } from '#server/features/analysis/analysis.factory.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let app: TestApp
let anna: Person
beforeAll(async () => (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.truncate()
  anna = await app.person()
})

async function heard() {
  const { db } = app.parts.database
  const caseId = await buildCase(db, anna.actor)
  const post = async <T>(path: string, body: object) => (await anna.call('POST', path, body)).json<T>()
  const session = await post<Session>(`/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  const video = await buildVideo(app.parts, anna.actor, { caseId, durationMs: 60_000 })
  const findings = [buildFinding({ quote: 'I drive a truck.', speaker: 'JUROR 12', jurorNumber: '12', startMs: 2500 })]
  await buildAnalysis(db, video.id, buildResults({ findings }))
  await post(`/api/sessions/${session.id}/videos`, { videoId: video.id })
  const [seven, twelve] = [
    await post<Juror>(`/api/cases/${caseId}/jurors`, { jurorNumber: '7' }),
    await post<Juror>(`/api/cases/${caseId}/jurors`, { jurorNumber: '12', occupation: 'Driver' }),
  ]
  const [highlight] = (await anna.call('GET', `/api/sessions/${session.id}/highlights`)).json<Highlight[]>()
  return { caseId, sessionId: session.id, videoId: video.id, seven, twelve, highlightId: highlight!.id }
}
const pathOf = ({ id }: Juror, field = 'occupation') => `/api/jurors/${id}/fact-quotes/${field}`
const listOf = async (juror: Juror, who = anna) =>
  (await who.call('GET', `/api/jurors/${juror.id}/fact-quotes`)).json<FactQuote[]>()

test("links a juror's words to a fact, to the second, until removed", async () => {
  const { twelve, highlightId, sessionId, videoId } = await heard()
  expect((await anna.call('PUT', pathOf(twelve), { highlightId })).statusCode).toBe(200)
  const quote = { field: 'occupation', highlightId, sessionId, videoId, start: 2.5, quote: 'I drive a truck.' }
  expect(await listOf(twelve)).toEqual([quote])
  await anna.call('PUT', pathOf(twelve), { highlightId })
  await anna.call('PUT', pathOf(twelve, 'employer'), { highlightId })
  expect((await listOf(twelve)).map(({ field }) => field)).toEqual(['employer', 'occupation'])
  expect((await anna.call('DELETE', pathOf(twelve))).statusCode).toBe(200)
  expect((await listOf(twelve)).map(({ field }) => field)).toEqual(['employer'])
})

test("rejects someone else's words and says what to do", async () => {
  const { seven, highlightId } = await heard()
  const refused = await anna.call('PUT', pathOf(seven), { highlightId })
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    'This quote isn’t assigned to juror 7. Assign the voice to them first.',
  ])
  expect((await anna.call('PUT', pathOf(seven, 'religion'), { highlightId })).statusCode).toBe(404)
})

test('viewers can read but not change them; another firm finds nothing', async () => {
  const { caseId, twelve, highlightId } = await heard()
  await anna.call('PUT', pathOf(twelve), { highlightId })
  const viewer = await app.person({ firmId: anna.actor.firmId, role: 'member' })
  await joinCase(app.parts.database.db, viewer.actor, caseId, 'viewer')
  expect(await listOf(twelve, viewer)).toHaveLength(1)
  expect((await viewer.call('PUT', pathOf(twelve), { highlightId })).statusCode).toBe(403)
  expect((await viewer.call('DELETE', pathOf(twelve))).statusCode).toBe(403)
  const stranger = await app.person()
  expect((await stranger.call('GET', `/api/jurors/${twelve.id}/fact-quotes`)).statusCode).toBe(404)
})

test('reanalysis keeps a suggestion whose words support a fact', async () => {
  const { twelve, highlightId, sessionId, videoId } = await heard()
  await anna.call('PUT', pathOf(twelve), { highlightId })
  const { db } = app.parts.database
  const run = await buildRun(db, videoId, { number: 2 })
  await storeResults(db, videoId, run.id, buildResults({ findings: [] }))
  await anna.call('GET', `/api/sessions/${sessionId}/highlights`)
  expect(await listOf(twelve)).toMatchObject([{ highlightId }])
})
