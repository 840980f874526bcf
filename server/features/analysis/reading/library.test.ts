import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#contract/sessions/sessions.ts'
import type { VideoDetail, VideoSummary, VideoTotals } from '#contract/videos/videos.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildAnalysis, buildRun } from '../analysis.factory.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const list = (person: Person, query = '') => person.call('GET', `/api/videos${query}`)
const names = async (person: Person, query = '') =>
  (await list(person, query)).json<VideoSummary[]>().map((each) => each.filename)

async function oneOfEach(person: Person): Promise<void> {
  const { db } = at.parts.database
  const build = (filename: string, given: object = {}) => buildVideo(at.parts, person.actor, { filename, ...given })
  const done = await build('completed.mp4', { durationMs: 5000, sizeBytes: 40 })
  await buildAnalysis(db, done.id)
  const failed = await build('failed.mp4', { sizeBytes: 30 })
  await buildRun(db, failed.id, {
    state: 'failed',
    failureReason: 'The file is incomplete.',
    failureStage: 'Media check',
    permanent: true,
  })
  const running = await build('Processing.mp4', { durationMs: 9000, sizeBytes: 20 })
  await buildRun(db, running.id, { state: 'running', stage: 'transcript', fraction: 0.42, secondsLeft: 7 })
  await build('uploading.mp4', { sizeBytes: 10, receivedAt: null, sha256: null, resumable: true })
}

test('shows each status with its details', async () => {
  const person = await at.person()
  await oneOfEach(person)
  const response = await list(person)
  const empty = { stage: null, queuePosition: null, secondsLeft: null, failureReason: null, failureStage: null }
  expect(response.json()).toMatchObject([
    { filename: 'uploading.mp4', status: 'uploading', progress: 0, analysis: null, ...empty },
    {
      filename: 'Processing.mp4',
      status: 'processing',
      progress: 42,
      duration: 9,
      ...empty,
      stage: 'transcript',
      secondsLeft: 7,
    },
    {
      filename: 'failed.mp4',
      status: 'failed',
      ...empty,
      failureReason: 'The file is incomplete.',
      failureStage: 'Media check',
    },
    {
      filename: 'completed.mp4',
      status: 'completed',
      progress: 100,
      duration: 5,
      size: 40,
      uploadedAt: expect.stringMatching(/^20\d\d-.*Z$/),
      ...empty,
      analysis: { speakers: 1, sentiment: 'neutral', topics: ['employment'] },
    },
  ])
  const totals: VideoTotals = { total: 4, uploading: 1, processing: 1, completed: 1, failed: 1 }
  expect(JSON.parse(String(response.headers['x-totals']))).toEqual(totals)
})

test('filters, sorts, and searches; totals ignore filters', async () => {
  const person = await at.person()
  await oneOfEach(person)
  const caseId = await buildCase(at.parts.database.db, person.actor)
  await buildVideo(at.parts, person.actor, { filename: '100% of it_.mp4', caseId, sizeBytes: 5 })

  expect(await names(person, '?status=failed')).toEqual(['100% of it_.mp4', 'failed.mp4'])
  expect(await names(person, `?caseId=${caseId}`)).toEqual(['100% of it_.mp4'])
  expect(await names(person, '?q=PROCESS')).toEqual(['Processing.mp4'])
  expect(await names(person, '?q=%25')).toEqual(['100% of it_.mp4'])
  expect(await names(person, '?q=_')).toEqual(['100% of it_.mp4'])
  expect(await names(person, '?sort=name')).toEqual([
    '100% of it_.mp4',
    'completed.mp4',
    'failed.mp4',
    'Processing.mp4',
    'uploading.mp4',
  ])
  expect((await names(person, '?sort=longest')).slice(0, 2)).toEqual(['Processing.mp4', 'completed.mp4'])
  expect((await names(person, '?sort=largest')).slice(0, 2)).toEqual(['completed.mp4', 'failed.mp4'])
  expect((await names(person, '?sort=oldest')).slice(0, 2)).toEqual(['completed.mp4', 'failed.mp4'])
  const totals = JSON.parse(String((await list(person, '?status=failed')).headers['x-totals']))
  expect(totals).toMatchObject({ total: 5 })
})

test("lists what can join a case's session, and keeps a session's video in its case", async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const [caseId, otherCase] = [await buildCase(db, person.actor), await buildCase(db, person.actor)]
  await buildVideo(at.parts, person.actor, { filename: 'loose.mp4' })
  await buildVideo(at.parts, person.actor, { filename: 'own.mp4', caseId })
  await buildVideo(at.parts, person.actor, { filename: 'other.mp4', caseId: otherCase })
  const sitting = await buildVideo(at.parts, person.actor, { filename: 'sitting.mp4', caseId })
  const plan = { type: 'jury_voir_dire', date: null, name: 'Day 1' }
  const session = (await person.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const joinable = () => names(person, `?joins=${caseId}&sort=name`)
  expect(await joinable()).toEqual(['loose.mp4', 'own.mp4', 'sitting.mp4'])

  await person.call('POST', `/api/sessions/${session.id}/videos`, { videoId: sitting.id })
  expect(await joinable()).toEqual(['loose.mp4', 'own.mp4'])
  const detail = async () => (await person.call('GET', `/api/videos/${sitting.id}`)).json<VideoDetail>()
  expect((await detail()).session).toEqual({ id: session.id, name: 'Day 1' })
  const listPlaces = async () =>
    (await list(person))
      .json<VideoSummary[]>()
      .map(({ filename, caseTitle, session }) => [filename, caseTitle, session?.name ?? null])
  expect(await listPlaces()).toContainEqual(['sitting.mp4', 'State v. Example', 'Day 1'])
  expect(await listPlaces()).toContainEqual(['loose.mp4', null, null])
  for (const to of [otherCase, null]) {
    const refused = await person.call('PATCH', `/api/videos/${sitting.id}`, { caseId: to })
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'The session “Day 1” already has this video. Remove it from that session first.',
    ])
  }
  await person.call('DELETE', `/api/sessions/${session.id}/videos/${sitting.id}`)
  expect((await detail()).session).toBeNull()
  expect(await listPlaces()).toContainEqual(['sitting.mp4', 'State v. Example', null])
  expect((await person.call('PATCH', `/api/videos/${sitting.id}`, { caseId: null })).statusCode).toBe(200)
})

test('moves a video from a session to one of another case, or leaves it where it was', async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const [caseId, otherCase] = [await buildCase(db, person.actor), await buildCase(db, person.actor)]
  const { id: videoId } = await buildVideo(at.parts, person.actor, { caseId })
  const start = async (inCase: string, name: string) =>
    (
      await person.call('POST', `/api/cases/${inCase}/sessions`, { type: 'jury_voir_dire', date: null, name })
    ).json<Session>()
  const [one, two] = [await start(caseId, 'Day 1'), await start(otherCase, 'Day 2')]
  await person.call('POST', `/api/sessions/${one.id}/videos`, { videoId })
  const move = (who: Person, to: string, from: string) =>
    who.call('POST', `/api/sessions/${to}/videos`, { videoId, from })
  const place = async () => {
    const { caseId: inCase, session } = (await person.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()
    return [inCase, session?.id]
  }
  expect((await move(person, two.id, two.id)).statusCode).toBe(409)
  const member = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(db, member.actor, caseId, 'viewer')
  await joinCase(db, member.actor, otherCase, 'lead')
  expect((await move(member, two.id, one.id)).statusCode).toBe(403)
  expect(await place()).toEqual([caseId, one.id])

  expect((await move(person, two.id, one.id)).statusCode).toBe(200)
  expect(await place()).toEqual([otherCase, two.id])
  const held = async (id: string) => (await person.call('GET', `/api/sessions/${id}/videos`)).json<unknown[]>()
  expect([await held(one.id), await held(two.id)]).toMatchObject([[], [{ videoId }]])
})

test('moves two videos in opposite directions at the same time', async () => {
  const person = await at.person()
  const { db } = at.parts.database
  const cases = [await buildCase(db, person.actor), await buildCase(db, person.actor)]
  const places: { videoId: string; sessionId: string }[] = []
  for (const caseId of cases) {
    const plan = { type: 'jury_voir_dire', date: null, name: 'Day 1' }
    const { id: sessionId } = (await person.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
    const { id: videoId } = await buildVideo(at.parts, person.actor, { caseId })
    await person.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
    places.push({ videoId, sessionId })
  }
  for (let round = 0; round < 10; round++) {
    const targets = places.map(({ sessionId }) => sessionId).toReversed()
    const moved = await Promise.all(
      places.map(({ videoId, sessionId: from }, index) =>
        person.call('POST', `/api/sessions/${targets[index]}/videos`, { videoId, from }),
      ),
    )
    expect(moved.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    for (const [index, place] of places.entries()) place.sessionId = targets[index]!
  }
})

test('says on each row who may reprocess', async () => {
  const lead = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  await buildVideo(at.parts, lead.actor, { caseId })
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, viewer.actor, caseId, 'viewer')
  const mayOf = async (person: Person) =>
    (await list(person, `?caseId=${caseId}`)).json<VideoSummary[]>().map((each) => each.may.reprocess)
  expect([await mayOf(lead), await mayOf(viewer)]).toEqual([[true], [false]])
})

test.for(['newest', 'oldest', 'name', 'longest', 'largest'])(
  'pages through %s order without gaps or duplicates',
  async (sort) => {
    const person = await at.person()
    for (let i = 0; i < 7; i += 1) {
      await buildVideo(at.parts, person.actor, { filename: `film ${i % 2}.mp4`, durationMs: i % 3 === 0 ? null : 1000 })
    }
    const whole = (await list(person, `?sort=${sort}`)).json<VideoSummary[]>().map((each) => each.id)
    const paged: string[] = []
    let cursor = ''
    do {
      const page = await list(person, `?sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.json<VideoSummary[]>().map((each) => each.id))
      cursor = String(page.headers['x-next-cursor'] ?? '')
    } while (cursor)
    expect(paged).toEqual(whole)
    expect(new Set(paged).size).toBe(7)
  },
)

test('rejects an invalid filter', async () => {
  const person = await at.person()
  for (const query of [
    '?status=lost',
    '?sort=color',
    '?limit=0',
    '?limit=501',
    '?caseId=mine',
    '?cursor=zzz',
    '?color=red',
  ]) {
    expect([query, (await list(person, query)).statusCode]).toEqual([query, 400])
  }
})

test('returns 304 for an unchanged list', async () => {
  const person = await at.person()
  await oneOfEach(person)
  const etag = String((await list(person)).headers.etag)
  const again = () => at.app.inject({ url: '/api/videos', headers: { cookie: person.cookie, 'if-none-match': etag } })
  expect((await again()).statusCode).toBe(304)
  await buildVideo(at.parts, person.actor)
  expect((await again()).statusCode).toBe(200)
})

test('shows members their cases and, without a case, the uploader and administrators', async () => {
  const administrator = await at.person()
  const { firmId } = administrator.actor
  const attorney = await at.person({ firmId, role: 'member' })
  const paralegal = await at.person({ firmId, role: 'member', profession: 'paralegal' })
  const { db } = at.parts.database
  const caseId = await buildCase(db, attorney.actor)
  await joinCase(db, paralegal.actor, caseId, 'viewer')
  await buildVideo(at.parts, attorney.actor, { filename: 'of the case', caseId })
  await buildVideo(at.parts, attorney.actor, { filename: 'of no case' })
  await buildVideo(at.parts, attorney.actor, {
    filename: 'deleted',
    deletedAt: new Date(),
    deletedBy: attorney.actor.userId,
  })

  expect(await names(attorney)).toEqual(['of no case', 'of the case'])
  expect(await names(paralegal)).toEqual(['of the case'])
  expect(await names(administrator)).toEqual(['of no case'])
  expect(await names(await at.person())).toEqual([])
  expect((await at.app.inject({ url: '/api/videos' })).statusCode).toBe(401)
})

test('counts the runs ahead in the queue, across firms', async () => {
  const { db } = at.parts.database
  await at.truncate()
  const [first, second] = [await at.person(), await at.person()]
  const queued = (minutesAgo: number) => ({
    state: 'queued' as const,
    queuedAt: new Date(Date.now() - minutesAgo * 60_000),
  })
  await buildRun(db, (await buildVideo(at.parts, first.actor)).id, queued(3))
  await buildRun(db, (await buildVideo(at.parts, first.actor)).id, queued(2))
  await buildRun(db, (await buildVideo(at.parts, second.actor)).id, queued(1))
  expect((await list(second)).json()).toMatchObject([{ queuePosition: 2, status: 'processing', progress: 0 }])
})
