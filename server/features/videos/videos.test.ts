import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoDetail, VideoSummary } from '#contract/videos/videos.ts'
import { buildAnalysis, buildRun } from '#server/features/analysis/analysis.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildCase, buildVideo, joinCase } from './videos.factory.ts'
import { purgeVideo, videosToPurge } from './videos.service.ts'
import { originalKey } from './videos.table.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const db = () => at.parts.database.db
const call = (person: Person, method: 'DELETE' | 'POST' | 'PATCH' | 'GET', id: string, path = '', body?: object) =>
  person.call(method, `/api/videos/${id}${path}`, body)
const listed = async (person: Person) =>
  (await person.call('GET', '/api/videos')).json<VideoSummary[]>().map((each) => each.id)
const colleague = (person: Person) => at.person({ firmId: person.actor.firmId, role: 'member' })

test.for(['uploading', 'queued', 'running', 'completed', 'failed', 'cancelled'] as const)(
  'deletes a video that is %s',
  async (status) => {
    const person = await at.person()
    const uploading = status === 'uploading'
    const video = await buildVideo(at.parts, person.actor, uploading ? { receivedAt: null, sha256: null } : {})
    if (status === 'completed') await buildAnalysis(db(), video.id)
    else if (!uploading) await buildRun(db(), video.id, { state: status })

    expect((await call(person, 'DELETE', video.id)).json()).toEqual({ ok: true })
    expect(await listed(person)).toEqual([])
    for (const path of ['', '/download', '/findings', '/transcript'])
      expect((await call(person, 'GET', video.id, path)).statusCode).toBe(404)
    expect((await call(person, 'DELETE', video.id)).statusCode).toBe(404)
    const { rows } = await at.parts.database.pool.query(
      `select count(*)::int from analysis_runs where video_id = $1 and state in ('queued', 'running')`,
      [video.id],
    )
    expect(rows[0].count).toBe(0)
    expect(await at.parts.storage.size(originalKey(video))).toBe(uploading ? null : video.sizeBytes)
  },
)

test('restoring keeps results and resumes stopped work', async () => {
  const person = await at.person()
  const done = await buildVideo(at.parts, person.actor)
  await buildAnalysis(db(), done.id)
  const working = await buildVideo(at.parts, person.actor)
  await call(person, 'POST', working.id, '/reprocess')
  for (const { id } of [done, working]) {
    await call(person, 'DELETE', id)
    expect((await call(person, 'POST', id, '/restore')).json()).toEqual({ ok: true })
    expect((await call(person, 'POST', id, '/restore')).statusCode).toBe(404)
  }
  expect((await call(person, 'GET', done.id)).json<VideoDetail>().status).toBe('completed')
  expect((await call(person, 'GET', working.id)).json<VideoDetail>().status).toBe('processing')
  const { rows } = await at.parts.database.pool.query(
    'select action from audit_events where entity_id = $1 order by seq',
    [done.id],
  )
  expect(rows.map((row) => row.action)).toEqual(['video.deleted', 'video.restored'])
})

test('those who can delete a video can restore it, and no one else can', async () => {
  const administrator = await at.person()
  const { firmId } = administrator.actor
  const caseId = await buildCase(db(), administrator.actor)
  const person = () => at.person({ firmId, role: 'member' })
  const [uploader, attorney, viewer] = [await person(), await person(), await person()]
  await joinCase(db(), uploader.actor, caseId, 'paralegal')
  await joinCase(db(), attorney.actor, caseId, 'attorney')
  await joinCase(db(), viewer.actor, caseId, 'viewer')
  const outsideAdministrator = await at.person({ firmId })
  const { id } = await buildVideo(at.parts, uploader.actor, { caseId })
  const restore = async (who: Person) => {
    await at.parts.database.pool.query('update videos set deleted_at = now() where id = $1', [id])
    return (await call(who, 'POST', id, '/restore')).statusCode
  }
  for (const [who, status] of [
    [administrator, 200],
    [attorney, 200],
    [uploader, 200],
    [viewer, 403],
    [outsideAdministrator, 404],
    [await at.person(), 404],
  ] as const)
    expect(await restore(who)).toBe(status)
  const { pool } = at.parts.database
  await pool.query(`update case_members set role = 'viewer' where user_id = $1`, [uploader.actor.userId])
  expect(await restore(uploader)).toBe(403)
  await pool.query('delete from case_members where user_id = $1', [uploader.actor.userId])
  expect(await restore(uploader)).toBe(404)
})

test('the lead finds a video that was kept out of the case once its uploader has left', async () => {
  const administrator = await at.person()
  const [lead, uploader] = [await colleague(administrator), await colleague(administrator)]
  const caseId = await buildCase(db(), lead.actor)
  await joinCase(db(), uploader.actor, caseId, 'paralegal')
  const { id } = await buildVideo(at.parts, uploader.actor, { keptOutOf: caseId })
  const statuses = async () => [
    (await call(lead, 'GET', id)).statusCode,
    (await call(administrator, 'GET', id)).statusCode,
  ]
  expect(await statuses()).toEqual([404, 404])
  expect((await administrator.call('DELETE', `/api/team/${uploader.actor.userId}`, {})).statusCode).toBe(200)
  expect(await statuses()).toEqual([200, 404])
  expect((await lead.call('PATCH', `/api/videos/${id}`, { caseId })).statusCode).toBe(200)
})

test("a lead or attorney can delete any video, a paralegal only today's own", async () => {
  const lead = await at.person()
  const caseId = await buildCase(db(), lead.actor)
  const [paralegal, consultant] = [await colleague(lead), await colleague(lead)]
  await joinCase(db(), paralegal.actor, caseId, 'paralegal')
  await joinCase(db(), consultant.actor, caseId, 'consultant')
  const ofLead = await buildVideo(at.parts, lead.actor, { caseId })
  const own = await buildVideo(at.parts, paralegal.actor, { caseId })
  const old = await buildVideo(at.parts, paralegal.actor, { caseId, createdAt: new Date(Date.now() - 25 * 3_600_000) })
  const words =
    'Paralegals can delete only their own videos, within 24 hours of uploading. Ask the case lead or an attorney.'
  for (const { id } of [ofLead, old]) {
    const refused = await call(paralegal, 'DELETE', id)
    expect([refused.statusCode, refused.body]).toEqual([403, words])
  }
  expect((await call(paralegal, 'DELETE', own.id)).statusCode).toBe(200)
  const refused = await call(consultant, 'DELETE', ofLead.id)
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    'Only the lead or an attorney on this case can delete its videos.',
  ])
  expect((await call(lead, 'DELETE', ofLead.id)).statusCode).toBe(200)
})

test('moves a video into and out of a case', async () => {
  const person = await at.person()
  const administrator = await at.person({ firmId: person.actor.firmId })
  const caseId = await buildCase(db(), person.actor)
  const { id } = await buildVideo(at.parts, person.actor)
  expect(await listed(administrator)).toEqual([id])
  expect((await call(person, 'PATCH', id, '', { caseId })).json()).toEqual({ ok: true })
  expect((await call(person, 'GET', id)).json()).toMatchObject({ caseId, caseTitle: 'State v. Example' })
  expect(await listed(administrator)).toEqual([])
  expect((await call(person, 'PATCH', id, '', { caseId: null })).statusCode).toBe(200)
  expect(await listed(administrator)).toEqual([id])

  const undeclared = await buildCase(db(), person.actor, { declared: false })
  const archived = await buildCase(db(), person.actor)
  await at.parts.database.pool.query(`update cases set status = 'archived' where id = $1`, [archived])
  const viewed = await buildCase(db(), person.actor, { role: 'viewer' })
  const foreign = await buildCase(db(), (await at.person()).actor)
  const refusals: [unknown, number, string][] = [
    [undeclared, 409, 'Confirm the recording permission for this case before you upload'],
    [archived, 423, 'archived'],
    [viewed, 403, 'can add videos to it'],
    [foreign, 404, 'This case doesn’t exist or you don’t have access to it.'],
    [newId(), 404, 'This case doesn’t exist or you don’t have access to it.'],
    ['mine', 400, 'Case must be a valid ID.'],
    [undefined, 400, 'Case is required.'],
  ]
  for (const [target, status, words] of refusals) {
    const refused = await call(person, 'PATCH', id, '', { caseId: target })
    expect([refused.statusCode, refused.body]).toEqual([status, expect.stringContaining(words)])
  }
})

test("a consultant can't take a video out of a case", async () => {
  const lead = await at.person()
  const consultant = await colleague(lead)
  const caseId = await buildCase(db(), lead.actor)
  await joinCase(db(), consultant.actor, caseId, 'consultant')
  const { id } = await buildVideo(at.parts, consultant.actor, { caseId })
  expect((await call(consultant, 'PATCH', id, '', { caseId: null })).statusCode).toBe(403)
})

test('returns the same 404 to another firm and to nonmembers, and requires sign-in', async () => {
  const person = await at.person()
  const { id } = await buildVideo(at.parts, person.actor)
  const missing = await call(person, 'GET', newId())
  expect([missing.statusCode, missing.body]).toEqual([404, 'This video doesn’t exist or you don’t have access to it.'])
  for (const other of [await at.person(), await colleague(person)]) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['PATCH', '', { caseId: null }],
      ['POST', '/restore', undefined],
    ] as const) {
      const refused = await call(other, method, id, path, body)
      expect([refused.statusCode, refused.body]).toEqual([404, missing.body])
    }
  }
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PATCH', ''],
    ['POST', '/restore'],
  ] as const) {
    expect((await at.app.inject({ method, url: `/api/videos/${id}${path}` })).statusCode).toBe(401)
  }
  expect((await at.app.inject({ url: '/api/upload-limits' })).statusCode).toBe(401)
})

test('destroys a deleted video on schedule and logs it', async () => {
  const person = await at.person()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const gone = await buildVideo(at.parts, person.actor, { deletedAt: daysAgo(31), deletedBy: person.actor.userId })
  const kept = await buildVideo(at.parts, person.actor, { deletedAt: daysAgo(29), deletedBy: person.actor.userId })
  await buildAnalysis(db(), gone.id)
  const due = await videosToPurge(db(), 30)
  expect(due.map((each) => each.id)).toEqual([gone.id])
  expect((await call(person, 'POST', gone.id, '/restore')).statusCode).toBe(404)
  await purgeVideo(at.parts, due[0]!)
  await purgeVideo(at.parts, due[0]!)
  expect(await at.parts.storage.size(originalKey(gone))).toBeNull()
  expect(await at.parts.storage.size(originalKey(kept))).toBe(kept.sizeBytes)
  const { rows } = await at.parts.database.pool.query('select action, details from audit_events where entity_id = $1', [
    gone.id,
  ])
  expect(rows).toMatchObject([{ action: 'video.destroyed' }])
  expect((await call(person, 'POST', gone.id, '/restore')).statusCode).toBe(404)
  expect((await call(person, 'POST', kept.id, '/restore')).statusCode).toBe(200)
})
