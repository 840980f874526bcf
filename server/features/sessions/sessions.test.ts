import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoProgress } from '#contract/sessions/session-videos.ts'
import { seatNumbers, type SeatingLayout } from '#contract/sessions/seating.ts'
import type { Session, SessionSummary } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildResults, buildRun, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { purgeRecords } from '#server/features/cases/cases.purge.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
let caseId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
})
afterAll(() => at.close())

const db = () => at.parts.database.db
const plan = { type: 'jury_voir_dire', date: '2026-03-14' }
async function newSession(input: object = {}): Promise<Session> {
  return (await lead.call('POST', `/api/cases/${caseId}/sessions`, { ...plan, ...input })).json<Session>()
}
async function member(role: 'attorney' | 'paralegal' | 'consultant' | 'viewer', ofCase = caseId): Promise<Person> {
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db(), person.actor, ofCase, role)
  return person
}

test("numbers a case's days in sequence, even after a deletion", async () => {
  const ofCase = await buildCase(db(), lead.actor)
  const make = async () => (await lead.call('POST', `/api/cases/${ofCase}/sessions`, plan)).json<Session>()
  const first = await make()
  expect(first).toMatchObject({ name: 'Voir dire day 1', status: 'scheduled', version: 1, seatingLayout: { rows: 2 } })
  await lead.call('DELETE', `/api/sessions/${first.id}`)
  expect((await make()).name).toBe('Voir dire day 2')
  const listed = (await lead.call('GET', `/api/cases/${ofCase}/sessions`)).json<SessionSummary[]>()
  expect(listed.map(({ name }) => name)).toEqual(['Voir dire day 2'])
  expect((await lead.call('POST', `/api/sessions/${first.id}/restore`, {})).statusCode).toBe(200)
  await lead.call('DELETE', `/api/sessions/${first.id}`)
  await purgeRecords(db(), 'sessions', 0)
  expect((await lead.call('POST', `/api/sessions/${first.id}/restore`, {})).statusCode).toBe(404)
})

test('a stale edit returns 409 with the current session', async () => {
  const { id, version } = await newSession()
  await lead.call('PATCH', `/api/sessions/${id}`, { version, panelName: 'Panel B' })
  const stale = await at.app.inject({
    method: 'PATCH',
    url: `/api/sessions/${id}`,
    headers: { cookie: lead.cookie, accept: 'application/problem+json' },
    payload: { version, panelName: 'Panel C' },
  })
  expect(stale.statusCode).toBe(409)
  expect(stale.json<{ current: Session }>().current).toMatchObject({ panelName: 'Panel B', version: version + 1 })
})

test('rejects an end before the start, even if only one changes', async () => {
  const refused = await lead.call('POST', `/api/cases/${caseId}/sessions`, {
    ...plan,
    startTime: '10:00',
    endTime: '09:30',
  })
  expect([refused.statusCode, refused.body]).toEqual([400, 'End time must be after start time.'])
  const { id, version } = await newSession({ startTime: '10:00' })
  expect((await lead.call('PATCH', `/api/sessions/${id}`, { version, endTime: '09:00' })).statusCode).toBe(400)
})

test('the status follows the videos, then the review', async () => {
  const { id } = await newSession()
  const status = async () => (await lead.call('GET', `/api/sessions/${id}`)).json<Session>().status
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  const attach = await lead.call('POST', `/api/sessions/${id}/videos`, {
    videoId: video.id,
    offset: 12.5,
    camera: 'Box',
  })
  expect(attach.statusCode).toBe(200)
  await buildRun(db(), video.id, { state: 'running', stage: 'transcript', number: 1 })
  expect(await status()).toBe('processing')
  expect((await lead.call('POST', `/api/sessions/${id}/status`, { status: 'reviewed' })).statusCode).toBe(409)
  const [progress] = (await lead.call('GET', `/api/sessions/${id}/progress`)).json<VideoProgress[]>()
  expect(progress).toMatchObject({ offset: 12.5, camera: 'Box', status: 'processing' })
  const getState = (name: string) => progress!.stages.find((each) => each.name === name)?.state
  expect([getState('audio'), getState('transcript'), getState('findings')]).toEqual(['done', 'running', 'waiting'])

  const ready = await buildVideo(at.parts, lead.actor, { caseId })
  await buildAnalysis(db(), ready.id)
  const other = await newSession()
  await lead.call('POST', `/api/sessions/${other.id}/videos`, { videoId: ready.id })
  const read = async () => (await lead.call('GET', `/api/sessions/${other.id}`)).json<Session>()
  expect((await read()).status).toBe('ready_for_review')
  for (const next of ['in_review', 'reviewed']) {
    await lead.call('POST', `/api/sessions/${other.id}/status`, { status: next })
    expect((await read()).status).toBe(next)
  }
  const [done] = (await lead.call('GET', `/api/sessions/${other.id}/progress`)).json<VideoProgress[]>()
  expect(done).toMatchObject({
    findings: 1,
    transcriptSource: 'attached',
    transcriptStart: [{ text: 'I could be fair.' }],
  })
  const late = await buildVideo(at.parts, lead.actor, { caseId })
  await buildAnalysis(db(), late.id)
  await lead.call('POST', `/api/sessions/${other.id}/videos`, { videoId: late.id })
  expect((await read()).status).toBe('ready_for_review')
})

test('the transcript preview uses the names given to voices', async () => {
  const ofCase = await buildCase(db(), lead.actor)
  const session = (await lead.call('POST', `/api/cases/${ofCase}/sessions`, plan)).json<Session>()
  const heard = await buildVideo(at.parts, lead.actor, { caseId: ofCase })
  const turns = ['voice-1', 'voice-2'].map((speaker, index) => buildTurn(index, { speaker }))
  await buildAnalysis(db(), heard.id, buildResults({ turns, findings: [] }))
  await lead.call('POST', `/api/sessions/${session.id}/videos`, { videoId: heard.id })
  const juror = (await lead.call('POST', `/api/cases/${ofCase}/jurors`, { jurorNumber: '12' })).json<{ id: string }>()
  const assignment = { role: 'juror', jurorId: juror.id }
  const named = { videoId: heard.id, label: 'voice-1', assignment, version: 0 }
  expect((await lead.call('PUT', `/api/sessions/${session.id}/speakers`, named)).statusCode).toBe(200)
  const listed = (await lead.call('GET', `/api/sessions/${session.id}/progress`)).json<VideoProgress[]>()
  expect(listed.at(-1)?.transcriptStart.map(({ speaker }) => speaker)).toEqual(['Juror 12', 'Voice 2'])
})

test('a failure says what went wrong and what to do', async () => {
  const { id } = await newSession()
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  const run = { state: 'failed', stage: 'probe', failureReason: 'The file has no picture and no sound.' } as const
  await buildRun(db(), video.id, { ...run, permanent: true })
  await lead.call('POST', `/api/sessions/${id}/videos`, { videoId: video.id })
  const [shown] = (await lead.call('GET', `/api/sessions/${id}/progress`)).json<VideoProgress[]>()
  expect(shown).toMatchObject({
    status: 'failed',
    failureReason: run.failureReason,
    nextStep: 'This file can’t be analyzed. Upload another recording of this session.',
  })
  expect(shown!.stages[0]).toMatchObject({ name: 'probe', state: 'failed', mayRetry: false })
})

test('a video joins one session, in its case, once recording permission is declared', async () => {
  const undeclared = await buildCase(db(), lead.actor, { declared: false })
  const planned = (await lead.call('POST', `/api/cases/${undeclared}/sessions`, plan)).json<Session>()
  const loose = await buildVideo(at.parts, lead.actor)
  const attach = (sessionId: string, videoId: string) =>
    lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
  const refused = await attach(planned.id, loose.id)
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('recording permission')])
  const [one, two] = [await newSession(), await newSession()]
  expect((await attach(one.id, loose.id)).statusCode).toBe(200)
  const again = await attach(two.id, loose.id)
  expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining(one.name)])
  await lead.call('DELETE', `/api/sessions/${one.id}/videos/${loose.id}`)
  expect((await attach(two.id, loose.id)).statusCode).toBe(200)
  const foreign = await buildVideo(at.parts, lead.actor, { caseId: undeclared })
  expect((await attach(two.id, foreign.id)).body).toContain('another case')
})

test('keeps the order given to videos', async () => {
  const { id } = await newSession()
  const ids: string[] = []
  for (let each = 0; each < 3; each++) {
    const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, filename: `camera-${each}.mp4` })
    await lead.call('POST', `/api/sessions/${id}/videos`, { videoId })
    ids.push(videoId)
  }
  await lead.call('PATCH', `/api/sessions/${id}/videos/${ids[2]}`, { position: 0 })
  const names = (await lead.call('GET', `/api/sessions/${id}/videos`)).json<{ filename: string; position: number }[]>()
  expect(names.map(({ filename, position }) => [filename, position])).toEqual([
    ['camera-2.mp4', 0],
    ['camera-0.mp4', 1],
    ['camera-1.mp4', 2],
  ])
})

test("a locked session can't change until the lead unlocks it with a reason", async () => {
  const { id, version } = await newSession()
  await lead.call('POST', `/api/sessions/${id}/lock`, {})
  const edit = await lead.call('PATCH', `/api/sessions/${id}`, { version: version + 1, notes: 'late' })
  expect([edit.statusCode, edit.body]).toEqual([423, expect.stringContaining('unlock')])
  expect((await lead.call('DELETE', `/api/sessions/${id}`)).statusCode).toBe(423)
  const attorney = await member('attorney')
  expect((await attorney.call('POST', `/api/sessions/${id}/unlock`, { reason: 'wrong day' })).statusCode).toBe(403)
  expect((await lead.call('POST', `/api/sessions/${id}/unlock`, { reason: '' })).statusCode).toBe(400)
  const open = (await lead.call('POST', `/api/sessions/${id}/unlock`, { reason: 'wrong day' })).json<Session>()
  expect(open).toMatchObject({ status: 'scheduled', lockedAt: null, may: { edit: true } })
  const { rows } = await at.parts.database.pool.query<{ reason: string }>(
    `select reason from audit_events where action = 'session.unlocked' and entity_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ reason: 'wrong day' }])
})

test("viewers and consultants can't plan, consultants can add videos, and outsiders see nothing", async () => {
  const { id, version } = await newSession()
  for (const role of ['viewer', 'consultant'] as const) {
    const person = await member(role)
    expect((await person.call('GET', `/api/sessions/${id}`)).statusCode).toBe(200)
    expect((await person.call('PATCH', `/api/sessions/${id}`, { version, notes: 'x' })).statusCode).toBe(403)
    expect((await person.call('POST', `/api/cases/${caseId}/sessions`, plan)).statusCode).toBe(403)
    const video = await buildVideo(at.parts, person.actor)
    const attached = await person.call('POST', `/api/sessions/${id}/videos`, { videoId: video.id })
    expect([role, attached.statusCode]).toEqual([role, role === 'viewer' ? 403 : 200])
    const moved = await person.call('PATCH', `/api/sessions/${id}/videos/${video.id}`, { offset: 60 })
    expect(moved.statusCode).toBe(403)
  }
  const colleague = await at.person({ firmId: lead.actor.firmId })
  expect((await colleague.call('GET', `/api/sessions/${id}`)).statusCode).toBe(404)
})

test('moving a video is audited with its old and new place', async () => {
  const { id } = await newSession()
  const video = await buildVideo(at.parts, lead.actor)
  await lead.call('POST', `/api/sessions/${id}/videos`, { videoId: video.id, offset: 5, camera: 'Bench' })
  const url = `/api/sessions/${id}/videos/${video.id}`
  expect((await lead.call('PATCH', url, { offset: 90, camera: 'Jury box' })).statusCode).toBe(200)
  const { rows } = await at.parts.database.pool.query<{ details: string }>(
    `select details from audit_events where action = 'session.video_placed' and entity_id = $1`,
    [id],
  )
  expect(rows.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
    {
      ...{ videoId: video.id, offset: 90, camera: 'Jury box' },
      before: { offset: 5, camera: 'Bench', position: 0 },
    },
  ])
})

const layout = (given: Partial<SeatingLayout> = {}): SeatingLayout => ({
  rows: 2,
  perRow: [3, 3],
  numbering: 'left_to_right',
  startCorner: 'front_left',
  gaps: [],
  ...given,
})

test('numbers seats straight, mirrored, or serpentine, from any corner and around gaps', () => {
  expect(seatNumbers(layout())).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  expect(seatNumbers(layout({ numbering: 'right_to_left', startCorner: 'back_right' }))).toEqual([
    [6, 5, 4],
    [3, 2, 1],
  ])
  expect(seatNumbers(layout({ numbering: 'serpentine' }))).toEqual([
    [1, 2, 3],
    [6, 5, 4],
  ])
  expect(seatNumbers(layout({ numbering: 'serpentine', startCorner: 'front_right', perRow: [3, 2] }))).toEqual([
    [3, 2, 1],
    [4, 5],
  ])
  expect(seatNumbers(layout({ gaps: [{ row: 0, place: 1 }] }))).toEqual([
    [1, null, 2],
    [3, 4, 5],
  ])
})
