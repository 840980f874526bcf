import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StageProgress } from '#contract/videos/analysis.ts'
import type { PartialTranscript } from '#contract/sessions/progress.ts'
import type { VideoProgress } from '#contract/sessions/session-videos.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildRun } from '../analysis.factory.ts'
import { type Claim, claimRun, completeRun, failRun, recordPartial, recordProgress } from './runs.queries.ts'

let at: TestApp
let lead: Person
let caseId: string
let videoId: string
let sessionId: string
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  lead = await at.person()
  caseId = await buildCase(db(), lead.actor)
  const plan = { name: 'Day 1', type: 'jury_voir_dire', date: '2026-03-14' }
  sessionId = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId }))
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
})

const db = () => at.parts.database.db
const claim = async (): Promise<Claim> =>
  (await claimRun(db(), (await buildRun(db(), videoId, { state: 'queued' })).id))!
const progress = async (by = lead) =>
  (await by.call('GET', `/api/sessions/${sessionId}/progress`)).json<VideoProgress[]>()[0]!
const partial = async (by = lead, limit = 200) =>
  (await by.call('GET', `/api/videos/${videoId}/partial-transcript?limit=${limit}`)).json<PartialTranscript>()
const say = (startMs: number, text: string) => ({ startMs, endMs: startMs + 900, text })

const stages: StageProgress[] = [
  { name: 'probe', state: 'kept', seconds: null, secondsLeft: null },
  { name: 'audio', state: 'done', seconds: 4, secondsLeft: null },
  { name: 'thumbnails', state: 'running', seconds: 2, secondsLeft: 6 },
  { name: 'speech', state: 'running', seconds: 1, secondsLeft: 9 },
  { name: 'transcript', state: 'waiting', seconds: null, secondsLeft: 80 },
]

test('each stage has its time; the stage running at the failure failed and can be rerun', async () => {
  const held = await claim()
  await recordProgress(db(), held, { stage: 'speech', fraction: 0.2, secondsLeft: 90, stages })
  const stageOf = async (name: string) => (await progress()).stages.find((each) => each.name === name)
  expect(await stageOf('probe')).toMatchObject({ state: 'kept', elapsedSeconds: null, mayRetry: false })
  expect(await stageOf('audio')).toMatchObject({ state: 'done', elapsedSeconds: 4, secondsLeft: null })
  expect(await stageOf('thumbnails')).toMatchObject({ state: 'running', elapsedSeconds: 2, secondsLeft: 6 })
  expect(await stageOf('transcript')).toMatchObject({ state: 'waiting', secondsLeft: 80, mayRetry: false })
  await failRun(db(), held, { reason: 'The disk is full.', stage: 'Speech detection', permanent: false })
  expect(await stageOf('speech')).toMatchObject({ state: 'failed', secondsLeft: null, mayRetry: true })
  expect(await stageOf('audio')).toMatchObject({ state: 'done', mayRetry: true })
  expect(await stageOf('transcript')).toMatchObject({ state: 'waiting', mayRetry: false })
  expect((await progress()).nextStep).toMatch(/^Try again/)

  expect((await lead.call('POST', `/api/videos/${videoId}/retry`, { stage: 'speech' })).statusCode).toBe(200)
  const { rows } = await at.parts.database.pool.query(
    'select redo_from, work_id from analysis_runs where video_id = $1 order by number desc limit 1',
    [videoId],
  )
  expect(rows).toEqual([{ redo_from: 'speech', work_id: held.run.workId }])
  const busy = await lead.call('POST', `/api/videos/${videoId}/retry`, { stage: 'speech' })
  expect([busy.statusCode, busy.body]).toEqual([
    409,
    'This video is being processed. Cancel it first, or wait until it finishes.',
  ])
})

test('returns recognized words in time order, up to the limit', async () => {
  const held = await claim()
  expect(await recordPartial(db(), held, [say(20_000, 'a'), say(0, 'Good morning.'), say(20_000, 'Yes I am.')])).toBe(
    true,
  )
  await recordPartial(db(), held, [say(9000, 'Are you')])
  expect(await partial()).toEqual({
    total: 3,
    turns: [say(0, 'Good morning.'), say(9000, 'Are you'), say(20_000, 'Yes I am.')],
  })
  expect(await partial(lead, 1)).toEqual({ total: 3, turns: [say(20_000, 'Yes I am.')] })
  expect((await progress()).partial).toMatchObject({ total: 3, turns: [{ startMs: 0 }, { startMs: 9000 }, {}] })

  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const path = `/api/videos/${videoId}/partial-transcript`
  expect((await viewer.call('GET', path)).statusCode).toBe(404)
  await joinCase(db(), viewer.actor, caseId, 'viewer')
  expect((await viewer.call('GET', path)).statusCode).toBe(200)
  expect((await viewer.call('POST', `/api/videos/${videoId}/retry`, { stage: 'audio' })).statusCode).toBe(403)

  expect(await db().transaction((tx) => completeRun(tx, held))).toBe(true)
  expect(await partial()).toEqual({ total: 0, turns: [] })
  expect((await at.parts.database.pool.query('select 1 from partial_turns')).rows).toEqual([])
})

test('a worker that lost its claim adds no words, and a new run starts empty', async () => {
  const held = await claim()
  await recordPartial(db(), held, [say(0, 'Good morning.')])
  const later = await claimRun(db(), held.run.id)
  expect(later?.run.fence).toBe(2)
  expect(await recordPartial(db(), held, [say(1000, 'Nobody said this.')])).toBe(false)
  expect((await partial()).total).toBe(1)
  await lead.call('POST', `/api/videos/${videoId}/cancel`)
  await lead.call('POST', `/api/videos/${videoId}/retry`, { stage: 'transcript' })
  expect((await at.parts.database.pool.query('select 1 from partial_turns')).rows).toEqual([])
})
