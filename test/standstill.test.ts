import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Annotation } from '#contract/findings/annotations.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { buildAnalysis } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

type Place = Record<'caseId' | 'sessionId' | 'videoId' | 'looseId' | 'annotationId' | 'jurorId' | 'highlightId', string>
type Row = { call: (place: Place) => ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, object?]; lockedToo: boolean }

const rows: Row[] = [
  { call: ({ videoId }) => ['POST', `/api/videos/${videoId}/annotations`, note], lockedToo: true },
  {
    call: ({ videoId, annotationId: id }) => ['PUT', `/api/videos/${videoId}/annotations/${id}`, note],
    lockedToo: true,
  },
  { call: ({ videoId, annotationId: id }) => ['DELETE', `/api/videos/${videoId}/annotations/${id}`], lockedToo: true },
  {
    call: ({ videoId }) => ['POST', `/api/videos/${videoId}/corrections`, { turn: 0, from: 0, to: 0, newText: 'We' }],
    lockedToo: true,
  },
  { call: ({ videoId }) => ['POST', `/api/videos/${videoId}/reprocess`], lockedToo: true },
  { call: ({ videoId }) => ['POST', `/api/videos/${videoId}/retry`, { stage: 'audio' }], lockedToo: true },
  {
    call: ({ videoId }) => ['PUT', `/api/videos/${videoId}/transcript`, { name: 'a.txt', text: 'THE COURT: Yes.' }],
    lockedToo: true,
  },
  { call: ({ videoId }) => ['PATCH', `/api/videos/${videoId}`, { caseId: null }], lockedToo: true },
  { call: ({ videoId }) => ['DELETE', `/api/videos/${videoId}`], lockedToo: true },
  { call: ({ looseId, caseId }) => ['PATCH', `/api/videos/${looseId}`, { caseId }], lockedToo: false },
  {
    call: ({ sessionId, looseId }) => ['POST', `/api/sessions/${sessionId}/videos`, { videoId: looseId }],
    lockedToo: true,
  },
  {
    call: ({ sessionId, videoId }) => ['PATCH', `/api/sessions/${sessionId}/videos/${videoId}`, { offset: 1 }],
    lockedToo: true,
  },
  { call: ({ sessionId, videoId }) => ['DELETE', `/api/sessions/${sessionId}/videos/${videoId}`], lockedToo: true },
  { call: ({ sessionId }) => ['PATCH', `/api/sessions/${sessionId}`, { version: 1, notes: 'Later' }], lockedToo: true },
  { call: ({ sessionId }) => ['POST', `/api/sessions/${sessionId}/status`, { status: 'reviewed' }], lockedToo: true },
  { call: ({ sessionId }) => ['DELETE', `/api/sessions/${sessionId}`], lockedToo: true },
  { call: ({ caseId }) => ['POST', `/api/cases/${caseId}/sessions`, { type: 'mock', date: null }], lockedToo: false },
  {
    call: ({ sessionId, videoId }) => ['POST', `/api/sessions/${sessionId}/highlights`, { videoId, start: 0, end: 1 }],
    lockedToo: true,
  },
  {
    call: ({ sessionId, highlightId: id }) => [
      'POST',
      `/api/sessions/${sessionId}/highlight-decisions`,
      { decision: 'confirm', items: [{ id, version: 1 }] },
    ],
    lockedToo: true,
  },
  {
    call: ({ highlightId }) => ['PATCH', `/api/highlights/${highlightId}`, { version: 1, pinned: true }],
    lockedToo: true,
  },
  {
    call: ({ highlightId }) => ['POST', `/api/highlights/${highlightId}/comments`, { text: 'Look.' }],
    lockedToo: true,
  },
  {
    call: ({ sessionId, videoId }) => [
      'PUT',
      `/api/sessions/${sessionId}/speakers`,
      { videoId, label: 'JUROR 12', version: 0, assignment: { role: 'juror' } },
    ],
    lockedToo: true,
  },
  {
    call: ({ sessionId, jurorId }) => ['POST', `/api/sessions/${sessionId}/seats`, { jurorId, seat: 1 }],
    lockedToo: true,
  },
  { call: ({ sessionId }) => ['POST', `/api/sessions/${sessionId}/seats/fill`], lockedToo: true },
  {
    call: ({ sessionId }) => ['PUT', `/api/sessions/${sessionId}/seats`, { places: [], replaces: [] }],
    lockedToo: true,
  },
  { call: ({ caseId }) => ['POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '99' }], lockedToo: false },
  {
    call: ({ caseId }) => [
      'POST',
      `/api/cases/${caseId}/jurors/import`,
      { columns: [{ header: 'No', target: 'jurorNumber' }], rows: [['98']] },
    ],
    lockedToo: false,
  },
  { call: ({ jurorId }) => ['PATCH', `/api/jurors/${jurorId}`, { version: 1, occupation: 'Nurse' }], lockedToo: false },
  { call: ({ jurorId }) => ['PUT', `/api/jurors/${jurorId}/rating`, { lean: 1 }], lockedToo: false },
  { call: ({ jurorId }) => ['DELETE', `/api/jurors/${jurorId}/rating`], lockedToo: false },
  { call: ({ jurorId }) => ['POST', `/api/jurors/${jurorId}/events`, { kind: 'questioned' }], lockedToo: false },
  { call: ({ jurorId }) => ['DELETE', `/api/jurors/${jurorId}`], lockedToo: false },
  { call: ({ caseId }) => ['PATCH', `/api/cases/${caseId}`, { version: 1, judge: 'Judge 4' }], lockedToo: false },
  {
    call: ({ caseId }) => ['PUT', `/api/cases/${caseId}/recording-permission`, { basis: 'own_mock' }],
    lockedToo: false,
  },
]
const note = { title: 'Note', startTime: 1 }
const nameOf = ({ call }: Row) => {
  const [method, url] = call(new Proxy({} as Place, { get: (_place, name) => `:${String(name)}` }))
  return `${method} ${url}`
}

async function build(): Promise<Place> {
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 })
  const { id: looseId } = await buildVideo(at.parts, lead.actor, { durationMs: 60_000 })
  await buildAnalysis(db, videoId)
  const annotation = (await lead.call('POST', `/api/videos/${videoId}/annotations`, note)).json<Annotation>()
  const plan = { type: 'jury_voir_dire', date: null }
  const session = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  await lead.call('POST', `/api/sessions/${session.id}/videos`, { videoId })
  const juror = (await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '12' })).json<Juror>()
  const [highlight] = (await lead.call('GET', `/api/sessions/${session.id}/highlights`)).json<Highlight[]>()
  const ids = { sessionId: session.id, annotationId: annotation.id, jurorId: juror.id, highlightId: highlight!.id }
  return { ...ids, caseId, videoId, looseId }
}

const answers = async (list: readonly Row[], place: Place) => {
  const found: [string, number, string][] = []
  for (const row of list) {
    const { statusCode, body } = await lead.call(...row.call(place))
    found.push([nameOf(row), statusCode, statusCode === 423 ? body : ''])
  }
  return found
}

test("nothing in an archived case changes until it's restored", async () => {
  const place = await build()
  await lead.call('POST', `/api/cases/${place.caseId}/status`, { to: 'archived' })
  const words = 'This case is archived and read-only. Restore it to make changes.'
  expect(await answers(rows, place)).toEqual(rows.map((row) => [nameOf(row), 423, words]))
  const { may } = (await lead.call('GET', `/api/videos/${place.videoId}`)).json<VideoDetail>()
  expect(may).toEqual({ annotate: false, reprocess: false, remove: false, readAccesses: true })
  expect((await lead.call('GET', `/api/sessions/${place.sessionId}/highlights`)).json<Highlight[]>()).toHaveLength(1)

  await lead.call('POST', `/api/cases/${place.caseId}/restore`)
  expect((await lead.call('POST', `/api/videos/${place.videoId}/annotations`, note)).statusCode).toBe(200)
})

test("a video deleted before its case was archived isn't restored into it", async () => {
  const { caseId, videoId } = await build()
  await lead.call('DELETE', `/api/videos/${videoId}`)
  await lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })
  expect((await lead.call('POST', `/api/videos/${videoId}/restore`)).statusCode).toBe(423)
  await lead.call('POST', `/api/cases/${caseId}/restore`)
  expect((await lead.call('POST', `/api/videos/${videoId}/restore`)).statusCode).toBe(200)
})

test("nothing in a locked session changes, including its videos, until it's unlocked", async () => {
  const place = await build()
  const ofSession = rows.filter((row) => row.lockedToo)
  expect((await lead.call('POST', `/api/sessions/${place.sessionId}/lock`)).statusCode).toBe(200)
  const words = 'This session is locked. Ask the lead of the case to unlock it.'
  expect(await answers(ofSession, place)).toEqual(ofSession.map((row) => [nameOf(row), 423, words]))
  await lead.call('POST', `/api/sessions/${place.sessionId}/unlock`, { reason: 'A word was wrong' })
  expect((await lead.call('POST', `/api/videos/${place.videoId}/annotations`, note)).statusCode).toBe(200)
})

test('accepts every row as the product writes it while everything is open', async () => {
  const unchecked = await build()
  for (const row of rows) {
    const place = row.call.toString().includes('DELETE') ? await build() : unchecked
    const { statusCode } = await lead.call(...row.call(place))
    expect([nameOf(row), statusCode]).not.toEqual([nameOf(row), 404])
    expect([nameOf(row), statusCode]).not.toEqual([nameOf(row), 400])
  }
})
