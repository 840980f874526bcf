import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { analysisListeners } from '#server/features/analysis/runs/runs.service.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { s3Keys, startS3 } from '#test/s3.ts'
import { admitUpload } from './admission.ts'
import { receiveUpload } from './receipt.ts'
import { discardUpload, maintainUploads } from './upkeep.ts'
import { openUploads, type Uploads } from './uploads.ts'

const mib = 1024 * 1024

let store: Awaited<ReturnType<typeof startS3>>
let at: TestApp
let uploads: Uploads
let person: Person
beforeAll(async () => {
  Object.assign(process.env, s3Keys)
  store = await startS3()
  at = await testApp({ STORAGE_URL: store.url, MAX_UPLOAD_GB: '100' })
  uploads = openUploads(at.parts, analysisListeners)
})
afterAll(async () => {
  await at.close()
  await store.close()
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})
beforeEach(async () => {
  store.disturb(() => {})
  await at.truncate()
  person = await at.person()
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const open = (sizeBytes: number) =>
  admitUpload(uploads, person.actor, { filename: 'day 1.mp4', sizeBytes, caseId: null, resumable: true })
const append = (videoId: string, offset: number, bytes: Buffer) =>
  uploads.stored.append(
    videoId,
    offset,
    (sink) => pipeline(Readable.from([bytes]), sink),
    () => {},
  )
const countLeft = async (videoId: string) => [
  store.uploads.size,
  [...store.objects.keys()].filter((key) => key.includes(videoId)).length,
  (await at.parts.database.db.execute(sql`select from stored_uploads`)).rows.length,
]
const upkeep = () => maintainUploads(uploads, (id, error) => expect.fail(`${id}: ${String(error)}`))

test('of writers at one offset only one is counted, even without the lock', async () => {
  const rounds = [5 * mib, 8 * mib, 100, 9 * mib + 1]
  const videoId = await open(rounds.reduce((sum, each) => sum + each, 0))
  const accepted: Buffer[] = []
  let offset = 0
  for (const length of rounds) {
    const given = [0, 1, 2].map(() => randomBytes(length))
    const answers = await Promise.allSettled(given.map((bytes) => append(videoId, offset, bytes)))
    const won = answers.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(won).toHaveLength(1)
    accepted.push(given[won[0]!]!)
    offset += length
    expect(await uploads.stored.received(videoId)).toMatchObject({ bytes: offset })
  }
  const whole = Buffer.concat(accepted)
  expect(await receiveUpload(uploads, videoId)).toMatchObject({ sha256: hash(whole), sizeBytes: whole.length })
  expect(await countLeft(videoId)).toEqual([0, 1, 0])
})

test('cuts a file of any size into 5,000 parts or fewer, so half of the part numbers stay free', async () => {
  for (const [sizeBytes, partBytes] of [
    [5000 * 8 * mib, 8 * mib],
    [5000 * 9 * mib, 9 * mib],
    [5000 * 9 * mib + 1, 9 * mib + 1],
  ] as const) {
    const videoId = await open(sizeBytes)
    await append(videoId, 0, randomBytes(19 * mib))
    const sent = [...store.uploads.values()].map(({ parts }) => [...parts.values()].map(({ bytes }) => bytes.length))
    expect(sent).toEqual([[partBytes, partBytes]])
    await discardUpload(uploads, videoId)
  }
})

test('discards a chunk that ran past the end, and nothing before it', async () => {
  const bytes = randomBytes(20 * mib)
  const videoId = await open(bytes.length)
  await append(videoId, 0, bytes.subarray(0, 9 * mib))
  await append(videoId, 9 * mib, randomBytes(11 * mib))
  await uploads.stored.truncateTo(videoId, 9 * mib)
  await append(videoId, 9 * mib, bytes.subarray(9 * mib))
  expect(await receiveUpload(uploads, videoId)).toMatchObject({ sha256: hash(bytes) })
})

test('keeps what arrived before the connection broke', async () => {
  const bytes = randomBytes(10 * mib)
  const videoId = await open(bytes.length)
  const torn = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 9 * mib)
      throw new Error('the line was cut')
    })(),
  )
  const pour = (sink: NodeJS.WritableStream) => pipeline(torn, sink)
  await expect(uploads.stored.append(videoId, 0, pour, () => {})).rejects.toThrow('the line was cut')
  const { bytes: kept } = (await uploads.stored.received(videoId))!
  expect(kept).toBeGreaterThanOrEqual(8 * mib)
  await append(videoId, kept, bytes.subarray(kept))
  expect(await receiveUpload(uploads, videoId)).toMatchObject({ sha256: hash(bytes) })
})

test('a discarded upload leaves nothing behind, even if its process was killed before it could remove anything', async () => {
  const [discarded, orphaned] = [await open(20 * mib), await open(20 * mib)]
  for (const videoId of [discarded, orphaned]) await append(videoId, 0, randomBytes(9 * mib))
  expect(await countLeft(discarded)).toEqual([2, 1, 2])
  await discardUpload(uploads, discarded)
  expect(await countLeft(discarded)).toEqual([1, 0, 1])
  await at.parts.database.db.execute(sql`delete from videos where id = ${orphaned}`)
  await upkeep()
  expect(await countLeft(orphaned)).toEqual([0, 0, 0])
})

test('a sender that writes while its upload is discarded leaves nothing behind', async () => {
  const videoId = await open(20 * mib)
  let isLate = true
  const removeAll = async (prefix: string) => {
    await at.parts.storage.removeAll(prefix)
    if (isLate) await append(videoId, 0, randomBytes(9 * mib))
    isLate = false
  }
  const late = openUploads({ ...at.parts, storage: { ...at.parts.storage, removeAll } }, analysisListeners)
  await discardUpload(late, videoId)
  expect(await countLeft(videoId)).toEqual([0, 0, 0])
})

test('never seals a part that the store returns with other bytes', async () => {
  const bytes = randomBytes(20 * mib)
  const videoId = await open(bytes.length)
  await append(videoId, 0, bytes)
  for (const { parts } of store.uploads.values()) parts.get(2)!.bytes[5]! ^= 1
  await expect(receiveUpload(uploads, videoId)).rejects.toMatchObject({ code: 'gone' })
})

test.each([
  ['its parts', 9, () => store.uploads.clear()],
  ['the bytes after its last part', 9, () => store.objects.clear()],
  ['all parts, before it was completed', 20, () => store.uploads.clear()],
])('starts over if the store lost %s, as after a restore', async (_what, sentMib, lose) => {
  const bytes = randomBytes(20 * mib)
  const videoId = await open(bytes.length)
  await append(videoId, 0, bytes.subarray(0, sentMib * mib))
  lose()
  const rest = () => append(videoId, sentMib * mib, bytes.subarray(sentMib * mib))
  const lost = sentMib < 20 ? rest() : receiveUpload(uploads, videoId)
  await expect(lost).rejects.toMatchObject({
    code: 'conflict',
    message:
      'The file storage lost what it received, so the upload must start over. Request the current offset and resume from there.',
  })
  expect(await uploads.stored.received(videoId)).toMatchObject({ bytes: 0 })
  await append(videoId, 0, bytes)
  expect(await receiveUpload(uploads, videoId)).toMatchObject({ sha256: hash(bytes) })
})

test('keeps what was resent if two servers find out that the store lost an upload', async () => {
  const videoId = await open(20 * mib)
  await append(videoId, 0, randomBytes(9 * mib))
  store.uploads.clear()
  const rest = randomBytes(11 * mib)
  const { storage } = at.parts
  const parts = storage.parts!
  let refused: unknown
  const send: typeof parts.send = (...args) =>
    parts.send(...args).catch(async (error: unknown) => {
      refused = await append(videoId, 9 * mib, rest).catch((first: unknown) => first)
      await append(videoId, 0, randomBytes(9 * mib))
      throw error
    })
  const late = openUploads({ ...at.parts, storage: { ...storage, parts: { ...parts, send } } }, analysisListeners)
  const pour = (sink: NodeJS.WritableStream) => pipeline(Readable.from([rest]), sink)
  await expect(late.stored.append(videoId, 9 * mib, pour, () => {})).rejects.toMatchObject({ code: 'conflict' })
  expect(refused).toMatchObject({ code: 'conflict' })
  expect(await uploads.stored.received(videoId)).toMatchObject({ bytes: 9 * mib })
  await append(videoId, 9 * mib, rest)
  expect(await receiveUpload(uploads, videoId)).toMatchObject({ sizeBytes: 20 * mib })
})

test('uploads into DATA_DIR while a web process of an earlier version runs', async () => {
  const { db } = at.parts.database
  await db.execute(sql`insert into nodes (id, host, role, lanes, concurrency, version, schema) values
    (gen_random_uuid(), 'old', 'web', '{}', 1, '0', '0068_node_keys.sql')`)
  const videoId = await open(10)
  expect([await uploads.stored.received(videoId), (await uploads.folder.received(videoId))?.bytes]).toEqual([null, 0])
  await db.execute(sql`update nodes set seen_at = now() - interval '1 minute'`)
  expect(await uploads.stored.received(await open(10))).toMatchObject({ bytes: 0 })
})
