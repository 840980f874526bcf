import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoDetail, VideoSummary } from '#contract/videos/videos.ts'
import { buildApp } from '#server/app.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { originalKey } from '../videos.table.ts'

let at: TestApp
let server: FastifyInstance
let base: string

async function listen(): Promise<void> {
  server = await buildApp(at.parts, { logger: false, webFolder: '/nonexistent' })
  await server.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
beforeAll(async () => {
  at = await testApp({ MAX_UPLOAD_GB: '1' })
  await listen()
})
afterAll(async () => {
  await server.close()
  await at.close()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const headersOf = (person: Person, more: Record<string, string> = {}) => ({
  cookie: person.cookie,
  'tus-resumable': '1.0.0',
  ...more,
})
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

function create(
  person: Person,
  length: number | string,
  fields: Record<string, string> = { filename: 'long day.mp4' },
) {
  const headers = headersOf(person, { 'upload-length': String(length), 'upload-metadata': metadata(fields) })
  return fetch(`${base}/api/uploads`, { method: 'POST', headers })
}
const patch = (person: Person, location: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
  fetch(base + location, {
    method: 'PATCH',
    headers: headersOf(person, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }),
    body,
  })
const head = (person: Person, location: string) =>
  fetch(base + location, { method: 'HEAD', headers: headersOf(person) })
const detail = async (person: Person, id: string) => (await person.call('GET', `/api/videos/${id}`)).json<VideoDetail>()
const files = () => readdir(join(at.parts.config.DATA_DIR, 'uploads'))

test('receives chunks, shows progress, resumes after a restart, and returns the video', async () => {
  const person = await at.person()
  const bytes = randomBytes(5_000_001)
  const created = await create(person, bytes.length, { filename: 'Tag 1 – Größe.mp4', filetype: 'video/mp4' })
  const location = created.headers.get('location')!
  const videoId = created.headers.get('x-video-id')!
  expect([created.status, location]).toEqual([201, `/api/uploads/${videoId}`])
  expect(created.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await detail(person, videoId)).progress).toBe(0)

  const first = await patch(person, location, 0, bytes.subarray(0, 2_000_000))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '2000000'])
  const [listed] = (await person.call('GET', '/api/videos')).json<VideoSummary[]>()
  expect(listed).toMatchObject({ id: videoId, status: 'uploading', progress: 40, filename: 'Tag 1 – Größe.mp4' })

  await server.close()
  await listen()
  const where = await head(person, location)
  expect([where.status, where.headers.get('upload-offset')]).toEqual([200, '2000000'])
  const wrong = await patch(person, location, 1_000_000, bytes.subarray(1_000_000))
  expect(wrong.status).toBe(409)

  const last = await patch(person, location, 2_000_000, bytes.subarray(2_000_000))
  expect([last.status, last.headers.get('x-video-id')]).toEqual([204, videoId])
  expect(await detail(person, videoId)).toMatchObject({
    status: 'processing',
    sha256: sha256(bytes),
    size: bytes.length,
  })
  const download = await fetch(`${base}/api/videos/${videoId}/download`, { headers: { cookie: person.cookie } })
  expect(sha256(new Uint8Array(await download.arrayBuffer()))).toBe(sha256(bytes))
  expect(await files()).toEqual([])

  const late = await head(person, location)
  expect([late.status, late.headers.get('upload-offset'), late.headers.get('x-video-id')]).toEqual([
    200,
    String(bytes.length),
    videoId,
  ])
  expect((await patch(person, location, bytes.length, new Uint8Array())).status).toBe(409)
  expect((await fetch(base + location, { method: 'DELETE', headers: headersOf(person) })).status).toBe(409)
})

test('keeps bytes received before a disconnect', async () => {
  const person = await at.person()
  const bytes = randomBytes(3_000_000)
  const created = await create(person, bytes.length)
  const location = created.headers.get('location')!
  const torn = httpRequest(base + location, {
    method: 'PATCH',
    headers: headersOf(person, {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    }),
  })
  torn.on('error', () => {})
  torn.write(bytes.subarray(0, 1_500_000))
  await expect.poll(async () => (await detail(person, created.headers.get('x-video-id')!)).progress).toBeGreaterThan(0)
  torn.destroy()
  await new Promise((resolve) => torn.once('close', resolve))

  const resumed = await head(person, location)
  const offset = Number(resumed.headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(0)
  expect((await patch(person, location, offset, bytes.subarray(offset))).status).toBe(204)
  expect(await detail(person, created.headers.get('x-video-id')!)).toMatchObject({ sha256: sha256(bytes) })
})

test('a reconnecting client takes over from its hung connection', async () => {
  const person = await at.person()
  const bytes = randomBytes(1_000_000)
  const location = (await create(person, bytes.length)).headers.get('location')!
  const hanging = httpRequest(base + location, {
    method: 'PATCH',
    headers: headersOf(person, {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    }),
  })
  hanging.on('error', () => {})
  hanging.write(bytes.subarray(0, 400_000))
  const written = join(at.parts.config.DATA_DIR, 'uploads', location.split('/').at(-1)!)
  await expect.poll(async () => (await stat(written)).size).toBe(400_000)
  const offset = Number((await head(person, location)).headers.get('upload-offset'))
  expect(offset).toBe(400_000)
  const last = await patch(person, location, offset, bytes.subarray(offset))
  expect(last.status).toBe(204)
  hanging.destroy()
})

test('finishes an upload after a kill at the last byte', async () => {
  const person = await at.person()
  const bytes = randomBytes(100_000)
  const [a, b] = [await create(person, bytes.length), await create(person, bytes.length)]
  const ids = [a, b].map((each) => each.headers.get('x-video-id')!)
  const folder = join(at.parts.config.DATA_DIR, 'uploads')
  await writeFile(join(folder, ids[0]!), bytes)
  await writeFile(join(folder, ids[1]!), bytes)
  await at.parts.storage.adopt(join(folder, ids[1]!), originalKey({ id: ids[1]!, firmId: person.actor.firmId }))

  const answer = await head(person, a.headers.get('location')!)
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([200, '100000'])
  expect(await detail(person, ids[0]!)).toMatchObject({ status: 'processing', sha256: sha256(bytes) })
  await server.close()
  await listen()
  await expect.poll(async () => (await detail(person, ids[1]!)).status).toBe('processing')
  expect((await detail(person, ids[1]!)).sha256).toBe(sha256(bytes))
})

test('only the uploader can see and resume an upload', async () => {
  const person = await at.person()
  const bytes = randomBytes(1000)
  const location = (await create(person, bytes.length)).headers.get('location')!
  const others = [await at.person({ firmId: person.actor.firmId }), await at.person()]
  for (const other of others) {
    expect((await head(other, location)).status).toBe(404)
    const refused = await patch(other, location, 0, bytes)
    expect([refused.status, await refused.text()]).toEqual([
      404,
      'This upload doesn’t exist or you don’t have access to it.',
    ])
    expect((await fetch(base + location, { method: 'DELETE', headers: headersOf(other) })).status).toBe(404)
  }
  const stranger = await fetch(base + location, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  expect(stranger.status).toBe(401)
  expect((await head(person, `/api/uploads/${newId()}`)).status).toBe(404)
  expect((await head(person, '/api/uploads/nonsense')).status).toBe(404)
})

test('no response lets another site read it', async () => {
  const person = await at.person()
  const origin = { origin: 'https://evil.example' }
  const created = await create(person, 8)
  const url = base + created.headers.get('location')!
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const send = (method: string, more: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    fetch(url, { method, headers: headersOf(person, more), ...(body && { body }) })
  const answers = [
    created,
    await fetch(`${base}/api/uploads`, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    }),
    await send('OPTIONS', origin),
    await send('HEAD', origin),
    await send('PATCH', { ...piece, ...origin }, Buffer.alloc(4)),
    await send('PATCH', piece, Buffer.alloc(4)),
    await send('PATCH', { ...piece, 'upload-offset': '1' }, Buffer.alloc(1)),
  ]
  for (const { headers } of answers)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(answers.map(({ status }) => status)).toEqual([201, 204, 404, 200, 403, 204, 409])
})

test('rejects a write from another site', async () => {
  const person = await at.person()
  const headers = headersOf(person, {
    'upload-length': '5',
    'upload-metadata': metadata({ filename: 'a' }),
    origin: 'https://evil.example',
  })
  expect((await fetch(`${base}/api/uploads`, { method: 'POST', headers })).status).toBe(403)
})

test('explains what is wrong with an upload request', async () => {
  const person = await at.person()
  const cases: [Promise<Response>, number, string][] = [
    [create(person, 0), 400, 'The file is empty'],
    [create(person, 2 * 1024 ** 3), 413, 'larger than the 1 GB limit'],
    [create(person, 'many'), 400, 'upload-length: '],
    [create(person, 5, { filetype: 'video/mp4' }), 400, 'Filename is required.'],
    [create(person, 5, { filename: 'x'.repeat(256) }), 400, 'Filename must have at most 255 characters.'],
    [create(person, 5, { filename: 'a\0.mp4' }), 400, 'characters that can’t be stored'],
    [create(person, 5, { filename: 'a.mp4', caseId: 'mine' }), 400, 'Case must be a valid ID.'],
    [create(person, 5, { filename: 'a.mp4', caseId: newId() }), 404, 'This case doesn’t exist'],
  ]
  for (const [response, status, words] of cases) {
    const answer = await response
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)])
  }
  const noVersion = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'upload-length': '5' },
  })
  expect([noVersion.status, await noVersion.text()]).toEqual([412, 'Send the header Tus-Resumable: 1.0.0.'])
  expect(noVersion.headers.get('tus-version')).toBe('1.0.0')
  expect((await person.call('GET', '/api/videos')).json()).toEqual([])
})

test('cancels an unfinished upload from either side', async () => {
  const person = await at.person()
  const [a, b] = [await create(person, 5000), await create(person, 5000)]
  await patch(person, a.headers.get('location')!, 0, randomBytes(3000))
  await patch(person, b.headers.get('location')!, 0, randomBytes(3000))
  expect(
    (await fetch(base + a.headers.get('location')!, { method: 'DELETE', headers: headersOf(person) })).status,
  ).toBe(204)
  expect((await person.call('DELETE', `/api/videos/${b.headers.get('x-video-id')}`)).statusCode).toBe(200)
  expect((await person.call('GET', '/api/videos')).json()).toEqual([])
  expect((await head(person, a.headers.get('location')!)).status).toBe(404)
  expect((await patch(person, b.headers.get('location')!, 3000, randomBytes(2000))).status).toBe(404)
  const ids = [a, b].map((each) => each.headers.get('x-video-id'))
  expect((await files()).filter((file) => ids.includes(file))).toEqual([])
})

test("rejects a chunk that doesn't fit, isn't declared as bytes, or uses another version", async () => {
  const person = await at.person()
  const bytes = randomBytes(1000)
  const created = await create(person, bytes.length)
  const location = created.headers.get('location')!
  expect((await patch(person, location, 0, bytes.subarray(0, 400))).status).toBe(204)

  const send = (headers: Record<string, string>, body: Buffer | ReadableStream) =>
    fetch(base + location, {
      method: 'PATCH',
      headers: { ...headersOf(person, { 'content-type': 'application/offset+octet-stream' }), ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
  const tooMuch = new Blob([new Uint8Array(700)])
  const tooLong = 'This chunk is larger than the rest of the declared file.'
  const cases: [Promise<Response>, number, string][] = [
    [send({ 'upload-offset': '400' }, Buffer.alloc(700)), 413, tooLong],
    [send({ 'upload-offset': '400' }, tooMuch.stream()), 413, tooLong],
    [send({ 'upload-offset': '400', 'content-type': 'text/plain' }, Buffer.alloc(9)), 415, 'octet-stream'],
    [send({ 'upload-offset': '400', 'tus-resumable': '0.2.2' }, Buffer.alloc(9)), 412, 'Tus-Resumable: 1.0.0'],
    [send({ 'upload-offset': 'x' }, Buffer.alloc(9)), 400, 'upload-offset: '],
    [send({ 'upload-offset': '7' }, Buffer.alloc(9)), 409, 'Request its offset and resume from there'],
  ]
  for (const [response, status, words] of cases) {
    const answer = await response
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)])
  }
  const withBody = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: headersOf(person, {
      'upload-length': '5',
      'upload-metadata': metadata({ filename: 'a.mp4' }),
      'content-type': 'application/offset+octet-stream',
    }),
    body: 'too many bytes',
  })
  expect([withBody.status, await withBody.text()]).toEqual([413, tooLong])

  expect((await head(person, location)).headers.get('upload-offset')).toBe('400')
  expect((await patch(person, location, 400, bytes.subarray(400))).status).toBe(204)
  expect(await detail(person, created.headers.get('x-video-id')!)).toMatchObject({ sha256: sha256(bytes) })
  expect((await person.call('GET', '/api/videos')).json()).toHaveLength(1)
})
