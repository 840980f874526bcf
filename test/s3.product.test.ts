import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VideoDetail } from '#contract/videos/videos.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { receiveArchive } from '#server/features/exports/packs/archive/archive.service.ts'
import { verifyMedia } from '#server/features/videos/integrity.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { purgeVideo } from '#server/features/videos/videos.service.ts'
import { newId } from '#server/platform/ids.ts'
import { analyzeVideo } from '#worker/analyze.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { s3Keys, startS3 } from './s3.ts'
import { silent } from './silent.ts'

let store: Awaited<ReturnType<typeof startS3>>
let at: TestApp
let person: Person
beforeAll(async () => {
  Object.assign(process.env, s3Keys)
  store = await startS3()
  at = await testApp({ STORAGE_URL: store.url, BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' })
})
afterAll(async () => {
  await at.close()
  await store.close()
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})
beforeEach(async () => {
  store.disturb(() => {})
  await at.truncate()
  person = await at.person()
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const get = (url: string, headers: Record<string, string> = {}) =>
  at.app.inject({ url, headers: { cookie: person.cookie, ...headers } })
const detail = async (id: string) => (await get(`/api/videos/${id}`)).json<VideoDetail>()
const outage = [503, 'The file storage is unavailable. Try again in a moment.']

function tus(
  method: 'POST' | 'PATCH' | 'HEAD',
  url: string,
  headers: Record<string, string>,
  payload: Buffer = Buffer.alloc(0),
) {
  const all = { cookie: person.cookie, 'tus-resumable': '1.0.0', ...headers }
  return at.app.inject({ method, url, headers: all, payload })
}

async function openUpload(bytes: Buffer) {
  const { headers } = await tus('POST', '/api/uploads', {
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${btoa('day 1.mp4')}`,
  })
  const send = () =>
    tus('PATCH', headers.location!, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, bytes)
  return { id: String(headers['x-video-id']), location: headers.location!, send }
}

test('stores an upload in the bucket and plays ranges of it', async () => {
  const bytes = randomBytes(18_000_000)
  const upload = await openUpload(bytes)
  expect((await upload.send()).statusCode).toBe(204)
  expect(await detail(upload.id)).toMatchObject({ sha256: hash(bytes), size: bytes.length })
  const key = originalKey({ id: upload.id, firmId: person.actor.firmId })
  expect(store.objects.get(key)!.at(-1)!.bytes.equals(bytes)).toBe(true)
  for (const folder of ['uploads', 'files'])
    await expect(readdir(join(at.parts.config.DATA_DIR, folder))).rejects.toMatchObject({ code: 'ENOENT' })

  const download = `/api/videos/${upload.id}/download`
  const part = await get(download, { range: 'bytes=17000000-17000099' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 17000000-17000099/18000000'])
  expect(part.rawPayload.equals(bytes.subarray(17_000_000, 17_000_100))).toBe(true)
  expect((await get(download)).rawPayload.equals(bytes)).toBe(true)
})

test('an upload during a store outage reports it and finishes afterward', async () => {
  const bytes = randomBytes(100_000)
  const upload = await openUpload(bytes)
  store.disturb(() => 'drop')
  const refused = await upload.send()
  expect([refused.statusCode, refused.body]).toEqual(outage)
  expect(refused.headers['retry-after']).toBe('5')
  expect((await at.app.inject('/readyz')).json()).toMatchObject({
    status: 'the file storage is not responding',
    checks: { storage: 'failed', database: 'ok' },
  })
  store.disturb(() => {})
  const isAsked = (each: string) => each.startsWith('HEAD /venire-test?') || each === 'HEAD /venire-test/'
  await expect.poll(async () => (await at.app.inject('/readyz')).statusCode, { timeout: 10_000 }).toBe(200)
  const before = store.asked.filter(isAsked).length
  for (let turn = 0; turn < 5; turn++) await at.app.inject('/readyz')
  expect(store.asked.filter(isAsked).length).toBe(before)
  expect((await tus('HEAD', upload.location, {})).headers['upload-offset']).toBe('0')
  expect((await upload.send()).statusCode).toBe(204)
  expect(await detail(upload.id)).toMatchObject({ sha256: hash(bytes) })
})

test("playback during a store outage is a 503 and doesn't report the recording as missing", async () => {
  const video = await buildVideo(at.parts, person.actor, { container: 'mp4', durationMs: 90_000, playsInBrowser: true })
  const verify = () => verifyMedia({ db: at.parts.database.db, ...at.parts })
  store.disturb(() => 503)
  const refused = await get(`/api/videos/${video.id}/stream`)
  expect([refused.statusCode, refused.body]).toEqual(outage)
  await expect(verify()).rejects.toMatchObject({ code: 'unavailable' })
  store.disturb(() => {})
  expect((await get(`/api/videos/${video.id}/stream`)).statusCode).toBe(200)
  expect(await verify()).toEqual({ checked: 1, changed: [] })
})

test('an analysis waits for the end of an outage, even at its last attempt', async () => {
  const video = await buildVideo(at.parts, person.actor, { bytes: randomBytes(1000) })
  await person.call('POST', `/api/videos/${video.id}/reprocess`)
  const { rows } = await at.parts.database.pool.query<{ id: string }>('select id from analysis_runs')
  const run = { id: newId(), attempt: 3, payload: { runId: rows[0]!.id }, signal: new AbortController().signal }
  store.disturb(() => 503)
  await expect(analyzeVideo(at.parts, silent, run)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await detail(video.id)).toMatchObject({ status: 'processing', failureReason: null })
})

test('finds a changed and a missing recording in the bucket', async () => {
  const [changed, missing] = [await buildVideo(at.parts, person.actor), await buildVideo(at.parts, person.actor)]
  store.objects.get(originalKey(changed))!.at(-1)!.bytes[3]! ^= 1
  store.objects.delete(originalKey(missing))
  const report = await verifyMedia({ db: at.parts.database.db, ...at.parts })
  expect(report.changed.map(({ id, missing: isGone }) => [id, isGone]).toSorted()).toEqual(
    [
      [changed.id, false],
      [missing.id, true],
    ].toSorted(),
  )
})

const srt = `1
00:00:01,000 --> 00:00:03,000
THE COURT: Juror 12, would serving be a hardship for you?
`

test('analyzes a recording from the bucket, stores its files there, and destroys them all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-s3-film-'))
  const path = join(folder, 'film.mp4')
  const sources = ['testsrc2=size=160x90:rate=10:duration=4', 'anoisesrc=duration=4:amplitude=0.1:sample_rate=16000']
  const inputs = sources.flatMap((each) => ['-f', 'lavfi', '-i', each])
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...inputs, '-pix_fmt', 'yuv420p', path])
  const video = await buildVideo(at.parts, person.actor, { bytes: await readFile(path) })
  await rm(folder, { recursive: true })
  await person.call('PUT', `/api/videos/${video.id}/transcript`, { name: 'day 1.srt', text: srt })
  const { rows } = await at.parts.database.pool.query<{ id: string }>('select id from analysis_runs')
  const signal = new AbortController().signal
  await analyzeVideo(at.parts, silent, { id: newId(), attempt: 1, payload: { runId: rows[0]!.id }, signal })
  const done = await detail(video.id)
  expect(done).toMatchObject({ status: 'completed', duration: 4 })
  for (const url of [done.streamUrl, done.posterUrl, done.captionsUrl, done.waveform?.url])
    expect([url, (await get(url!)).statusCode]).toEqual([url, 200])
  expect((await get(`/api/videos/${video.id}/transcript`)).json<Turn[]>()).toMatchObject([{ speaker: 'THE COURT' }])
  expect([...store.objects.keys()].filter((key) => key.includes(video.id)).length).toBeGreaterThan(4)
  expect(await readdir(join(at.parts.config.DATA_DIR, 'work/scratch/held'))).toEqual([])

  await person.call('DELETE', `/api/videos/${video.id}`)
  await purgeVideo(at.parts, video)
  expect([...store.objects.keys()].filter((key) => key.includes(video.id))).toEqual([])
})

test('a case archive that is cut off leaves nothing in the bucket', async () => {
  const { database } = at.parts
  const sizeBytes = 40_000_000
  const cutOff = Readable.from(
    (async function* () {
      yield randomBytes(17_000_000)
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    })(),
  )
  const short = Readable.from([randomBytes(17_000_000)])
  for (const bytes of [cutOff, short])
    await expect(
      receiveArchive(at.parts, database.db, person.actor, { bytes, sizeBytes, caseNumber: null }),
    ).rejects.toThrow('The upload was incomplete. Upload the file again.')
  expect([...store.objects.keys()].filter((key) => key.startsWith('imports/'))).toEqual([])
  expect(store.uploads.size).toBe(0)
  expect((await database.pool.query('select from case_imports')).rowCount).toBe(0)
})
