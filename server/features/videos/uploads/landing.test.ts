import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { analysisListeners } from '#server/features/analysis/runs/runs.service.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { beginUpload } from '#test/tus.ts'
import { openUploads } from './uploads.ts'
import { maintainUploads } from './upkeep.ts'
import { buildCase, joinCase } from '../videos.factory.ts'

let at: TestApp
let lead: Person
let paralegal: Person
let administrator: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person({ role: 'member' })
  paralegal = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  administrator = await at.person({ firmId: lead.actor.firmId })
})
afterAll(() => at.close())

const bytes = Buffer.from('all the bytes of a long day in court')
const half = 12
async function begin() {
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, paralegal.actor, caseId, 'paralegal')
  const { videoId, send } = await beginUpload(at, paralegal, caseId, bytes.length)
  const plan = { type: 'jury_voir_dire', date: null }
  const { id: sessionId } = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<{ id: string }>()
  await at.parts.database.pool.query('insert into session_videos (video_id, session_id, position) values ($1, $2, 0)', [
    videoId,
    sessionId,
  ])
  expect((await send(bytes.subarray(0, half))).statusCode).toBe(204)
  return { caseId, sessionId, videoId, finish: () => send(bytes.subarray(half), half) }
}

test('a video whose case was archived during upload completes outside the case and notifies its uploader', async () => {
  const { caseId, finish, videoId } = await begin()
  expect((await lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })).statusCode).toBe(200)
  expect((await finish()).statusCode).toBe(204)

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
      title: 'Video not added to its case',
      message: expect.stringMatching(/^“State v. Example” was archived while day 1\.mp4 was uploading\./),
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

test('a case restored in time receives its video normally', async () => {
  const { caseId, sessionId, finish, videoId } = await begin()
  await lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })
  await lead.call('POST', `/api/cases/${caseId}/restore`)
  expect((await finish()).statusCode).toBe(204)
  expect((await lead.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()).toMatchObject({ caseId })
  const inSession = (await lead.call('GET', `/api/sessions/${sessionId}/videos`)).json<{ videoId: string }[]>()
  expect(inSession).toMatchObject([{ videoId }])
})

test('a video that moves to another case while its file is being stored stays there', async () => {
  const { caseId, finish, videoId } = await begin()
  const other = await buildCase(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, paralegal.actor, other, 'paralegal')
  await at.parts.database.pool.query('delete from session_videos where video_id = $1', [videoId])
  const adopt = at.parts.storage.adopt.bind(at.parts.storage)
  const statuses: number[] = []
  at.parts.storage.adopt = async (path, key) => {
    const moved = await paralegal.call('PATCH', `/api/videos/${videoId}`, { caseId: other })
    const removed = await lead.call('DELETE', `/api/cases/${caseId}/members/${paralegal.actor.userId}`)
    statuses.push(moved.statusCode, removed.statusCode)
    return adopt(path, key)
  }
  try {
    expect((await finish()).statusCode).toBe(204)
  } finally {
    at.parts.storage.adopt = adopt
  }
  expect(statuses).toEqual([200, 200])
  const found = (await lead.call('GET', `/api/videos/${videoId}`)).json<VideoDetail>()
  expect(found).toMatchObject({ caseId: other, status: 'processing' })
})

const ended = 'You can no longer add videos to this case. The upload was stopped and its file was deleted.'

const waysToLoseAccess: Record<string, (caseId: string) => Promise<{ statusCode: number }>> = {
  'taken off the case': (caseId) => lead.call('DELETE', `/api/cases/${caseId}/members/${paralegal.actor.userId}`),
  'made a viewer': (caseId) =>
    lead.call('PATCH', `/api/cases/${caseId}/members/${paralegal.actor.userId}`, { role: 'viewer' }),
  'the case was deleted': (caseId) => administrator.call('DELETE', `/api/cases/${caseId}`),
}

async function expectNothingLeft(videoId: string): Promise<void> {
  const { pool } = at.parts.database
  const { rows: left } = await pool.query(
    'select id from videos where id = $1 union all select video_id from session_videos where video_id = $1',
    [videoId],
  )
  expect(left).toEqual([])
  expect(await readdir(join(at.parts.config.DATA_DIR, 'uploads'))).not.toContain(videoId)
  const { rows: audit } = await pool.query('select action, actor_id from audit_events where entity_id = $1', [videoId])
  expect(audit).toEqual([{ action: 'video.upload_refused', actor_id: paralegal.actor.userId }])
}

for (const [way, lose] of Object.entries(waysToLoseAccess)) {
  test(`a chunked upload ends when its owner loses access: ${way}`, async () => {
    const { caseId, finish, videoId } = await begin()
    expect((await lose(caseId)).statusCode).toBe(200)
    const last = await finish()
    expect([last.statusCode, last.body]).toEqual([403, ended])
    await expectNothingLeft(videoId)
  })

  test(`a form upload ends when its owner loses access: ${way}`, async () => {
    const caseId = await buildCase(at.parts.database.db, lead.actor)
    await joinCase(at.parts.database.db, paralegal.actor, caseId, 'paralegal')
    const form = new PassThrough()
    const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"`
    const beginning = `${part('caseId')}\r\n\r\n${caseId}\r\n${part('videos')}; filename="a.mp4"\r\n\r\nhalf of`
    const end = ' the film\r\n--x--\r\n'
    const answer = at.app.inject({
      method: 'POST',
      url: '/api/videos/upload',
      headers: {
        cookie: paralegal.cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(beginning.length + end.length),
      },
      payload: form,
    })
    form.write(beginning)
    const find = async () =>
      (await at.parts.database.pool.query<{ id: string }>('select id from videos where case_id = $1', [caseId])).rows
    await expect.poll(find).toHaveLength(1)
    const [video] = await find()
    expect((await lose(caseId)).statusCode).toBe(200)
    form.end(end)
    const { statusCode, body } = await answer
    expect([statusCode, body]).toEqual([403, ended])
    await expectNothingLeft(video!.id)
  })
}

test('a complete upload ends after a restart if its owner was suspended meanwhile', async () => {
  const { finish, videoId } = await begin()
  const suspended = { status: 'suspended' }
  expect((await administrator.call('PATCH', `/api/team/${paralegal.actor.userId}`, suspended)).statusCode).toBe(200)
  expect((await finish()).statusCode).toBe(401)

  await writeFile(join(at.parts.config.DATA_DIR, 'uploads', videoId), bytes)
  const uploads = openUploads(at.parts, analysisListeners)
  await maintainUploads(uploads, (id, error) => expect.fail(`${id}: ${String(error)}`))
  uploads.folder.close()
  await expectNothingLeft(videoId)
})
