import { afterAll, beforeAll, expect, test } from 'vitest'
import { toVtt } from '#contract/videos/captions.ts'
import type { Correction } from '#contract/videos/corrections.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { videoFiles, videoPrefix } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildAnalysis, buildResults, buildTurn } from '../analysis.factory.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
})
afterAll(() => at.close())

const timed = (text: string) =>
  text.split(' ').map((word, i) => ({
    text: word,
    startMs: 1000 + i * 300,
    endMs: 1250 + i * 300,
    confidence: null,
    estimated: false,
  }))

test('captions show corrections at once and the original words after undo', async () => {
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const video = await buildVideo(at.parts, person.actor, { caseId })
  const text = 'I could not be fare to the officer.'
  const turns = [buildTurn(0, { text, words: timed(text) })]
  await buildAnalysis(at.parts.database.db, video.id, buildResults({ turns }))
  const key = `${videoPrefix(video)}derived/${newId()}/captions.vtt`
  const { sizeBytes } = await at.parts.storage.put(key, Buffer.from(toVtt(turns)))
  await at.parts.database.db
    .insert(videoFiles)
    .values({ videoId: video.id, kind: 'captions', key, mime: 'text/vtt; charset=utf-8', sizeBytes })

  const captions = () => person.call('GET', `/api/videos/${video.id}/captions`)
  const before = await captions()
  expect(before.body).toContain('be fare to')
  const made = await person.call('POST', `/api/videos/${video.id}/corrections`, {
    turn: 0,
    from: 4,
    to: 4,
    newText: 'fair',
  })
  expect(made.statusCode).toBe(200)
  const after = await captions()
  expect(after.headers['content-type']).toBe('text/vtt; charset=utf-8')
  expect(after.body).toBe(before.body.replace('fare', 'fair'))
  expect(after.headers.etag).not.toBe(before.headers.etag)
  const same = await at.app.inject({
    url: `/api/videos/${video.id}/captions`,
    headers: { cookie: person.cookie, 'if-none-match': String(after.headers.etag) },
  })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  const [record] = (await person.call('GET', `/api/videos/${video.id}/corrections`)).json<Correction[]>()
  await person.call('DELETE', `/api/videos/${video.id}/corrections/${record!.id}`)
  expect((await captions()).body).toBe(before.body)
  const stranger = await at.person()
  expect((await stranger.call('GET', `/api/videos/${video.id}/captions`)).statusCode).toBe(404)
})
