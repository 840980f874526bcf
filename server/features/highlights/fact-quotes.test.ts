import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FactQuote } from '#contract/jurors/fact-quotes.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import {
  buildAnalysis,
  buildFinding,
  buildResults,
  buildRun,
  buildTurn,
} from '#server/features/analysis/analysis.factory.ts'
import type { Voices } from '#contract/speakers/voices.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { speakerAssignments } from '#server/features/speakers/speakers.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { silent } from '#test/silent.ts'
import { maintainVideos } from '#worker/upkeep.ts'

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

test('words assigned to another juror no longer support a fact, and strike evidence names who said them', async () => {
  const { caseId, sessionId, videoId, seven, twelve, highlightId } = await heard()
  const { db } = app.parts.database
  const turns = ['I drive a truck.', 'I sing.', 'I cook.'].map((text, index) =>
    buildTurn(index, { text, speaker: index === 1 ? 'JUROR 7' : 'JUROR 12', jurorNumber: index === 1 ? '7' : '12' }),
  )
  const findings = [buildFinding({ quote: 'I drive a truck.', speaker: 'JUROR 12', jurorNumber: '12', turn: 0 })]
  const run = await buildRun(db, videoId, { number: 2 })
  await storeResults(db, videoId, run.id, buildResults({ turns, findings }))
  await anna.call('GET', `/api/sessions/${sessionId}/highlights`)
  await anna.call('PUT', pathOf(twelve), { highlightId })
  await db.update(cases).set({ status: 'active', ourSide: 'defense' }).where(eq(cases.id, caseId))
  const evidence = [{ source: 'highlight', highlightId }]
  const strike = { eventId: newId(), kind: 'cause', jurorId: twelve.id, evidence }
  const { id } = (await anna.call('POST', `/api/sessions/${sessionId}/strikes`, strike)).json<Strike>()
  const read = async () => ({
    speaker: (await anna.call('GET', `/api/strikes/${id}`)).json<Strike>().evidence.map((each) => each.speaker),
    facts: (await listOf(twelve)).map(({ field }) => field),
  })
  expect(await read()).toEqual({ speaker: ['JUROR 12'], facts: ['occupation'] })
  const { version } = (await anna.call('GET', `/api/videos/${videoId}/voices`)).json<Voices>()
  const moved = { version, turns: [0], label: 'JUROR 7' }
  expect((await anna.call('POST', `/api/videos/${videoId}/voices/turns`, moved)).statusCode).toBe(200)
  expect(await read()).toEqual({ speaker: ['JUROR 7'], facts: [] })
  expect((await anna.call('PUT', pathOf(seven), { highlightId })).statusCode).toBe(200)
})

test('strike evidence still names its speaker after the recording left the case or was destroyed', async () => {
  const { caseId, sessionId, videoId, twelve, highlightId } = await heard()
  const { db, pool } = app.parts.database
  await db.update(cases).set({ status: 'active', ourSide: 'defense' }).where(eq(cases.id, caseId))
  const assigned = { role: 'juror' as const, jurorId: twelve.id, assignedBy: anna.actor.userId }
  await db.insert(speakerAssignments).values({ videoId, label: 'voice-1', ...assigned })
  await pool.query(`update highlights set speaker = 'voice-1' where id = $1`, [highlightId])
  const evidence = [{ source: 'highlight', highlightId }]
  const strike = { eventId: newId(), kind: 'cause', jurorId: twelve.id, evidence }
  const { id } = (await anna.call('POST', `/api/sessions/${sessionId}/strikes`, strike)).json<Strike>()
  const speakers = async () =>
    (await anna.call('GET', `/api/strikes/${id}`)).json<Strike>().evidence.map((each) => each.speaker)
  expect(await speakers()).toEqual(['Juror 12'])
  await anna.call('DELETE', `/api/sessions/${sessionId}/videos/${videoId}`)
  const other = await buildCase(db, anna.actor)
  for (const to of [other, caseId]) {
    expect((await anna.call('PATCH', `/api/videos/${videoId}`, { caseId: to })).statusCode).toBe(200)
    expect(await speakers()).toEqual(['Juror 12'])
  }
  await pool.query(`update videos set deleted_at = now() - interval '31 days' where id = $1`, [videoId])
  await maintainVideos(app.parts, silent)
  expect((await pool.query('select from videos where id = $1', [videoId])).rowCount).toBe(0)
  expect(await speakers()).toEqual(['Juror 12'])
})
