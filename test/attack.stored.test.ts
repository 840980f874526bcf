import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadPaths } from '#contract/videos/uploads.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { s3Keys, startS3 } from './s3.ts'

let store: Awaited<ReturnType<typeof startS3>>
let at: TestApp
let origin: string
beforeAll(async () => {
  Object.assign(process.env, s3Keys)
  store = await startS3()
  at = await testApp({ STORAGE_URL: store.url, BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' })
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await at.close()
  await store.close()
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})

async function send(
  { cookie }: Person,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
) {
  const response = await fetch(`${origin}${path}`, {
    ...{ method, headers: { cookie, 'tus-resumable': '1.0.0', ...headers } },
    ...(body && { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function begin(person: Person, bytes: number, caseId?: string): Promise<string> {
  const metadata = `filename ${btoa('day 1.mp4')}${caseId ? `,caseId ${btoa(caseId)}` : ''}`
  const started = await send(person, 'POST', uploadPaths.resumable, {
    ...{ 'upload-length': String(bytes), 'upload-metadata': metadata },
  })
  return started.headers.get('location')!
}

const append = (person: Person, url: string, offset: number, bytes: number, headers: Record<string, string> = {}) =>
  send(
    ...([person, 'PATCH', url] as const),
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    new Uint8Array(bytes),
  )

const findKeys = (url: string) => [...store.objects.keys()].filter((key) => key.includes(url.split('/').at(-1)!))

/** Holds the next write to the storage until `release` is called. */
function holdWrite(url: string) {
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  store.disturb(({ method, key }) => {
    if (method !== 'PUT' || !key.includes(url.split('/').at(-1)!)) return
    started.resolve()
    return released.promise
  })
  return { started: started.promise, release: released.resolve }
}

const wholePart = 8 * 1024 * 1024

test.each([
  ['a piece', 3000],
  ['a whole part', wholePart],
])('%s on its way when the upload is discarded leaves nothing behind', async (_what, bytes) => {
  const person = await at.person()
  const url = await begin(person, 2 * wholePart)
  const { started, release } = holdWrite(url)
  const writing = append(person, url, 0, bytes)
  await started
  expect((await send(person, 'DELETE', url)).status).toBe(204)
  release()
  store.disturb(() => {})
  expect((await writing).status).toBeGreaterThanOrEqual(400)
  expect(findKeys(url)).toEqual([])
  expect(store.uploads.size).toBe(0)
})

test('a piece on its way when access ends leaves nothing behind', async () => {
  const lead = await at.person()
  const person = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const caseId = await buildCase(at.parts.database.db, lead.actor)
  await joinCase(at.parts.database.db, person.actor, caseId, 'consultant')
  const url = await begin(person, wholePart, caseId)
  expect((await append(person, url, 0, 1000)).status).toBe(204)
  const { started, release } = holdWrite(url)
  const writing = append(person, url, 1000, 1000)
  await started
  await lead.call('DELETE', `/api/cases/${caseId}/members/${person.actor.userId}`, {})
  expect((await append(person, url, 1000, 1000)).status).toBe(403)
  release()
  store.disturb(() => {})
  await writing
  expect(findKeys(url)).toEqual([])
})

test('a sender who comes second leaves no piece, and the first one’s bytes stay', async () => {
  const person = await at.person()
  const url = await begin(person, 3000)
  expect((await append(person, url, 0, 1000)).status).toBe(204)
  const { started, release } = holdWrite(url)
  const writing = append(person, url, 1000, 1000)
  await started
  await at.parts.database.pool.query('update stored_uploads set received_bytes = 1500')
  release()
  store.disturb(() => {})
  expect((await writing).status).toBe(409)
  expect(findKeys(url)).toHaveLength(1)
  await at.parts.database.pool.query('update stored_uploads set received_bytes = 1000')
  expect((await append(person, url, 1000, 2000)).status).toBe(204)
  expect(findKeys(url).map((key) => key.split('/').at(-1))).toEqual(['media'])
})

test('the declared length can’t change, and uploads can’t be joined', async () => {
  const person = await at.person()
  const url = await begin(person, 2000)
  const longer = await append(person, url, 0, 1000, { 'upload-length': '1000' })
  const joined = await send(person, 'POST', uploadPaths.resumable, {
    ...{ 'upload-concat': `final;${url} ${url}`, 'upload-length': '2000' },
    'upload-metadata': `filename ${btoa('day 1.mp4')}`,
  })
  const sentence = 'This server doesn’t support that tus extension.'
  expect([longer, joined].map(({ status, text }) => [status, text])).toEqual([
    [400, sentence],
    [400, sentence],
  ])
  expect((await send(person, 'HEAD', url)).headers.get('upload-length')).toBe('2000')
})

test('another firm, a colleague, and an administrator can’t reach an upload', async () => {
  const person = await at.person()
  const { firmId } = person.actor
  const url = await begin(person, 2000)
  for (const other of [await at.person(), await at.person({ firmId, role: 'member' }), await at.person({ firmId })]) {
    const answers = [
      await send(other, 'HEAD', url),
      await append(other, url, 0, 1000),
      await send(other, 'DELETE', url),
      await append(other, url, 0, 1000, { 'x-http-method-override': 'DELETE' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  }
  expect((await append(person, url, 0, 2000)).status).toBe(204)
})
