import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoDetail } from '#contract/videos.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildCase, joinCase } from './videos.factory.ts'

let at: TestApp
let lead: Person
let paralegal: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person({ role: 'member' })
  paralegal = await at.person({ firmId: lead.actor.firmId, role: 'member' })
})
afterAll(() => at.close())

const bytes = Buffer.from('all the bytes of a long day in court')
const half = 12
const patch = (location: string, offset: number, payload: Buffer) =>
  at.app.inject({
    method: 'PATCH',
    url: location,
    headers: {
      ...{ cookie: paralegal.cookie, 'tus-resumable': '1.0.0', 'upload-offset': String(offset) },
      'content-type': 'application/offset+octet-stream',
    },
    payload,
  })

/** Half of a video of the case, in a session of it. */
async function begin(): Promise<{ caseId: string; sessionId: string; location: string; videoId: string }> {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, paralegal.actor, caseId, 'paralegal')
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const created = await at.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...{ cookie: paralegal.cookie, 'tus-resumable': '1.0.0', 'upload-length': String(bytes.length) },
      'upload-metadata': `filename ${encode('day 1.mp4')},caseId ${encode(caseId)}`,
    },
  })
  expect(created.statusCode).toBe(201)
  const [location, videoId] = [created.headers.location!, String(created.headers['x-video-id'])]
  const plan = { type: 'jury_voir_dire', date: null }
  const { id: sessionId } = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<{ id: string }>()
  await at.parts.database.pool.query('insert into session_videos (video_id, session_id, position) values ($1, $2, 0)', [
    videoId,
    sessionId,
  ])
  expect((await patch(location, 0, bytes.subarray(0, half))).statusCode).toBe(204)
  return { caseId, sessionId, location, videoId }
}

test('a video whose case was archived while it came in is complete, outside the case, and its uploader is told', async () => {
  const { caseId, location, videoId } = await begin()
  expect((await lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })).statusCode).toBe(200)
  expect((await patch(location, half, bytes.subarray(half))).statusCode).toBe(204)

  expect((await paralegal.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()).toMatchObject({
    caseId: null,
    status: 'processing',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect((await lead.call('GET', `/api/videos/${videoId}`)).statusCode).toBe(404)
  const { rows: inSession } = await at.parts.database.pool.query('select from session_videos where video_id = $1', [
    videoId,
  ])
  expect(inSession).toEqual([])
  expect((await paralegal.call('GET', '/api/notifications')).json()).toMatchObject([
    {
      title: 'Video kept outside its case',
      message: expect.stringMatching(/^“State v. Example” was archived while day 1\.mp4 was being uploaded\./),
      actionUrl: `/videos/${videoId}`,
    },
  ])
  const { rows: audit } = await at.parts.database.pool.query(
    `select case_id, details::jsonb ->> 'keptOutOfCase' as kept from audit_events where entity_id = $1 and action = 'video.uploaded'`,
    [videoId],
  )
  expect(audit).toEqual([{ case_id: null, kept: caseId }])

  await lead.call('POST', `/api/cases/${caseId}/restore`)
  expect((await paralegal.call('PATCH', `/api/videos/${videoId}`, { caseId })).statusCode).toBe(200)
})

test('taken out of the archive in time, it enters its case as if nothing had been', async () => {
  const { caseId, sessionId, location, videoId } = await begin()
  await lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })
  await lead.call('POST', `/api/cases/${caseId}/restore`)
  expect((await patch(location, half, bytes.subarray(half))).statusCode).toBe(204)
  expect((await lead.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()).toMatchObject({ caseId })
  const inSession = (await lead.call('GET', `/api/sessions/${sessionId}/videos`)).json<{ videoId: string }[]>()
  expect(inSession).toMatchObject([{ videoId }])
})
