import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadResult } from '#contract/videos/uploads.ts'
import type { VideoDetail, VideoSummary } from '#contract/videos/videos.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildCase, joinCase } from '../videos.factory.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({ MAX_UPLOAD_GB: '0.001', QUOTA_GB: '0.002' })
})
afterAll(() => at.close())

type Part = [name: string, value: string] | [name: string, bytes: Buffer | string, filename: string]

async function upload(person: Person | null, parts: Part[]) {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (filename === undefined) form.append(name, String(value))
    else form.append(name, new Blob([value]), filename)
  }
  const encoded = new Response(form)
  return at.app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { 'content-type': encoded.headers.get('content-type')!, ...(person ? { cookie: person.cookie } : {}) },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const list = async (person: Person) => (await person.call('GET', '/api/videos')).json<VideoSummary[]>()
const leftovers = async () => readdir(join(at.parts.config.DATA_DIR, 'uploads')).catch(() => [])

test('receives several files: hashes, stores, queues, and logs them', async () => {
  const person = await at.person()
  const response = await upload(person, [
    ['videos', 'first film', 'day 1.mp4'],
    ['videos', Buffer.alloc(700_000, 7), '../../etc/passwd'],
  ])
  expect(response.statusCode).toBe(200)
  const { videos, refused } = response.json<UploadResult>()
  expect(refused).toEqual([])
  expect(videos).toMatchObject([
    {
      index: 0,
      filename: 'day 1.mp4',
      size: 10,
      sha256: createHash('sha256').update('first film').digest('hex'),
      sameBytesAs: [],
    },
    { index: 1, size: 700_000 },
  ])
  expect(await list(person)).toMatchObject([
    { id: videos[1]!.id, status: 'processing', progress: 0, size: 700_000 },
    { id: videos[0]!.id, filename: 'day 1.mp4', status: 'processing', duration: null, analysis: null },
  ])
  const bytes = await at.app.inject({
    url: `/api/videos/${videos[0]!.id}/download`,
    headers: { cookie: person.cookie },
  })
  expect(bytes.body).toBe('first film')
  const audit = await at.parts.database.pool.query(
    `select action, details from audit_events where entity_id = $1 order by seq`,
    [videos[0]!.id],
  )
  expect(audit.rows).toMatchObject([{ action: 'video.uploaded' }, { action: 'video.downloaded' }])
  expect(audit.rows[0].details).toContain(videos[0]!.sha256)
  expect(await leftovers()).toEqual([])
})

test('warns of identical files the user can see', async () => {
  const person = await at.person()
  const stranger = await at.person()
  const first = (await upload(person, [['videos', 'twin', 'a.mp4']])).json<UploadResult>().videos[0]!
  expect((await upload(stranger, [['videos', 'twin', 'b.mp4']])).json<UploadResult>().videos[0]!.sameBytesAs).toEqual(
    [],
  )
  const again = (await upload(person, [['videos', 'twin', 'c.mp4']])).json<UploadResult>().videos[0]!
  expect(again.sameBytesAs).toEqual([{ id: first.id, filename: 'a.mp4' }])
  const detail = (await person.call('GET', `/api/videos/${again.id}`)).json<VideoDetail>()
  expect(detail.sameBytesAs).toEqual([{ id: first.id, filename: 'a.mp4' }])
})

test('rejects bad files with a reason and receives the others', async () => {
  const person = await at.person()
  const response = await upload(person, [
    ['videos', '', 'empty.mp4'],
    ['videos', Buffer.alloc(1_200_000), 'huge.mp4'],
    ['videos', 'good', 'good.mp4'],
    ['videos', 'x', `${'long'.repeat(64)}.mp4`],
  ])
  const { videos, refused } = response.json<UploadResult>()
  expect(videos).toMatchObject([{ index: 2, filename: 'good.mp4' }])
  expect(refused).toMatchObject([
    { index: 0, filename: 'empty.mp4', reason: 'The file is empty. Choose another file.' },
    { index: 1, filename: 'huge.mp4', reason: 'The file is larger than the 0.001 GB limit.' },
    { index: 3, reason: expect.stringContaining('up to 255 characters. This one has 260') },
  ])
  expect(await list(person)).toHaveLength(1)
  expect(await leftovers()).toEqual([])
})

test('returns an error if nothing was received', async () => {
  const person = await at.person()
  const empty = await upload(person, [['videos', '', 'empty.mp4']])
  expect([empty.statusCode, empty.body]).toEqual([400, 'The file is empty. Choose another file.'])
  const none = await upload(person, [['caseId', '']])
  expect([none.statusCode, none.body]).toEqual([400, 'Choose at least one file.'])
  const wrongField = await upload(person, [['file', 'x', 'a.mp4']])
  expect([wrongField.statusCode, wrongField.body]).toEqual([400, 'Send files in the “videos” field.'])
  const nul = await upload(person, [['videos', 'x', 'a\0.mp4']])
  expect([nul.statusCode, nul.body]).toEqual([400, expect.stringContaining('characters that can’t be stored')])
  const json = await person.call('POST', '/api/videos/upload', { videos: [] })
  expect([json.statusCode, json.body]).toEqual([415, expect.stringContaining('multipart form data')])
  const torn = await at.app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=x', cookie: person.cookie },
    payload: '--x\r\ncontent-disposition: form-data; name="videos"; filename="a.mp4"\r\n\r\nhalf a fi',
  })
  expect([torn.statusCode, torn.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
  expect(await list(person)).toEqual([])
  expect(await leftovers()).toEqual([])
})

test('requires sign-in', async () => {
  expect((await upload(null, [['videos', 'x', 'a.mp4']])).statusCode).toBe(401)
})

test('members can upload to a case once recording permission is declared', async () => {
  const lead = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, viewer.actor, caseId, 'viewer')

  const ok = await upload(lead, [
    ['caseId', caseId],
    ['videos', 'in a case', 'a.mp4'],
  ])
  expect(ok.statusCode).toBe(200)
  expect(await list(viewer)).toMatchObject([{ caseId }])

  const forbidden = await upload(viewer, [
    ['caseId', caseId],
    ['videos', 'x', 'a.mp4'],
  ])
  expect([forbidden.statusCode, forbidden.body]).toEqual([
    403,
    'Only the lead, an attorney, a paralegal, or a consultant on this case can add videos to it.',
  ])
  const foreign = await upload(await at.person(), [
    ['caseId', caseId],
    ['videos', 'x', 'a.mp4'],
  ])
  const missing = await upload(lead, [
    ['caseId', newId()],
    ['videos', 'x', 'a.mp4'],
  ])
  expect(foreign.statusCode).toBe(404)
  expect(foreign.body).toBe(missing.body)

  const undeclared = await buildCase(db, lead.actor, { declared: false })
  const early = await upload(lead, [
    ['caseId', undeclared],
    ['videos', 'x', 'a.mp4'],
  ])
  expect([early.statusCode, early.body]).toEqual([409, expect.stringContaining('recording permission')])
  const nonsense = await upload(lead, [
    ['caseId', 'the first'],
    ['videos', 'x', 'a.mp4'],
  ])
  expect([nonsense.statusCode, nonsense.body]).toEqual([400, 'Choose a case from the list.'])
})

test("enforces the firm's quota without counting deleted videos", async () => {
  const person = await at.person()
  const file = Buffer.alloc(900_000)
  const [first] = (await upload(person, [['videos', file, '1.mp4']])).json<UploadResult>().videos
  await upload(person, [['videos', file, '2.mp4']])
  const full = await upload(person, [['videos', file, '3.mp4']])
  expect([full.statusCode, full.body]).toEqual([507, expect.stringContaining('doesn’t fit in your firm’s 0.002 GB')])
  const limits = (await person.call('GET', '/api/upload-limits')).json()
  expect(limits).toMatchObject({ quotaLeftBytes: Math.round(0.002 * 1024 ** 3) - 1_800_000 })
  await person.call('DELETE', `/api/videos/${first!.id}`)
  expect((await upload(person, [['videos', file, '3.mp4']])).statusCode).toBe(200)
})

test("forms without a length can't bypass the quota, even in parallel", async () => {
  const person = await at.person()
  const form = new FormData()
  form.append('videos', new Blob([Buffer.alloc(900_000)]), '1.mp4')
  const encoded = new Response(form)
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const sendChunked = () =>
    at.app.inject({
      method: 'POST',
      url: '/api/videos/upload',
      headers: { 'content-type': encoded.headers.get('content-type')!, cookie: person.cookie },
      payload: Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]),
    })
  const answers = await Promise.all([1, 2, 3, 4].map(sendChunked))
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    answers.map(() => [411, 'Send the form with a Content-Length header.']),
  )
  expect(await list(person)).toEqual([])
  expect(await leftovers()).toEqual([])
})
