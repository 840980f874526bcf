import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ActivityEvent } from '#contract/cases/cases.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import type { PipelineStatus } from '#contract/operations/operations.ts'
import type { VideoAccess, VideoDetail } from '#contract/videos/videos.ts'
import { controlVerbs } from '#server/control-verbs.ts'
import { closeAccesses, getAccessLog } from '#server/features/audit/accesses.ts'
import { type Person, testApp, testPassword, type TestApp } from '#test/app.ts'
import { checkDue, checkOne } from './integrity.ts'
import { buildCase, buildVideo, joinCase } from './videos.factory.ts'
import { originalKey, videoFiles, videoPrefix, type VideoRow } from './videos.table.ts'

let at: TestApp
let administrator: Person
let lead: Person
let viewer: Person
let caseId: string
let port: number
const bytes = randomBytes(5_000_000)
const sha256Of = (file: Buffer) => createHash('sha256').update(file).digest('hex')
const checked = { container: 'mp4', durationMs: 90_000, playsInBrowser: true }

beforeAll(async () => {
  at = await testApp()
  administrator = await at.person()
  lead = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  viewer = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  caseId = await buildCase(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, viewer.actor, caseId, 'viewer')
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  port = (at.app.server.address() as AddressInfo).port
})
afterAll(() => at.close())

const build = () => buildVideo(at.parts, lead.actor, { ...checked, caseId, bytes })

async function flip(video: VideoRow): Promise<void> {
  const changed = Buffer.from(bytes)
  changed[1234]! ^= 1
  await at.parts.storage.put(originalKey(video), changed)
}

function receive(path: string, headers: Record<string, string> = {}, person = lead) {
  return new Promise<{ status: number; bytes: number; isWhole: boolean }>((resolve, reject) => {
    const call = httpRequest({ port, path, headers: { cookie: person.cookie, ...headers } }, (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => (received += chunk.length))
      response.on('error', () => {})
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, bytes: received, isWhole: response.complete }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

const detail = async ({ id }: VideoRow, person = lead) =>
  (await person.call('GET', `/api/videos/${id}`)).json<VideoDetail>()
const decide = ({ id }: VideoRow, person: Person, reason: string) =>
  person.call('POST', `/api/videos/${id}/integrity-decision`, { reason })
const events = async (id: string) =>
  (
    await at.parts.database.pool.query<{ action: string; details: string; reason: string | null }>(
      'select action, details, reason from audit_events where entity_id = $1 order by seq',
      [id],
    )
  ).rows
const actions = async (id: string) => (await events(id)).map(({ action }) => action)

test('a changed original is never downloaded whole, and the alarm is logged', async () => {
  const video = await build()
  expect(await receive(`/api/videos/${video.id}/download`)).toEqual({ status: 200, bytes: bytes.length, isWhole: true })
  await flip(video)
  const cut = await receive(`/api/videos/${video.id}/download`)
  expect(cut.isWhole).toBe(false)
  expect(cut.bytes).toBeLessThan(bytes.length)
  await expect.poll(() => actions(video.id)).toContain('video.integrity_changed')
  expect((await detail(video)).integrity).toMatchObject({ status: 'changed', isBlocked: true, mayDecide: true })
  const told = async (person: Person) =>
    (await person.call('GET', '/api/notifications'))
      .json<Notification[]>()
      .find(({ title }) => title === 'Stored recording changed')
  expect(await told(lead)).toMatchObject({
    message: expect.stringContaining(video.filename) as string,
    actionUrl: `/videos/${video.id}`,
  })
  // Administrators outside the case get only a link to open the case, not the file name.
  const outside = await told(administrator)
  expect(outside).toMatchObject({ actionUrl: `/cases/${caseId}` })
  expect(outside?.message).not.toContain(video.filename)
  expect((await decide(video, administrator, 'Known.')).statusCode).toBe(404)
  await administrator.call('POST', `/api/cases/${caseId}/break-glass`, { reason: 'To decide on a changed recording.' })
  expect((await decide(video, administrator, 'Known.')).statusCode).toBe(200)
})

test('its alarm stays behind the wall of the case, or goes to the uploader if there is no case', async () => {
  const { db, pool } = at.parts.database
  const news = async (person: Person) =>
    (await person.call('GET', '/api/notifications')).json<Notification[]>().map(({ actionUrl }) => actionUrl)
  const second = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, second.actor, caseId, 'lead')
  const video = await build()
  await flip(video)
  await checkOne(at.parts, video.id)
  expect(await news(second)).toEqual([`/videos/${video.id}`])
  await pool.query('delete from case_members where user_id = $1', [second.actor.userId])
  expect(await news(second)).toEqual([])

  const own = await buildVideo(at.parts, second.actor, { ...checked, bytes })
  await flip(own)
  await checkOne(at.parts, own.id)
  expect(await news(second)).toEqual([`/videos/${own.id}`])
})

test('a changed original downloaded in parts is never delivered whole', async () => {
  const video = await build()
  const digest = vi.spyOn(at.parts.storage, 'digest')
  const { pool } = at.parts.database
  const queued = async () =>
    (await pool.query<{ data: unknown }>(`select data from pgboss.job where name like 'media-check%'`)).rows
  const parts = () =>
    Promise.all(
      ['bytes=0-4999990', 'bytes=4999991-'].map((range) => receive(`/api/videos/${video.id}/download`, { range })),
    )
  await checkOne(at.parts, video.id)
  digest.mockClear()
  for (let times = 0; times < 2; times++)
    expect((await parts()).map((each) => [each.status, each.bytes])).toEqual([
      [206, 4_999_991],
      [206, 9],
    ])
  expect(digest).toHaveBeenCalledTimes(1)
  expect(await queued()).toEqual([])
  await pool.query(`update media_checks set checked_at = now() - interval '2 days' where video_id = $1`, [video.id])
  await flip(video)
  expect((await receive(`/api/videos/${video.id}/stream`, { range: 'bytes=4999991-' })).isWhole).toBe(true)
  expect((await receive(`/api/videos/${video.id}/download`, { range: 'bytes=0-4999990' })).isWhole).toBe(true)
  expect(JSON.stringify(await queued())).toContain(video.id)
  const last = await receive(`/api/videos/${video.id}/download`, { range: 'bytes=4999991-' })
  expect([last.bytes, last.isWhole]).toEqual([0, false])
  await expect.poll(() => actions(video.id)).toContain('video.integrity_changed')
  expect((await receive(`/api/videos/${video.id}/download`, { range: 'bytes=0-9' })).status).toBe(409)
})

test('a changed recording blocks ranges and exports until someone allows it for a reason', async () => {
  const video = await build()
  await flip(video)
  const scope = { kind: 'video', id: video.id }
  const { changed } = await controlVerbs['verify-media'](at.parts, { ids: [video.id] })
  expect(changed).toEqual([{ id: video.id, filename: video.filename, file: 'original', missing: false }])
  await controlVerbs['verify-media'](at.parts, { ids: [video.id] })
  expect(await actions(video.id)).toEqual(['video.integrity_changed'])

  for (const range of ['bytes=0-9', 'bytes=-5', 'bytes= 0-'])
    expect((await receive(`/api/videos/${video.id}/stream`, { range })).status).toBe(409)
  expect((await receive(`/api/videos/${video.id}/download`)).status).toBe(409)
  const order = { type: 'csv', template: 'transcript', scope }
  const refused = await lead.call('POST', '/api/exports', order)
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringContaining('has changed since it was received'),
  ])

  expect((await decide(video, viewer, 'It is fine.')).statusCode).toBe(403)
  expect((await decide(video, lead, ' ')).statusCode).toBe(400)
  expect((await decide(video, lead, 'Compared with the court’s copy by ear.')).statusCode).toBe(200)
  expect((await detail(video)).integrity).toMatchObject({
    status: 'changed',
    isBlocked: false,
    decision: { reason: 'Compared with the court’s copy by ear.' },
  })
  expect((await events(video.id)).at(-1)).toMatchObject({
    action: 'video.integrity_decided',
    reason: 'Compared with the court’s copy by ear.',
  })
  expect((await receive(`/api/videos/${video.id}/stream`, { range: 'bytes=0-9' })).status).toBe(206)
  expect((await receive(`/api/videos/${video.id}/download`)).isWhole).toBe(true)

  await at.parts.storage.put(originalKey(video), bytes)
  expect(await controlVerbs['verify-media'](at.parts, { ids: [video.id] })).toEqual({ checked: 1, changed: [] })
  expect((await detail(video)).integrity).toMatchObject({ status: 'ok', decision: null })
  await at.parts.storage.remove(originalKey(video))
  expect(await controlVerbs['verify-media'](at.parts, { ids: [video.id] })).toMatchObject({
    changed: [{ missing: true }],
  })
})

test('checks playback copies like originals', async () => {
  const video = await build()
  const film = randomBytes(2_500_000)
  const key = `${videoPrefix(video)}derived/run-1/proxy.mp4`
  await at.parts.storage.put(key, film)
  await at.parts.database.db.insert(videoFiles).values({
    videoId: video.id,
    kind: 'proxy',
    key,
    mime: 'video/mp4',
    sizeBytes: film.length,
    sha256: sha256Of(film),
  })
  const verify = () => controlVerbs['verify-media'](at.parts, { ids: [video.id] })
  expect(await verify()).toEqual({ checked: 1, changed: [] })
  expect((await detail(video)).integrity).toMatchObject({ status: 'ok', checkedAt: expect.any(String) as string })
  const stream = `/api/videos/${video.id}/stream`
  expect(await receive(stream)).toEqual({ status: 200, bytes: film.length, isWhole: true })

  const changed = Buffer.from(film)
  changed[2_400_000]! ^= 1
  await at.parts.storage.put(key, changed)
  const cut = await receive(stream)
  expect([cut.isWhole, cut.bytes < film.length]).toEqual([false, true])
  await expect.poll(() => actions(video.id)).toContain('video.integrity_changed')
  expect((await detail(video)).integrity).toMatchObject({
    status: 'changed',
    isBlocked: true,
    changed: [{ file: 'film', isMissing: false }],
  })
  expect((await receive(stream, { range: 'bytes=0-9' })).status).toBe(409)
  const order = { type: 'csv', template: 'transcript', scope: { kind: 'video', id: video.id } }
  expect((await lead.call('POST', '/api/exports', order)).statusCode).toBe(409)
  expect(await verify()).toMatchObject({ changed: [{ file: 'film', missing: false }] })
  expect((await decide(video, lead, 'The original is whole.')).statusCode).toBe(200)
  expect(await receive(stream)).toEqual({ status: 200, bytes: film.length, isWhole: true })

  await at.parts.storage.put(key, film)
  expect(await verify()).toEqual({ checked: 1, changed: [] })
  await at.parts.database.pool.query('update video_files set sha256 = null where video_id = $1', [video.id])
  expect(await verify()).toEqual({ checked: 1, changed: [] })
  await at.parts.storage.put(key, changed)
  expect(await verify()).toMatchObject({ changed: [{ file: 'film' }] })
})

test.for([
  ['emptied', (video: VideoRow) => at.parts.storage.put(originalKey(video), Buffer.alloc(0)), 409],
  ['missing', (video: VideoRow) => at.parts.storage.remove(originalKey(video)), 404],
] as const)('requesting an original that is %s raises the alarm', async ([, lose, status]) => {
  const video = await build()
  await lose(video)
  expect((await receive(`/api/videos/${video.id}/download`)).status).toBe(status)
  expect(await actions(video.id)).toContain('video.integrity_changed')
  expect((await detail(video)).integrity).toMatchObject({ status: 'changed', isBlocked: true })
})

test('the operations view counts checked files and since when', async () => {
  const read = async () => (await lead.call('GET', '/api/pipeline/status')).json<PipelineStatus>().integrity!
  await checkDue(at.parts, new AbortController().signal)
  const before = await read()
  expect(before).toMatchObject({ unchecked: 0, oldestCheckAt: expect.any(String) as string })
  const video = await build()
  expect(await read()).toEqual({ ...before, unchecked: 1 })
  await flip(video)
  await checkDue(at.parts, new AbortController().signal)
  await at.parts.database.pool.query(
    `update media_checks set checked_at = '2026-01-02T03:04:05Z' where video_id = $1`,
    [video.id],
  )
  expect(await read()).toEqual({ ...before, changed: before.changed + 1, oldestCheckAt: '2026-01-02T03:04:05.000Z' })
})

test('the schedule checks the longest-waiting file and finds the flipped byte', async () => {
  const video = await build()
  expect((await detail(video)).integrity).toMatchObject({ status: 'unchecked', checkedAt: null })
  await flip(video)
  await checkDue(at.parts, new AbortController().signal)
  expect((await detail(video)).integrity).toMatchObject({ status: 'changed', checkedAt: expect.any(String) as string })
})

test("a file that can't be read doesn't keep the others from being checked", async () => {
  const [broken, changed] = [await build(), await build()]
  const path = join(at.parts.config.DATA_DIR, 'files', originalKey(broken))
  await rm(path)
  await mkdir(path)
  await flip(changed)
  await expect(checkDue(at.parts, new AbortController().signal)).rejects.toThrow(broken.id)
  expect((await detail(changed)).integrity).toMatchObject({ status: 'changed' })
  await rm(path, { recursive: true })
  await checkDue(at.parts, new AbortController().signal)
})

test('the case archive rejects a changed recording', async () => {
  const video = await build()
  const own = await buildCase(at.parts.database.db, lead.actor)
  await at.parts.database.pool.query('update videos set case_id = $1 where id = $2', [own, video.id])
  await flip(video)
  await expect(
    controlVerbs['case-export'](at.parts, { caseId: own, out: `${at.parts.config.DATA_DIR}/case.zip` }),
  ).rejects.toThrow('has changed since it was received')
})

test('logs one access per person, file, and half hour, with the bytes sent', async () => {
  const video = await build()
  const stream = `/api/videos/${video.id}/stream`
  for (const range of ['bytes=-100', 'bytes= 0-99', 'bytes=1000000-1000099', 'bytes=0-99'])
    expect((await receive(stream, { range })).bytes).toBe(100)
  await receive(stream, { range: 'bytes=0-0' }, viewer)
  await receive(`/api/videos/${video.id}/download`)
  expect(await actions(video.id)).toEqual(['video.viewed', 'video.viewed', 'video.downloaded'])
  const { db, pool } = at.parts.database
  await getAccessLog(db).flush()
  const rows = await pool.query<{ file: string; bytes: number }>(
    'select file, bytes from file_accesses where entity_id = $1 order by opened_at',
    [video.id],
  )
  expect(rows.rows).toEqual([
    { file: 'original, viewed', bytes: 400 },
    { file: 'original, viewed', bytes: 1 },
    { file: 'original, downloaded', bytes: bytes.length },
  ])

  await closeAccesses(db)
  expect(await actions(video.id)).toHaveLength(3)
  await pool.query(
    `update file_accesses set opened_at = now() - interval '31 minutes', last_at = now() - interval '5 minutes'`,
  )
  await closeAccesses(db)
  await closeAccesses(db)
  const ended = (await events(video.id)).filter(({ action }) => action === 'video.access_ended')
  expect(
    ended.map(({ details }) => (JSON.parse(details) as { bytes: number }).bytes).toSorted((a, b) => a - b),
  ).toEqual([1, 400, bytes.length])
  const activity = (await lead.call('GET', `/api/cases/${caseId}/activity`)).json<ActivityEvent[]>()
  expect(activity.map(({ action }) => action)).toEqual(expect.arrayContaining(['video.viewed', 'video.access_ended']))
})

test('lists who was sent what, when, and how many bytes, by page', async () => {
  const video = await build()
  await receive(`/api/videos/${video.id}/stream`, { range: 'bytes=-100' })
  await receive(`/api/videos/${video.id}/stream`, { range: 'bytes= 0-' }, viewer)
  await receive(`/api/videos/${video.id}/download`)
  const list = (query: string, person = lead) => person.call('GET', `/api/videos/${video.id}/accesses${query}`)
  // Byte counts are written asynchronously.
  await expect
    .poll(async () => {
      await getAccessLog(at.parts.database.db).flush()
      return (await list('')).json<VideoAccess[]>().reduce((sum, each) => sum + each.bytes, 0)
    })
    .toBe(2 * bytes.length + 100)
  const first = await list('?limit=2')
  const [id, time] = [expect.any(String) as string, expect.any(String) as string]
  const person = lead.account.name
  expect(first.json<VideoAccess[]>()).toEqual([
    { id, person, inAnotherCase: false, use: 'downloaded', file: 'original', at: time, bytes: bytes.length },
    {
      id,
      person: viewer.account.name,
      inAnotherCase: false,
      use: 'viewed',
      file: 'original',
      at: time,
      bytes: bytes.length,
    },
  ])
  const cursor = first.headers['x-next-cursor'] as string
  const second = await list(`?limit=2&cursor=${cursor}`)
  expect(second.json<VideoAccess[]>()).toMatchObject([{ person, use: 'viewed', bytes: 100 }])
  expect(second.headers['x-next-cursor']).toBeUndefined()
  expect([(await detail(video)).may.readAccesses, (await detail(video, viewer)).may.readAccesses]).toEqual([
    true,
    false,
  ])
  expect((await list('', viewer)).statusCode).toBe(403)
  expect((await list('', await at.person())).statusCode).toBe(404)
})

test('withholds who used a recording while it was in another case', async () => {
  const video = await build()
  await receive(`/api/videos/${video.id}/download`)
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  expect((await lead.call('PATCH', `/api/videos/${video.id}`, { caseId })).statusCode).toBe(200)
  await receive(`/api/videos/${video.id}/download`)
  const list = (await lead.call('GET', `/api/videos/${video.id}/accesses`)).json<VideoAccess[]>()
  expect(list).toMatchObject([
    { person: lead.account.name, inAnotherCase: false, use: 'downloaded' },
    { person: null, inAnotherCase: true, use: 'downloaded' },
  ])
})

test('lists a download with an API token as a download', async () => {
  const video = await build()
  const { token } = (
    await lead.call('POST', '/api/auth/tokens', {
      ...{ name: 'Script', scopes: ['read'], days: null, password: testPassword },
    })
  ).json<{ token: string }>()
  const url = `/api/videos/${video.id}/download`
  const headers = { authorization: `Bearer ${token}` }
  expect((await at.app.inject({ url, headers })).rawPayload).toEqual(bytes)
  const list = (await lead.call('GET', `/api/videos/${video.id}/accesses`)).json<VideoAccess[]>()
  expect(list).toMatchObject([{ person: lead.account.name, use: 'downloaded', file: 'original' }])
})

test('commits the access event before sending the first byte', async () => {
  const video = await build()
  const { pool } = at.parts.database
  await pool.query('alter table file_accesses rename to file_accesses_away')
  const refused = await receive(`/api/videos/${video.id}/stream`, { range: 'bytes=0-9' })
  await pool.query('alter table file_accesses_away rename to file_accesses')
  expect([refused.status, refused.isWhole]).toEqual([500, true])
})
