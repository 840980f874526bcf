import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { caseOpinions } from '#server/features/opinions/opinions.table.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildAnalysis, buildFinding, buildResults, buildRun, buildTurn } from '../analysis.factory.ts'
import { claimRun, completeRun, failRun, listSilentRuns, recordProgress, returnRun } from './runs.queries.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  person = await at.person()
})

const db = () => at.parts.database.db
const detail = async (id: string, by = person) => (await by.call('GET', `/api/videos/${id}`)).json<VideoDetail>()
const jobs = async () =>
  (await at.parts.database.pool.query(`select data->'payload'->>'runId' as id from pgboss.job where name = 'analyze'`))
    .rows
const runs = async (videoId: string) =>
  (
    await at.parts.database.pool.query(
      'select id, number, state, work_id from analysis_runs where video_id = $1 order by number',
      [videoId],
    )
  ).rows

test('shows a complete video with results, turns, and findings', async () => {
  const { id } = await buildVideo(at.parts, person.actor, {
    durationMs: 9000,
    container: 'mp4',
    playsInBrowser: true,
    width: 640,
    height: 360,
    frameRateNumerator: 30_000,
    frameRateDenominator: 1001,
  })
  const turns = [
    buildTurn(0, { speaker: 'THE COURT', role: 'judge', text: 'Good morning.' }),
    buildTurn(1, { lines: [{ word: 0, page: 3, line: 7 }] }),
    buildTurn(2),
  ]
  const findings = [
    buildFinding({ startMs: null }),
    buildFinding({ startMs: 8000, type: 'hardship' }),
    buildFinding({ startMs: 10 }),
  ]
  const run = await buildAnalysis(db(), id, buildResults({ turns, findings }))
  expect(await detail(id)).toMatchObject({
    filename: 'day-1.mp4',
    originalName: 'day-1.mp4',
    size: 20,
    createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
    status: 'completed',
    progress: 100,
    duration: 9,
    frameRate: [30_000, 1001],
    streamUrl: `/api/videos/${id}/stream`,
    posterUrl: null,
    waveform: null,
    canRetry: false,
    may: { annotate: true, reprocess: true, remove: true, readAccesses: true },
    analysis: {
      speakerCount: 1,
      confidenceScore: null,
      sentiment: 'neutral',
      language: 'en',
      speakerDiarization: [],
      keyPhrases: ['burden of proof'],
      topics: ['employment'],
      processingProvider: 'Venire engine',
      processingJobId: run.id,
      processingStartedAt: null,
      processingCompletedAt: null,
      transcriptText: 'THE COURT: Good morning.\nJUROR 12: I could be fair.\nJUROR 12: I could be fair.',
    },
    annotations: [],
  })
  const brief = await person.call('GET', `/api/videos/${id}?brief=true`)
  expect(brief.json<VideoDetail>().analysis).toMatchObject({ transcriptText: null, turns: 3, speakerCount: 1 })
  const page = await person.call('GET', `/api/videos/${id}/transcript?from=1&limit=1`)
  expect([page.json<Turn[]>(), page.headers['x-next-cursor']]).toEqual([[{ ...turns[1], isOverlapped: false }], '2'])
  const found = (await person.call('GET', `/api/videos/${id}/findings`)).json<VideoFinding[]>()
  expect(found.map((each) => each.startMs)).toEqual([10, 8000, null])

  const stranger = await at.person()
  for (const path of ['', '/transcript', '/findings']) {
    const refused = await stranger.call('GET', `/api/videos/${id}${path}`)
    expect([refused.statusCode, refused.body]).toEqual([
      404,
      'This video doesn’t exist or you don’t have access to it.',
    ])
    expect((await at.app.inject({ url: `/api/videos/${id}${path}` })).statusCode).toBe(401)
  }
})

test('reprocesses the original and keeps old results until the new ones are ready', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const old = await buildAnalysis(db(), id)
  expect((await person.call('POST', `/api/videos/${id}/reprocess`)).json()).toEqual({ ok: true })
  const [, run] = await runs(id)
  expect(run).toMatchObject({ number: 2, state: 'queued', work_id: run.id })
  expect(await jobs()).toEqual([{ id: run.id }])
  expect(await detail(id)).toMatchObject({ status: 'processing', analysis: { processingJobId: old.id } })
  const again = await person.call('POST', `/api/videos/${id}/reprocess`)
  expect([again.statusCode, again.body]).toEqual([409, 'This video is already being processed.'])
})

test('cancels a run: with earlier results the video is complete, or else failed', async () => {
  const [first, second] = [await buildVideo(at.parts, person.actor), await buildVideo(at.parts, person.actor)]
  await buildAnalysis(db(), second.id)
  for (const { id } of [first, second]) {
    await person.call('POST', `/api/videos/${id}/reprocess`)
    expect((await person.call('POST', `/api/videos/${id}/cancel`)).statusCode).toBe(200)
    expect((await person.call('POST', `/api/videos/${id}/cancel`)).statusCode).toBe(409)
  }
  expect(await jobs()).toEqual([])
  expect(await detail(first.id)).toMatchObject({
    status: 'failed',
    failureReason: 'Processing was canceled.',
    canRetry: true,
  })
  expect(await detail(second.id)).toMatchObject({ status: 'completed', failureReason: null })
})

test('restoring a video resumes the analysis that its deletion ended, but not one that a person canceled', async () => {
  const [ended, canceled] = [await buildVideo(at.parts, person.actor), await buildVideo(at.parts, person.actor)]
  for (const { id } of [ended, canceled]) await person.call('POST', `/api/videos/${id}/reprocess`)
  await person.call('POST', `/api/videos/${canceled.id}/cancel`)
  for (const { id } of [ended, canceled]) {
    expect((await person.call('DELETE', `/api/videos/${id}`)).statusCode).toBe(200)
    // The server may have run in another language then.
    await at.parts.database.pool.query(
      `update analysis_runs set failure_reason = 'Un autre message.' where video_id = $1`,
      [id],
    )
    expect((await person.call('POST', `/api/videos/${id}/restore`)).statusCode).toBe(200)
  }
  expect(await runs(ended.id)).toMatchObject([{ state: 'cancelled' }, { state: 'queued' }])
  expect(await runs(canceled.id)).toMatchObject([{ state: 'cancelled' }])
})

test('restoring a video resumes an analysis that an older server ended with the deletion', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  await person.call('POST', `/api/videos/${id}/reprocess`)
  await person.call('DELETE', `/api/videos/${id}`)
  await at.parts.database.pool.query('update analysis_runs set ended_by_deletion = false where video_id = $1', [id])
  await person.call('POST', `/api/videos/${id}/restore`)
  expect(await runs(id)).toMatchObject([{ state: 'cancelled' }, { state: 'queued' }])
})

test('attaches a transcript and reanalyzes with existing results', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const before = await buildRun(db(), id)
  await person.call('POST', `/api/videos/${id}/reprocess`)
  const [, running] = await runs(id)
  const text = '1\n00:00:01,000 --> 00:00:02,000\nJUROR 12: Yes.\n'
  expect((await person.call('PUT', `/api/videos/${id}/transcript`, { name: 'Day 1.SRT', text })).statusCode).toBe(200)
  expect(await runs(id)).toMatchObject([
    { id: before.id },
    { state: 'cancelled' },
    { state: 'queued', work_id: running.work_id },
  ])
  const { rows } = await at.parts.database.pool.query(
    'select transcript_key as key, transcript_name as name from videos',
  )
  expect(rows[0].name).toBe('Day 1.SRT')
  expect(await at.parts.storage.size(rows[0].key)).toBe(text.length)

  const numbered = Array.from({ length: 9 }, (_, at) => `${at + 1}   THE COURT: Yes.`).join('\n')
  const packed = { name: 'day.ptx', base64: Buffer.from(numbered).toString('base64') }
  expect((await person.call('PUT', `/api/videos/${id}/transcript`, packed)).statusCode).toBe(200)
  const long = { name: 'a.txt', text: 'THE COURT: Yes.\n'.repeat(200_000) }
  const large = await person.call('PUT', `/api/videos/${id}/transcript`, long)
  expect(large.statusCode).toBe(200)
  const refusals: [object, number, string][] = [
    [{ name: 'a.png', text }, 400, 'Choose a transcript file: .txt, .pdf, .docx, .rtf, .srt, .vtt, .csv, .dvt, .asc.'],
    [
      { name: 'a.cms', base64: Buffer.alloc(6).toString('base64') },
      400,
      'synchronized TrialDirector transcript (CMS), a proprietary format. Ask',
    ],
    [{ name: 'a.txt' }, 400, 'Send the transcript as text or as base64.'],
    [{ name: 'a.txt', base64: '%%%' }, 400, 'Encode the file as base64.'],
    [{ name: 'a.srt', text: '' }, 400, 'The transcript file is empty.'],
    [{ name: '', text }, 400, 'Name is required.'],
  ]
  for (const [body, status, words] of refusals) {
    const refused = await person.call('PUT', `/api/videos/${id}/transcript`, body)
    expect([refused.statusCode, refused.body]).toEqual([status, expect.stringContaining(words)])
  }
})

test('only a lead, attorney, or paralegal can reprocess a video', async () => {
  const caseId = await buildCase(db(), person.actor)
  const { id } = await buildVideo(at.parts, person.actor, { caseId })
  const consultant = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(db(), consultant.actor, caseId, 'consultant')
  const commands = [
    ['POST', 'reprocess', undefined],
    ['POST', 'cancel', undefined],
    ['PUT', 'transcript', { name: 'a.srt', text: 'x' }],
  ] as const
  for (const [method, path, body] of commands) {
    const url = `/api/videos/${id}/${path}`
    const refused = await consultant.call(method, url, body)
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      'Only the lead, an attorney, or a paralegal on this case can analyze its videos.',
    ])
    expect((await (await at.person()).call(method, url, body)).statusCode).toBe(404)
    expect((await at.app.inject({ method, url, ...(body ? { payload: body } : {}) })).statusCode).toBe(401)
  }
  expect((await detail(id, consultant)).may).toEqual({
    annotate: true,
    reprocess: false,
    remove: false,
    readAccesses: false,
  })
})

test('keeps a transcript if the connection is lost while it is being attached', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const transact = db().transaction.bind(db())
  vi.spyOn(db(), 'transaction').mockImplementationOnce(async (...given) => {
    await transact(...given)
    throw new Error('Connection terminated unexpectedly')
  })
  const file = { name: 'a.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nJUROR 12: I could be fair.\n' }
  expect((await person.call('PUT', `/api/videos/${id}/transcript`, file)).statusCode).toBe(503)
  const [video] = await db().select({ key: videos.transcriptKey }).from(videos).where(eq(videos.id, id))
  expect(await at.parts.storage.size(video!.key!)).toBe(file.text.length)
})

test('rejects analyzing an unfinished upload', async () => {
  const { id } = await buildVideo(at.parts, person.actor, { receivedAt: null, sha256: null })
  expect((await person.call('POST', `/api/videos/${id}/reprocess`)).statusCode).toBe(409)
  expect((await person.call('PUT', `/api/videos/${id}/transcript`, { name: 'a.srt', text: 'x' })).statusCode).toBe(409)
})

test('a new claim fences out the previous one', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const run = await buildRun(db(), id, { state: 'queued' })
  const first = (await claimRun(db(), run.id))!
  const second = (await claimRun(db(), run.id))!
  const progress = { stage: 'audio', fraction: 0.5, secondsLeft: null, stages: [] } as const
  expect(await recordProgress(db(), first, progress)).toBe(false)
  expect(await completeRun(db(), first)).toBe(false)
  expect(await failRun(db(), first, { reason: 'late', stage: null, permanent: false })).toBe(false)
  await returnRun(db(), first)
  expect(await recordProgress(db(), second, progress)).toBe(true)
  expect(await detail(id)).toMatchObject({ status: 'processing', stage: 'audio', progress: 50 })
  expect(await completeRun(db(), second)).toBe(true)
  expect(await completeRun(db(), second)).toBe(false)
})

test("a slow or fast clock doesn't make a claim look lost", async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const run = await buildRun(db(), id, { state: 'queued' })
  const realMs = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: realMs - 600_000 })
  try {
    const claim = (await claimRun(db(), run.id))!
    await recordProgress(db(), claim, { stage: 'audio', fraction: 0.5, secondsLeft: null, stages: [] })
    vi.setSystemTime(realMs + 600_000)
    expect(await listSilentRuns(db(), 120_000)).toEqual([])
    await db().execute(sql`update analysis_runs set seen_at = now() - interval '3 minutes'`)
    expect(await listSilentRuns(db(), 120_000)).toMatchObject([{ id: run.id }])
  } finally {
    vi.useRealTimers()
  }
})

test('fences grow from run to run of one work folder, and a new folder starts at 0', async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  const claimLast = async () => (await claimRun(db(), (await runs(id)).at(-1)!.id))!
  await person.call('POST', `/api/videos/${id}/reprocess`)
  const first = await claimLast()
  await failRun(db(), first, { reason: 'away', stage: null, permanent: false })
  await person.call('POST', `/api/videos/${id}/retry`, { stage: 'exchanges' })
  const second = await claimLast()
  expect([second.run.workId, first.run.fence, second.run.fence]).toEqual([first.run.workId, 1, 2])
  await failRun(db(), second, { reason: 'away', stage: null, permanent: false })
  await person.call('POST', `/api/videos/${id}/reprocess`)
  const third = await claimLast()
  expect([third.run.workId, third.run.fence]).toEqual([third.run.id, 1])
})

test("a canceled run or deleted video can't be claimed", async () => {
  const { id } = await buildVideo(at.parts, person.actor)
  expect(await claimRun(db(), newId())).toBeNull()
  await person.call('POST', `/api/videos/${id}/reprocess`)
  const [run] = await runs(id)
  const claim = (await claimRun(db(), run.id))!
  await person.call('DELETE', `/api/videos/${id}`)
  expect(await recordProgress(db(), claim, { stage: 'audio', fraction: 0.5, secondsLeft: null, stages: [] })).toBe(
    false,
  )
  expect(await claimRun(db(), run.id)).toBeNull()
})

test('moving a video restarts its running analysis, which would report to the case it left', async () => {
  const caseId = await buildCase(db(), person.actor)
  const { id } = await buildVideo(at.parts, person.actor, { caseId })
  const run = await buildRun(db(), id, { state: 'queued' })
  const claim = await claimRun(db(), run.id)
  const otherId = await buildCase(db(), person.actor)
  expect((await person.call('PATCH', `/api/videos/${id}`, { caseId: otherId })).statusCode).toBe(200)
  expect(await completeRun(db(), claim!)).toBe(false)
  expect((await runs(id)).map(({ state }) => state)).toEqual(['cancelled', 'queued'])
  expect((await person.call('PATCH', `/api/videos/${id}`, { caseId })).statusCode).toBe(200)
  expect(await runs(id)).toHaveLength(2)
})

test('moving a video removes the themes of the case it left', async () => {
  const { id } = await buildVideo(at.parts, person.actor, { caseId: await buildCase(db(), person.actor) })
  const results = buildResults({ findings: [buildFinding({ themes: ['Secret strategy'] })] })
  const summary = {
    ...results.summary,
    topics: ['Secret strategy', ...results.summary.topics],
    themes: [{ name: 'Secret strategy', mentions: 2 }],
  }
  await buildAnalysis(db(), id, { ...results, summary })
  const caseId = await buildCase(db(), person.actor)
  expect((await person.call('PATCH', `/api/videos/${id}`, { caseId })).statusCode).toBe(200)
  const { analysis } = await detail(id)
  expect(analysis?.topics).toEqual(results.summary.topics)
  const found = await person.call('GET', `/api/videos/${id}/findings`)
  expect([found.json<VideoFinding[]>().length, found.body]).toEqual([1, expect.not.stringContaining('Secret')])
  expect((await runs(id)).map(({ state }) => state)).toEqual(['completed', 'queued'])
})

test('a video that joins a case gets its themes, even while it is analyzed', async () => {
  const caseId = await buildCase(db(), person.actor)
  const issues = [{ name: 'Greed', description: '', watchWords: ['money'] }]
  await db().update(cases).set({ issues }).where(eq(cases.id, caseId))
  const { id: sessionId } = (
    await person.call('POST', `/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  ).json<{ id: string }>()
  const [done, running] = [await buildVideo(at.parts, person.actor), await buildVideo(at.parts, person.actor)]
  await buildAnalysis(db(), done.id)
  const claim = await claimRun(db(), (await buildRun(db(), running.id, { state: 'queued' })).id)
  expect((await person.call('PATCH', `/api/videos/${done.id}`, { caseId })).statusCode).toBe(200)
  const attached = await person.call('POST', `/api/sessions/${sessionId}/videos`, { videoId: running.id })
  expect(attached.statusCode).toBe(200)
  expect(await completeRun(db(), claim!)).toBe(false)
  expect((await runs(done.id)).map(({ state }) => state)).toEqual(['completed', 'queued'])
  expect((await runs(running.id)).map(({ state }) => state)).toEqual(['cancelled', 'queued'])
})

test.each([
  ['a firm keeps analysis local', () => person.call('PATCH', '/api/firm', { localAnalysisOnly: true })],
  [
    'the lead turns off second opinions',
    (id: string) => person.call('PUT', `/api/cases/${id}/second-opinion`, { enabled: false }),
  ],
])('a running analysis starts again when %s', async (_name, change) => {
  const caseId = await buildCase(db(), person.actor)
  await db().insert(caseOpinions).values({ caseId, enabled: true, changedBy: person.actor.userId })
  const { id } = await buildVideo(at.parts, person.actor, { caseId })
  const claim = await claimRun(db(), (await buildRun(db(), id, { state: 'queued' })).id)
  at.parts.config.OPINION_URL = 'http://203.0.113.9/v1'
  try {
    expect((await change(caseId)).statusCode).toBe(200)
  } finally {
    delete at.parts.config.OPINION_URL
  }
  expect(await completeRun(db(), claim!)).toBe(false)
  expect((await runs(id)).map(({ state }) => state)).toEqual(['cancelled', 'queued'])
})
