import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { request as httpRequest } from 'node:http'
import { readdir, readlink } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildCase, buildVideo } from './videos.factory.ts'
import { type FileKind, originalKey, type VideoRow, videoFiles, videoPrefix } from './videos.table.ts'

let at: TestApp
let owner: Person
let video: VideoRow
const bytes = randomBytes(3_000_000)
const checked = { container: 'mp4', durationMs: 90_000, playsInBrowser: true }

beforeAll(async () => {
  at = await testApp()
  owner = await at.person()
  video = await buildVideo(at.parts, owner.actor, { ...checked, bytes, filename: 'Größe "7"; day\r\n1 – %41.mp4' })
})
afterAll(() => at.close())

function get(
  path: string,
  headers: Record<string, string> = {},
  person: Person | null = owner,
  method: 'GET' | 'HEAD' = 'GET',
) {
  return at.app.inject({ method, url: path, headers: { ...(person ? { cookie: person.cookie } : {}), ...headers } })
}
const stream = () => `/api/videos/${video.id}/stream`

async function buildFile(of: VideoRow, kind: FileKind, mime: string, content: Buffer | string): Promise<void> {
  const key = `${videoPrefix(of)}derived/${newId()}/${kind}`
  const { sizeBytes } = await at.parts.storage.put(key, Buffer.from(content))
  await at.parts.database.db.insert(videoFiles).values({ videoId: of.id, kind, key, mime, sizeBytes })
}

test('sends the whole file with its ETag', async () => {
  const whole = await get(stream())
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '3000000',
    'accept-ranges': 'bytes',
    etag: `"${video.sha256}"`,
    'content-disposition': 'inline',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  })
  expect(whole.rawPayload.equals(bytes)).toBe(true)
})

test.for([
  ['bytes=0-0', 0, 0],
  ['bytes=0-99', 0, 99],
  ['bytes=1000000-', 1_000_000, 2_999_999],
  ['bytes=2999999-', 2_999_999, 2_999_999],
  ['bytes=2999990-9999999999', 2_999_990, 2_999_999],
  ['bytes=-5', 2_999_995, 2_999_999],
  ['bytes=-99999999', 0, 2_999_999],
] as const)('answers range %s', async ([range, start, end]) => {
  const part = await get(stream(), { range })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/3000000`])
  expect(part.headers['content-length']).toBe(String(end - start + 1))
  expect(part.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true)
})

test.for(['bytes=3000000-', 'bytes=99999999-100000000', 'bytes=-0'])('rejects range %s', async (range) => {
  const part = await get(stream(), { range })
  expect([part.statusCode, part.headers['content-range']]).toEqual([416, 'bytes */3000000'])
})

test.for(['bytes=5-2', 'bytes=', 'bytes=a-b', 'frames=0-5', 'bytes=0-1,5-6', 'bytes=1.5-2', 'bytes=--5'])(
  'sends the whole file for an unreadable range: %s',
  async (range) => {
    const part = await get(stream(), { range })
    expect([part.statusCode, part.headers['content-length']]).toEqual([200, '3000000'])
  },
)

test('honors If-Range and If-None-Match', async () => {
  const range = 'bytes=0-9'
  const etag = `"${video.sha256}"`
  expect((await get(stream(), { range, 'if-range': etag })).statusCode).toBe(206)
  expect((await get(stream(), { range, 'if-range': '"another"' })).statusCode).toBe(200)
  expect((await get(stream(), { range, 'if-range': `W/${etag}` })).statusCode).toBe(200)
  expect((await get(stream(), { range, 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' })).statusCode).toBe(200)
  const unchanged = await get(stream(), { 'if-none-match': `"x", W/${etag}` })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
})

test('answers HEAD like GET, without the bytes', async () => {
  const whole = await get(stream(), {}, owner, 'HEAD')
  expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '3000000', ''])
  const part = await get(stream(), { range: 'bytes=0-9' }, owner, 'HEAD')
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 0-9/3000000', ''])
})

test("treats the user's file name as data in the download header", async () => {
  const { headers } = await get(`/api/videos/${video.id}/download`)
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Gr__e _7_; day__1 _ _41.mp4"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%227%22%3B%20day%0D%0A1%20%E2%80%93%20%2541.mp4`,
  )
})

test('streams the proxy if there is one, and derived files', async () => {
  const avi = await buildVideo(at.parts, owner.actor, { ...checked, container: 'avi', playsInBrowser: false })
  expect((await get(`/api/videos/${avi.id}/poster`)).statusCode).toBe(404)
  await buildFile(avi, 'proxy', 'video/mp4', 'a proxy')
  await buildFile(avi, 'poster', 'image/jpeg', 'a poster')
  await buildFile(avi, 'captions', 'text/vtt; charset=utf-8', `WEBVTT\n\n${'words '.repeat(1000)}`)
  expect((await get(`/api/videos/${avi.id}/stream`)).body).toBe('a proxy')
  const poster = await get(`/api/videos/${avi.id}/poster`)
  expect([poster.headers['content-type'], poster.body]).toEqual(['image/jpeg', 'a poster'])
  const captions = await get(`/api/videos/${avi.id}/captions`, { 'accept-encoding': 'gzip' })
  expect([captions.headers['content-encoding'], captions.headers['content-type']]).toEqual([
    undefined,
    'text/vtt; charset=utf-8',
  ])
  const download = await get(`/api/videos/${avi.id}/download`)
  expect([download.headers['content-type'], download.body]).toEqual(['video/x-msvideo', 'the bytes of a video'])
})

test('plays nothing before the media check', async () => {
  const unchecked = await buildVideo(at.parts, owner.actor)
  const refused = await get(`/api/videos/${unchecked.id}/stream`)
  expect([refused.statusCode, refused.body]).toEqual([404, 'This video can’t be played until its media check passes.'])
  const lost = await buildVideo(at.parts, owner.actor, checked)
  await at.parts.storage.remove(originalKey(lost))
  expect((await get(`/api/videos/${lost.id}/stream`)).statusCode).toBe(404)
})

test('every file checks access like its record', async () => {
  const caseId = await buildCase(at.parts.database.db, owner.actor)
  const inCase = await buildVideo(at.parts, owner.actor, { ...checked, caseId })
  const colleague = await at.person({ firmId: owner.actor.firmId, role: 'member' })
  const stranger = await at.person()
  const missing = await get(`/api/videos/${newId()}/stream`)
  for (const name of ['stream', 'download', 'poster', 'sprite', 'waveform', 'captions']) {
    expect((await get(`/api/videos/${inCase.id}/${name}`, {}, null)).statusCode).toBe(401)
    for (const other of [colleague, stranger]) {
      const refused = await get(`/api/videos/${inCase.id}/${name}`, { range: 'bytes=0-1' }, other)
      expect([refused.statusCode, refused.body]).toEqual([404, missing.body])
    }
  }
  expect((await get('/api/videos/nonsense/stream')).body).toBe(missing.body)
})

test('closes the file when the client disconnects', async () => {
  const big = await buildVideo(at.parts, owner.actor, { ...checked, bytes: Buffer.alloc(64 * 1024 * 1024, 1) })
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = at.app.server.address() as AddressInfo
  const isOpen = async () => {
    const fds = await readdir('/proc/self/fd')
    const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    return targets.some((target) => target.includes(big.id))
  }
  const client = httpRequest({ port, path: `/api/videos/${big.id}/stream`, headers: { cookie: owner.cookie } })
  client.on('error', () => {})
  await new Promise<void>((resolve) => {
    client.on('response', (response) => response.once('data', () => resolve()))
    client.end()
  })
  expect(await isOpen()).toBe(true)
  client.destroy()
  await expect.poll(isOpen).toBe(false)
})
