import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { testApp, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({
    QUOTA_GB: '2',
    DELETED_KEEP_DAYS: '45',
    SPEECH_URL: 'http://10.0.0.7:8080/v1?key=secret',
    SPEECH_MODEL: 'whisper-large',
  })
})
afterAll(() => at.close())

test("sums a firm's storage and no other firm's", async () => {
  const [person, stranger] = [await at.person(), await at.person()]
  const { pool } = at.parts.database
  const videos = [await buildVideo(at.parts, person.actor), await buildVideo(at.parts, person.actor)]
  await buildVideo(at.parts, stranger.actor)
  await pool.query('update videos set size_bytes = 1000')
  await pool.query('update videos set deleted_at = now() where id = $1', [videos[1]!.id])
  const made = await buildExport(at.parts, person.actor, {
    caseId: await buildCase(at.parts.database.db, person.actor),
  })
  await pool.query(`update exports set status = 'ready', size_bytes = 77 where id = $1`, [made.id])
  expect((await person.call('GET', '/api/firm/storage')).json()).toEqual({
    videos: 1,
    originalBytes: 1000,
    usedBytes: 1077,
    exports: 1,
    exportBytes: 77,
    deletedVideos: 1,
    deletedBytes: 1000,
    deletedKeepDays: 45,
    quotaBytes: 2 * 1024 ** 3,
  })
})

test('tells every member how long deleted items can be restored', async () => {
  const member = await at.person({ role: 'member' })
  expect((await member.call('GET', '/api/auth/account')).json()).toMatchObject({ deletedKeepDays: 45 })
})

test('names analysis services by host and model, never by a URL that may contain a key', async () => {
  const member = await at.person({ role: 'member' })
  const response = await member.call('GET', '/api/firm/installation')
  expect(response.json()).toEqual({
    speechService: { host: '10.0.0.7:8080', model: 'whisper-large', mayBeRemote: false },
    opinionService: null,
    idleHours: 12,
    sessionDays: 30,
    maxUploadBytes: 20 * 1024 ** 3,
  })
  expect(response.body).not.toContain('secret')
})
