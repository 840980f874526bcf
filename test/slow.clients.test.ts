import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { trafficLimits } from '#server/platform/http/traffic.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let server: FastifyInstance
let port: number
let person: Person
beforeAll(async () => {
  at = await testApp()
  const limits = { headersMs: 300, bodyWindowMs: 300, bodyBytesPerSecond: 10_000, checkMs: 50, liveStreamsPerPerson: 3 }
  server = await buildApp(at.parts, { logger: false, webFolder: '/nonexistent', limits })
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
  person = await at.person()
})
afterAll(async () => {
  await server.close()
  await at.close()
})

async function drip(beginning: string, drop: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (bytes: Buffer) => (said += bytes.toString()))
  socket.on('error', () => {})
  socket.write(beginning)
  const timer = setInterval(() => socket.write(drop), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return said
}

const headers = (method: string, path: string, more: Record<string, string | number>) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries({ cookie: person.cookie, ...more }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

const stopped =
  /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*\r\n\r\nThe request was too slow and was stopped\. Try again\.$/

test('a real installation has the documented limits', () => {
  expect(trafficLimits).toMatchObject({
    ...{ headersMs: 20_000, bodyWindowMs: 30_000, bodyBytesPerSecond: 1024, liveStreamsPerPerson: 32 },
  })
  expect(server.server.headersTimeout).toBe(300)
  expect(at.app.server.headersTimeout).toBe(20_000)
})

test('rejects endless headers', async () => {
  const said = await drip('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ', 'a')
  expect(said).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*\r\n\r\nThe request took too long\./)
})

test('rejects a body that trickles in from anyone', async () => {
  const json = { 'content-type': 'application/json', 'content-length': 100_000 }
  expect(await drip(headers('POST', '/api/cases', json) + '{', ' ')).toMatch(stopped)
  const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 }
  const part = '--x\r\ncontent-disposition: form-data; name="videos"; filename="a.mp4"\r\n\r\n'
  expect(await drip(headers('POST', '/api/videos/upload', form) + part, 'b')).toMatch(stopped)
  const left = async () => (await person.call('GET', '/api/videos')).json<object[]>()
  await expect.poll(left).toEqual([])
})

test('answers strangers and outsiders before reading their body', async () => {
  const { firmId } = person.actor
  const caseId = await buildCase(at.parts.database.db, person.actor)
  const { id } = await buildVideo(at.parts, person.actor, { caseId })
  const outsider = await at.person({ firmId, role: 'member' })
  const requests = [`POST /api/cases/${caseId}/jurors/import`, `PUT /api/videos/${id}/transcript`, 'POST /api/cases']
  for (const [cookie, status, asked] of [
    ['', '401 Unauthorized', requests],
    [outsider.cookie, '404 Not Found', requests.slice(0, 2)],
  ] as const)
    for (const line of asked) {
      const json = { 'content-type': 'application/json', 'content-length': 1_000_000, cookie }
      const [method, path] = line.split(' ') as [string, string]
      const said = await drip(headers(method, path, json) + '{', ' ')
      expect([line, said.split('\r\n', 1)[0]]).toEqual([line, `HTTP/1.1 ${status}`])
    }
})

test('stops a resumable upload that trickles in and keeps its bytes', async () => {
  const created = await at.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...{ cookie: person.cookie, 'tus-resumable': '1.0.0', 'upload-length': '50000' },
      'upload-metadata': `filename ${Buffer.from('slow.mp4').toString('base64')}`,
    },
  })
  const location = created.headers.location!
  const piece = {
    ...{ 'tus-resumable': '1.0.0', 'upload-offset': 0, 'content-length': 50_000 },
    'content-type': 'application/offset+octet-stream',
  }
  expect(await drip(headers('PATCH', location, piece) + 'a'.repeat(1000), 'b')).toMatch(stopped)
  const where = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${location}`, {
      method: 'HEAD',
      headers: { cookie: person.cookie, 'tus-resumable': '1.0.0' },
    })
    return Number(answer.headers.get('upload-offset'))
  }
  await expect.poll(where).toBeGreaterThanOrEqual(1000)
})

test("one live stream too many closes that user's oldest and no one else's", async () => {
  const other = await at.person()
  const open = async (owner: Person) => {
    const [stream] = (await once(
      httpGet({ port, host: '127.0.0.1', path: '/api/live', agent: false, headers: { cookie: owner.cookie } }),
      'response',
    )) as [IncomingMessage]
    let isOpen = true
    stream.resume().once('close', () => (isOpen = false))
    return { isOpen: () => isOpen, close: () => stream.destroy() }
  }
  const theirs = await open(other)
  const streams = [await open(person), await open(person), await open(person)]
  expect(streams.map((each) => each.isOpen())).toEqual([true, true, true])
  streams.push(await open(person))
  await expect.poll(() => streams.map((each) => each.isOpen())).toEqual([false, true, true, true])
  streams.push(await open(person))
  await expect.poll(() => streams.map((each) => each.isOpen())).toEqual([false, false, true, true, true])
  expect(theirs.isOpen()).toBe(true)
  for (const each of [theirs, ...streams]) each.close()
})

test("closing doesn't wait for connections without a request", async () => {
  const closing = await buildApp(at.parts, { logger: false, webFolder: '/nonexistent' })
  await closing.listen({ host: '127.0.0.1', port: 0 })
  const { port } = closing.server.address() as AddressInfo
  const ended: Promise<unknown>[] = []
  for (const beginning of ['', 'GET /healthz HTTP/1.1\r\n']) {
    const accepted = once(closing.server, 'connection')
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    socket.on('error', () => {})
    ended.push(new Promise((resolve) => socket.once('close', resolve)))
    await accepted
  }
  await closing.close()
  expect(await Promise.all(ended)).toHaveLength(2)
})
