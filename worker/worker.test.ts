import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stageNames } from '#contract/videos/analysis.ts'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { analyzeJob } from '#server/features/analysis/analysis.jobs.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { Permanent } from '#server/platform/queue.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { silent } from '#test/silent.ts'
import { analyzeVideo } from './analyze.ts'
import { startWorker } from './index.ts'
import { maintainVideos } from './upkeep.ts'

let at: TestApp
let person: Person
let folder: string
let film: Buffer

async function makeFilm(name: string, ...codec: string[]): Promise<Buffer> {
  const path = join(folder, name)
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=10']
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=duration=10:amplitude=0.1:sample_rate=16000']
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...picture, ...sound, ...codec, path])
  return readFile(path)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-worker-'))
  film = await makeFilm('film.mp4', '-c:v', 'libx264', '-g', '10', '-pix_fmt', 'yuv420p', '-c:a', 'aac')
  at = await testApp({ BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' })
})
afterAll(async () => {
  await at.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await at.truncate()
  person = await at.person()
})

const srt = `1
00:00:01,000 --> 00:00:03,000
THE COURT: Juror 12, would serving be a hardship for you?

2
00:00:03,500 --> 00:00:06,000
JUROR 12: Yes. I would lose my job, I am not paid when I am away.

3
00:00:06,500 --> 00:00:09,000
THE COURT: Thank you.
`

const detail = async (id: string) => (await person.call('GET', `/api/videos/${id}`)).json<VideoDetail>()
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await at.parts.database.pool.query<Row>(text, values)).rows
const lastRun = async (videoId: string) =>
  (
    await query<{ id: string; work_id: string; fence: number }>(
      'select * from analysis_runs where video_id = $1 order by number desc limit 1',
      [videoId],
    )
  )[0]!

async function buildQueued(bytes: Buffer, attached = false): Promise<string> {
  const { id } = await buildVideo(at.parts, person.actor, { bytes })
  if (attached) await person.call('PUT', `/api/videos/${id}/transcript`, { name: 'day 1.srt', text: srt })
  else await person.call('POST', `/api/videos/${id}/reprocess`)
  return id
}
async function work(videoId: string, { attempt = 1, signal = new AbortController().signal } = {}): Promise<void> {
  const run = await lastRun(videoId)
  await analyzeVideo(at.parts, silent, { id: newId(), attempt, payload: { runId: run.id }, signal })
}

test('waits for a low disk, but an analysis that fills the disk itself fails', async () => {
  const id = await buildQueued(film)
  const { config } = at.parts
  try {
    config.MIN_FREE_GB = 1_000_000
    await expect(work(id, { attempt: analyzeJob.attempts })).rejects.toMatchObject({ code: 'no_space' })
    const read = () => query('select state, failure_reason from analysis_runs where video_id = $1', [id])
    expect(await read()).toEqual([{ state: 'queued', failure_reason: null }])
    let reads = 0
    const get = () => (reads++ === 0 ? 0 : 1_000_000)
    Object.defineProperty(config, 'MIN_FREE_GB', { get, configurable: true })
    await expect(work(id, { attempt: analyzeJob.attempts })).rejects.toMatchObject({ name: 'Permanent' })
    expect(await read()).toEqual([
      { state: 'failed', failure_reason: expect.stringMatching(/^The server’s disk has .* free, less than/) as string },
    ])
  } finally {
    Object.defineProperty(config, 'MIN_FREE_GB', { value: 0, writable: true, enumerable: true, configurable: true })
  }
})

test('analyzes a video: facts, files, transcript, and findings', async () => {
  const id = await buildQueued(film, true)
  await work(id)
  const video = await detail(id)
  expect(video).toMatchObject({
    status: 'completed',
    duration: 10,
    width: 160,
    height: 90,
    codec: 'h264',
    frameRate: [10, 1],
    analysis: { transcriptSource: 'attached', speakerCount: 2 },
  })
  expect(video).toMatchObject({
    streamUrl: expect.any(String),
    posterUrl: expect.any(String),
    captionsUrl: expect.any(String),
    waveform: expect.anything(),
    sprite: expect.anything(),
  })
  for (const url of [video.streamUrl, video.posterUrl, video.captionsUrl, video.waveform?.url, video.sprite?.url]) {
    expect([url, (await person.call('GET', url!)).statusCode]).toEqual([url, 200])
  }
  expect((await person.call('GET', video.captionsUrl!)).body).toContain('<v JUROR 12>')
  const turns = (await person.call('GET', `/api/videos/${id}/transcript`)).json<Turn[]>()
  expect(turns.map((turn) => turn.speaker)).toEqual(['THE COURT', 'JUROR 12', 'THE COURT'])
  const findings = (await person.call('GET', `/api/videos/${id}/findings`)).json<VideoFinding[]>()
  expect(findings).toContainEqual(expect.objectContaining({ type: 'hardship', jurorNumber: '12' }))
  const audit = await query<{ action: string; details: string }>(
    `select action, details from audit_events where entity_id = $1 and action = 'video.processed'`,
    [id],
  )
  expect(JSON.parse(audit[0]!.details)).toMatchObject({ sha256: video.sha256, transcriptSource: 'attached', turns: 3 })
})

test('lists what an attached transcript leaves out', async () => {
  const { id } = await buildVideo(at.parts, person.actor, { bytes: film })
  const certificate = 'CERTIFICATE\nI certify that the foregoing transcript is correct.\n/s/ Ida Quill'
  const text = `THE COURT: Any trouble?\nJUROR 12: No, Judge.\nTHE COURT: Thank you.\n${certificate}\n`
  await person.call('PUT', `/api/videos/${id}/transcript`, { name: 'day 1.txt', text })
  await work(id)
  const { analysis } = await detail(id)
  expect(analysis?.cuts).toEqual([{ kind: 'certificate', lines: 3, page: null, line: null, text: certificate }])
  expect(analysis?.warnings.join()).not.toMatch(/certificate/i)
  expect(analysis?.turns).toBe(3)
})

test('a second transcript reuses the media stages and files and replaces the results', async () => {
  const id = await buildQueued(film)
  await work(id)
  const first = await detail(id)
  expect(first.analysis).toMatchObject({ transcriptSource: 'none' })
  const files = await query('select * from video_files where video_id = $1 order by kind', [id])
  await person.call('PUT', `/api/videos/${id}/transcript`, { name: 'day 1.srt', text: srt })
  await work(id)
  expect(await detail(id)).toMatchObject({
    status: 'completed',
    posterUrl: first.posterUrl,
    analysis: { transcriptSource: 'attached' },
  })
  const again = await query<{ kind: string }>('select * from video_files where video_id = $1 order by kind', [id])
  expect(again.filter((file) => file.kind === 'poster' || file.kind === 'sprite')).toEqual(
    files.filter((file) => 'kind' in file && (file.kind === 'poster' || file.kind === 'sprite')),
  )
  expect((await person.call('GET', first.posterUrl!)).statusCode).toBe(200)
})

test('reruns one stage and its dependents, keeps the others, and times each', async () => {
  const id = await buildQueued(film, true)
  await work(id)
  const timesOf = async () => {
    const { work_id, fence } = await lastRun(id)
    const folder = join(at.parts.config.DATA_DIR, 'work', id, `${work_id}-${fence}`)
    return new Map(
      await Promise.all(
        stageNames.map(async (name) => [name, (await stat(join(folder, `${name}.json`))).mtimeMs] as const),
      ),
    )
  }
  const before = await timesOf()
  const turnsBefore = (await person.call('GET', `/api/videos/${id}/transcript`)).json<Turn[]>()
  expect((await person.call('POST', `/api/videos/${id}/retry`, { stage: 'exchanges' })).statusCode).toBe(200)
  expect((await person.call('POST', `/api/videos/${id}/retry`, { stage: 'exchanges' })).statusCode).toBe(409)
  await work(id)
  const after = await timesOf()
  expect(stageNames.filter((name) => after.get(name) !== before.get(name))).toEqual([
    'exchanges',
    'findings',
    'summary',
  ])
  expect(await detail(id)).toMatchObject({ status: 'completed' })
  expect((await person.call('GET', `/api/videos/${id}/transcript`)).json<Turn[]>()).toEqual(turnsBefore)
  const [run] = await query<{ redo_from: string | null; stages: { name: string; state: string; seconds: number }[] }>(
    'select redo_from, stages from analysis_runs where video_id = $1 order by number desc limit 1',
    [id],
  )
  expect(run?.redo_from).toBeNull()
  const getState = (name: string) => run?.stages.find((each) => each.name === name)?.state
  expect([getState('audio'), getState('exchanges'), getState('summary')]).toEqual(['kept', 'done', 'done'])
})

test("a file that isn't a video fails for good with stage and reason, and can be deleted", async () => {
  const id = await buildQueued(Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'))
  await expect(work(id)).rejects.toThrow(Permanent)
  expect(await detail(id)).toMatchObject({
    status: 'failed',
    failureStage: 'Media check',
    canRetry: false,
    streamUrl: null,
  })
  expect((await detail(id)).failureReason).toMatch(/^[A-Z].*\.$/)
  expect(
    await query(`select 1 from audit_events where entity_id = $1 and action = 'video.processing_failed'`, [id]),
  ).toHaveLength(1)
  expect((await person.call('DELETE', `/api/videos/${id}`)).statusCode).toBe(200)
})

test('retries a temporary failure and shows it after the last attempt', async () => {
  const id = await buildQueued(film)
  const workRoot = join(at.parts.config.DATA_DIR, 'work')
  await mkdir(workRoot, { recursive: true })
  await writeFile(join(workRoot, id), '')
  await expect(work(id, { attempt: 1 })).rejects.not.toThrow(Permanent)
  expect(await detail(id)).toMatchObject({ status: 'processing' })
  await expect(work(id, { attempt: analyzeJob.attempts })).rejects.toThrow(Permanent)
  expect(await detail(id)).toMatchObject({
    status: 'failed',
    canRetry: true,
    failureReason: 'The analysis could not be started.',
  })
})

test('a worker that lost its claim stores nothing and leaves no files', async () => {
  const id = await buildQueued(film, true)
  const run = await lastRun(id)
  const late = work(id)
  await expect.poll(async () => (await lastRun(id)).fence).toBe(1)
  await query('update analysis_runs set fence = fence + 1 where id = $1', [run.id])
  await late
  expect(await detail(id)).toMatchObject({ status: 'processing', analysis: null })
  expect(await query('select 1 from video_files where video_id = $1', [id])).toEqual([])
  const stored = await readdir(join(at.parts.config.DATA_DIR, 'files/firms', person.actor.firmId, 'videos', id))
  expect(stored).not.toContain('derived')
  await work(id)
  expect(await detail(id)).toMatchObject({ status: 'completed' })
  expect(await query('select 1 from transcript_turns where video_id = $1', [id])).toHaveLength(3)
})

test('removes the files that a killed worker stored for the same run', async () => {
  const id = await buildQueued(film, true)
  const run = await lastRun(id)
  await query('update analysis_runs set fence = 2 where id = $1', [run.id])
  const derived = `firms/${person.actor.firmId}/videos/${id}/derived`
  await at.parts.storage.put(`${derived}/${run.id}-2/poster.jpg`, Buffer.from('left behind'))
  await work(id)
  expect(await readdir(join(at.parts.config.DATA_DIR, 'files', derived))).toEqual([`${run.id}-3`])
  const { posterUrl } = await detail(id)
  expect((await person.call('GET', posterUrl!)).statusCode).toBe(200)
})

test('upkeep destroys what is due, cleans work folders, and ends runs that lost their job', async () => {
  const gone = await buildVideo(at.parts, person.actor, { deletedAt: new Date(0), deletedBy: person.actor.userId })
  const kept = await buildQueued(film)
  const run = await lastRun(kept)
  const root = join(at.parts.config.DATA_DIR, 'work')
  const names = [`${run.work_id}-3`, run.work_id]
  for (const path of [join(gone.id, newId()), ...names.map((name) => join(kept, name)), join(kept, newId())])
    await mkdir(join(root, path), { recursive: true })
  await query(`update analysis_runs set queued_at = now() - interval '10 minutes' where id = $1`, [run.id])
  await maintainVideos(at.parts, silent)
  expect(await query('select id from videos')).toEqual([{ id: kept }])
  expect(await readdir(root)).not.toContain(gone.id)
  expect(await readdir(join(root, kept))).toEqual(names.toSorted())
  expect(await detail(kept)).toMatchObject({ status: 'processing' })

  await query(`update pgboss.job set state = 'active', heartbeat_on = now() - interval '1 hour' where name = 'analyze'`)
  await maintainVideos(at.parts, silent)
  expect(await detail(kept)).toMatchObject({ status: 'processing' })

  await query(`delete from pgboss.job where name = 'analyze'`)
  await maintainVideos(at.parts, silent)
  const reason = 'The analysis was interrupted. Choose Reprocess to start it again.'
  expect(await detail(kept)).toMatchObject({ status: 'failed', canRetry: true, failureReason: reason })
  const details = JSON.stringify({ runId: run.id, reason, stage: null, permanent: false })
  expect(
    await query(`select details from audit_events where action = 'video.processing_failed' and entity_id = $1`, [kept]),
  ).toEqual([{ details }])
})

// Must be the last test, because its worker claims all later jobs.
test('real queue: analyzes uploads and stops on cancel and delete', async () => {
  const worker = await startWorker(at.parts, silent)
  try {
    const form = new FormData()
    form.append('videos', new Blob([new Uint8Array(film)]), 'film.mp4')
    const encoded = new Response(form)
    const response = await at.app.inject({
      method: 'POST',
      url: '/api/videos/upload',
      headers: { cookie: person.cookie, 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    const { id } = response.json<{ videos: { id: string }[] }>().videos[0]!
    await expect.poll(async () => (await detail(id)).status, { timeout: 25_000, interval: 100 }).toBe('completed')

    const slow = await makeFilm('slow.avi', '-c:v', 'mpeg4', '-c:a', 'mp3', '-t', '10')
    const canceled = await buildQueued(slow)
    const deleted = await buildQueued(slow)
    await expect.poll(async () => (await detail(canceled)).stage, { timeout: 10_000, interval: 20 }).not.toBeNull()
    await person.call('POST', `/api/videos/${canceled}/cancel`)
    await person.call('DELETE', `/api/videos/${deleted}`)
    expect(await detail(canceled)).toMatchObject({ status: 'failed', failureReason: 'Processing was canceled.' })
    await expect
      .poll(async () => query(`select 1 from pgboss.job where name = 'analyze' and state = 'active'`), {
        timeout: 10_000,
      })
      .toEqual([])
    expect(await query('select video_id from analyses')).toEqual([{ video_id: id }])
  } finally {
    worker.stop()
  }
})
