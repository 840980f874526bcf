import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { s3Keys, startS3 } from '#test/s3.ts'
import { readConfig } from '../config.ts'
import { openStorage } from './open.ts'
import { openScratch } from './scratch.ts'
import { testStorage } from './storage.suite.ts'

beforeAll(() => void Object.assign(process.env, s3Keys))
afterAll(() => {
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})

async function setUp(
  options: Parameters<typeof startS3>[0] = {},
  parameters = '',
  settings: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'venire-s3-'))
  const store = await startS3(options)
  const config = readConfig({
    DATA_DIR: folder,
    MIN_FREE_GB: '0',
    STORAGE_URL: `${store.url}${parameters}`,
    ...settings,
  })
  const close = async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { storage: await openStorage(config), store, folder, close, [Symbol.asyncDispose]: close }
}

testStorage('s3', () => setUp())
testStorage('s3 with versions, locks, and short pages', () =>
  setUp({ hasVersions: true, hasLock: true, pageSize: 1 }, '&lockDays=30'),
)

const mib = 1024 * 1024
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const hasher = { digest: () => Promise.reject(new Error('unused')) }

test('sends large files in parts, and reads them back in ranges', async () => {
  await using at = await setUp()
  const bytes = randomBytes(40 * mib + 5)
  await writeFile(join(at.folder, 'upload'), bytes)
  await at.storage.adopt(join(at.folder, 'upload'), 'a/film')
  expect(at.store.asked.filter((each) => each.includes('partNumber='))).toHaveLength(3)
  expect(at.store.uploads.size).toBe(0)
  expect(await at.storage.digest('a/film', hasher)).toBe(hash(bytes))
  expect(await at.storage.put('a/stream', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({
    sizeBytes: bytes.length,
  })
  expect(await at.storage.digest('a/stream', hasher)).toBe(hash(bytes))
  for (const length of [16 * mib, 32 * mib]) {
    await at.storage.put('a/even', bytes.subarray(0, length))
    expect(await at.storage.digest('a/even', hasher)).toBe(hash(bytes.subarray(0, length)))
  }
})

test('abandons a large file whose source fails, and leaves no parts behind', async () => {
  await using at = await setUp()
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(33 * mib)
      throw new Error('the line was cut')
    })(),
  )
  await expect(at.storage.put('a/film', broken)).rejects.toThrow('the line was cut')
  expect([at.store.uploads.size, await at.storage.size('a/film')]).toEqual([0, null])
})

test('removes parts that a killed process left eight days ago, and no others', async () => {
  await using at = await setUp()
  const parts = new Map()
  at.store.uploads.set('old', { key: 'a/film', parts, initiatedMs: Date.now() - (8 * 24 + 1) * 3_600_000 })
  at.store.uploads.set('new', { key: 'a/film', parts, initiatedMs: Date.now() - (8 * 24 - 1) * 3_600_000 })
  await at.storage.tidy()
  expect([...at.store.uploads.keys()]).toEqual(['new'])
})

async function read(storage: Awaited<ReturnType<typeof setUp>>['storage'], key: string): Promise<Buffer> {
  await using file = (await storage.open(key))!
  const chunks: Buffer[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  await file.send({ start: 0, end: file.size - 1 }, destination)
  return Buffer.concat(chunks)
}

test('continues a read where the connection was lost, and repeats refused requests', async () => {
  await using at = await setUp()
  const bytes = randomBytes(3 * mib + 11)
  await at.storage.put('a/film', bytes)
  let cuts = 0
  at.store.disturb(({ method }) => (method === 'GET' && ++cuts <= 3 ? { cutAt: 700_001 } : undefined))
  expect((await read(at.storage, 'a/film')).equals(bytes)).toBe(true)
  let refusals = 0
  at.store.disturb(() => (++refusals % 2 === 1 ? 503 : undefined))
  expect((await read(at.storage, 'a/film')).equals(bytes)).toBe(true)
  expect(refusals).toBeGreaterThan(2)
})

test('never mixes two versions of a file', async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Buffer.alloc(2 * mib, 1))
  await using file = (await at.storage.open('a/film'))!
  await at.storage.put('a/film', Buffer.alloc(2 * mib, 2))
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  await expect(file.send({ start: 0, end: file.size - 1 }, sink)).rejects.toThrow('PreconditionFailed')
})

test('reports an unavailable store and uses it again once it is back', async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Buffer.from('frames'))
  at.store.disturb(() => 'drop')
  const outage = { code: 'unavailable', message: 'The file storage is unavailable. Try again in a moment.' }
  await expect(at.storage.size('a/film')).rejects.toMatchObject(outage)
  await expect(at.storage.put('a/film', Buffer.from('new'))).rejects.toMatchObject(outage)
  expect(await at.storage.findProblem()).toBe('the file storage is not responding')
  at.store.disturb(() => {})
  expect([await at.storage.findProblem(), await at.storage.size('a/film')]).toEqual([null, 6])
})

test('a store that hangs counts as unavailable', { timeout: 60_000 }, async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Buffer.from('frames'))
  at.store.disturb(() => new Promise(() => {}))
  const [size, problem] = await Promise.allSettled([at.storage.size('a/film'), at.storage.findProblem()])
  expect(size).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(problem).toMatchObject({ value: 'the file storage is not responding' })
})

test('a missing bucket or a wrong key is an error, not a missing file, and its message has no secret', async () => {
  await using at = await setUp()
  const open = (url: string) => openStorage(readConfig({ DATA_DIR: at.folder, STORAGE_URL: url }))
  const elsewhere = await open(at.store.url.replace('venire-test', 'another'))
  await expect(elsewhere.size('a/film')).rejects.toThrow('s3://another/: NoSuchBucket')
  expect(await at.storage.size('a/film')).toBeNull()
  at.store.disturb(({ method }) => (method === 'HEAD' ? 404 : undefined))
  await expect(at.storage.size('a/film')).rejects.toThrow('no bucket "venire-test"')
  at.store.disturb(() => {})
  process.env.AWS_SECRET_ACCESS_KEY = 'a wrong secret'
  try {
    const failing = await open(at.store.url)
    const error = await failing.size('a/film').catch((each: unknown) => each)
    expect(error).toMatchObject({ message: expect.stringContaining('SignatureDoesNotMatch') as string })
    expect(JSON.stringify(Object.assign({}, error), Object.getOwnPropertyNames(error))).not.toMatch(/secret|test-key/)
  } finally {
    Object.assign(process.env, s3Keys)
  }
})

test('locks an original, and still destroys every version of it', async () => {
  await using at = await setUp({ hasVersions: true, hasLock: true }, '&lockDays=30')
  await at.storage.put('a/film', Buffer.from('first'))
  await at.storage.put('a/film', Buffer.from('second'))
  await at.storage.protect('a/film')
  const days = (at.store.objects.get('a/film')!.at(-1)!.retainUntilMs - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  await at.storage.remove('a/film')
  expect([...at.store.objects.keys()]).toEqual([])
})

test('leaves a longer lock as it is, and extends a shorter one', async () => {
  await using at = await setUp({ hasVersions: true, hasLock: true }, '&lockDays=30')
  await at.storage.put('a/film', Buffer.from('frames'))
  const version = at.store.objects.get('a/film')!.at(-1)!
  version.retainUntilMs = Date.now() + 90 * 86_400_000
  await at.storage.protect('a/film')
  expect(Math.round((version.retainUntilMs - Date.now()) / 86_400_000)).toBe(90)
  version.retainUntilMs = Date.now() + 86_400_000
  await at.storage.protect('a/film')
  expect(Math.round((version.retainUntilMs - Date.now()) / 86_400_000)).toBe(30)
})

test('viewers who stop reading hold no connection', { timeout: 60_000 }, async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Buffer.alloc(20 * mib, 1))
  await at.storage.put('b/other', Buffer.from('frames'))
  await using film = (await at.storage.open('a/film'))!
  const reached: Promise<void>[] = []
  const viewers = Array.from({ length: 60 }, () => {
    const first = Promise.withResolvers<void>()
    reached.push(first.promise)
    return new Writable({ write: () => first.resolve() })
  })
  const sends = viewers.map((viewer) => film.send({ start: 0, end: film.size - 1 }, viewer).catch(() => 'closed'))
  await Promise.race([Promise.all(reached), sleep(10_000)])
  expect(await at.storage.findProblem()).toBeNull()
  expect((await read(at.storage, 'b/other')).toString()).toBe('frames')
  for (const viewer of viewers) viewer.destroy()
  expect(new Set(await Promise.all(sends))).toEqual(new Set(['closed']))
})

test('asks every hour whether the bucket keeps versions', async () => {
  await using at = await setUp()
  const questions = () => at.store.asked.filter((each) => each.includes('versioning')).length
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  try {
    await at.storage.size('a')
    nowMs += 3_500_000
    await at.storage.size('a')
    expect(questions()).toBe(1)
    nowMs += 200_000
    await Promise.all([at.storage.size('a'), at.storage.size('b')])
    expect(questions()).toBe(2)
  } finally {
    clock.mockRestore()
  }
})

test('chooses the size of parts from the size of the file', async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Readable.from([Buffer.alloc(41 * mib)]), 40 * mib * 9999)
  expect(at.store.asked.filter((each) => each.includes('partNumber='))).toHaveLength(2)
})

test('fetches a local copy again that a power failure cut off', async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Buffer.from('frames'))
  await (await at.storage.localCopy('a/film')).release()
  const kept = join(at.folder, 'work/scratch/kept')
  await truncate(join(kept, (await readdir(kept))[0]!), 3)
  const copy = await at.storage.localCopy('a/film')
  expect(await readFile(copy.path, 'utf8')).toBe('frames')
  await copy.release()
})

test('fetching a copy removes those that killed processes left two days ago', async () => {
  await using at = await setUp()
  const scratch = await openScratch(at.folder, { SCRATCH_GB: 1, MIN_FREE_GB: 0 })
  const copy = (name: string) => scratch.copy(name, 1, (path) => writeFile(path, 'x'))
  await copy('one')
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  try {
    for (const [name, hours, left] of [
      ['two', 47, 1],
      ['three', 49, 0],
    ] as const) {
      clock.mockReturnValue(now + hours * 3_600_000)
      await (await copy(name)).release()
      expect(await readdir(join(at.folder, 'held'))).toHaveLength(left)
    }
  } finally {
    clock.mockRestore()
  }
})

test('lockDays requires a bucket with Object Lock', async () => {
  await using at = await setUp({ hasVersions: true }, '&lockDays=30')
  await expect(at.storage.size('a')).rejects.toThrow('the bucket "venire-test" has no Object Lock')
})

test('keeps everything below its prefix', async () => {
  await using at = await setUp()
  const below = await openStorage(
    readConfig({ DATA_DIR: at.folder, STORAGE_URL: at.store.url.replace('venire-test', 'venire-test/one/two') }),
  )
  await below.put('a/film', Buffer.from('frames'))
  expect([...at.store.objects.keys()]).toEqual(['one/two/a/film'])
  for await (const each of below.list())
    expect(each).toEqual({ key: 'a/film', sizeBytes: 6, version: expect.stringMatching(/^"\w{32}"$/) })
  await below.removeAll('a/')
  expect(at.store.objects.size).toBe(0)
})

test('fetches one local copy for all users, and a new one when the file changes', async () => {
  await using at = await setUp()
  await at.storage.put('a/film', Buffer.from('frames'))
  const copies = await Promise.all([1, 2, 3].map(() => at.storage.localCopy('a/film')))
  const gets = () => at.store.asked.filter((each) => each.startsWith('GET /venire-test/a/film')).length
  expect([gets(), new Set(copies.map(({ path }) => path)).size]).toEqual([1, 3])
  await at.storage.put('a/film', Buffer.from('others'))
  const fresh = await at.storage.localCopy('a/film')
  const text = ({ path }: { path: string }) => readFile(path, 'utf8')
  expect(await Promise.all([copies[0]!, fresh].map(text))).toEqual(['frames', 'others'])
  await Promise.all([...copies, fresh].map((copy) => copy.release()))
  await expect(stat(fresh.path)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(join(at.folder, 'work/scratch/held'))).toEqual([])
})

test('a copy in use survives when the scratch folder is full', async () => {
  await using at = await setUp({}, '', { SCRATCH_GB: '0.000001' })
  for (const key of ['one', 'two']) await at.storage.put(key, Buffer.alloc(1000, key))
  const [one, two] = [await at.storage.localCopy('one'), await at.storage.localCopy('two')]
  expect([(await stat(one.path)).size, (await stat(two.path)).size]).toEqual([1000, 1000])
  expect(await readdir(join(at.folder, 'work/scratch/kept'))).toHaveLength(1)
})

test('the scratch folder drops the copy that was used least recently', async () => {
  await using at = await setUp({}, '', { SCRATCH_GB: String(2500 / 1024 ** 3) })
  const use = async (key: string) => {
    await (await at.storage.localCopy(key)).release()
    await sleep(5)
  }
  for (const key of ['a', 'b', 'c']) await at.storage.put(key, Buffer.alloc(1000, key))
  for (const key of ['a', 'b', 'a', 'c']) await use(key)
  const isHeld = async (key: string) => {
    const copy = await at.storage.heldCopy(key)
    await copy?.release()
    return copy !== null
  }
  expect([await isHeld('a'), await isHeld('b'), await isHeld('c')]).toEqual([true, false, true])
})

test.each([
  's3://key:secret@bucket',
  's3://bucket?endpoint=ftp://store',
  's3://bucket?secret=1',
  's3://Bucket_1',
  's3://bucket/a%20b',
  'https://bucket',
  'file://host/folder',
])('refuses the address %s', (url) => {
  expect(() => readConfig({ STORAGE_URL: url })).toThrow('STORAGE_URL: must look like file:///folder or s3://bucket')
})

test('loads the S3 library only for a bucket', async () => {
  await using at = await setUp()
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
    const { openStorage } = await import(${JSON.stringify(new URL('open.ts', import.meta.url).href)})
    const { parseStorageUrl } = await import(${JSON.stringify(new URL('url.ts', import.meta.url).href)})
    const STORAGE_URL = parseStorageUrl(process.argv[1])
    const storage = await openStorage({ DATA_DIR: ${JSON.stringify(at.folder)}, SCRATCH_GB: 1, MIN_FREE_GB: 0, STORAGE_URL })
    await storage.put('a/film', Buffer.from('frames'))
    console.log(loaded.includes('@aws-sdk/client-s3'))`
  const isLoaded = async (url: string) =>
    (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, url])).stdout
  expect(await isLoaded(pathToFileURL(join(at.folder, 'files')).href)).toBe('false\n')
  expect(await isLoaded(at.store.url)).toBe('true\n')
})

test('without the S3 library, says how to install it', async () => {
  await using at = await setUp()
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve: (name, context, next) => next(name === '@aws-sdk/client-s3' ? '@aws-sdk/missing' : name, context),
    })
    const { openStorage } = await import(${JSON.stringify(new URL('open.ts', import.meta.url).href)})
    const { parseStorageUrl } = await import(${JSON.stringify(new URL('url.ts', import.meta.url).href)})
    const STORAGE_URL = parseStorageUrl(process.argv[1])
    const storage = await openStorage({ DATA_DIR: ${JSON.stringify(at.folder)}, SCRATCH_GB: 1, MIN_FREE_GB: 0, STORAGE_URL })
    await storage.size('a').catch((error) => console.log(error.message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, at.store.url])
  expect(stdout).toContain('requires the package @aws-sdk/client-s3')
  expect(stdout).toContain('Run: rm -r node_modules && ./venire --version')
})

test('a file URL selects another folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-file-'))
  const storage = await openStorage(readConfig({ STORAGE_URL: pathToFileURL(join(folder, 'elsewhere')).href }))
  await storage.put('a/film', Buffer.from('frames'))
  expect((await stat(join(folder, 'elsewhere/a/film'))).size).toBe(6)
  await rm(folder, { recursive: true })
})
