import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cluster, type Member, openCluster, until } from './cluster.ts'
import { createClient, Refused } from './crash/client.ts'
import { s3Keys, startS3 } from './s3.ts'

const timeout = 240_000
const options = { timeout, retry: 0 }
const chunkBytes = 3_000_000

let store: Awaited<ReturnType<typeof startS3>>
let cluster: Cluster
let token: string
const folders: string[] = []
beforeAll(async () => {
  store = await startS3()
  cluster = await openCluster({ ...s3Keys, STORAGE_URL: store.url })
  token = (await cluster.signUp(await startAlone())).token
}, timeout)
afterAll(async () => {
  await cluster.close()
  await store.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})
beforeEach(() => store.disturb(() => {}))

async function prepareFolder(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-alone-'))
  const first = folders[0]
  folders.push(folder)
  const keys = first && {
    INSTALLATION_KEY: `file:${join(first, 'installation.key')}`,
    SECRETS_KEY: `file:${join(first, 'secrets.key')}`,
  }
  return { DATA_DIR: folder, ...keys }
}
const startAlone = async (): Promise<Member> => cluster.startWeb(await prepareFolder())

async function openUpload(members: Member[], bytes: Buffer) {
  const clients = members.map(({ url }) => createClient(url, token))
  const address = await clients[0]!.openUpload('day 1.mp4', bytes)
  const addresses = members.map(({ url }) => address.replace(members[0]!.url, url))
  const id = address.split('/').at(-1)!
  return {
    id,
    send: (at: number, offset: number, length: number, given = bytes) =>
      clients[at]!.send(addresses[at]!, given, offset, length).then((answer) => answer.offset),
    offset: (at: number) => clients[at]!.offset(addresses[at]!),
    readHash: async () => (await cluster.query('select sha256 from videos where id = $1', [id]))[0]?.sha256,
  }
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function expectOnlyTheFile(id: string, bytes: Buffer): Promise<void> {
  const mine = [...store.objects].filter(([key]) => key.includes(id))
  expect(mine.map(([key, versions]) => [key.split('/').at(-1), versions.at(-1)!.bytes.equals(bytes)])).toEqual([
    ['media', true],
  ])
  expect(store.uploads.size).toBe(0)
  expect(await cluster.query('select * from stored_uploads')).toEqual([])
  for (const folder of folders) expect(await readdir(join(folder, 'uploads')).catch(() => [])).toEqual([])
}

test('a server continues the upload of one that was killed, whose disk it never saw', options, async () => {
  const [first, second] = [await startAlone(), await startAlone()]
  const bytes = randomBytes(31_000_000)
  const upload = await openUpload([first, second], bytes)
  expect(await upload.send(0, 0, chunkBytes)).toBe(chunkBytes)
  expect(await upload.send(0, chunkBytes, 4 * chunkBytes)).toBe(5 * chunkBytes)

  const isStoring = Promise.withResolvers<void>()
  let puts = 0
  store.disturb(({ method }) => {
    if (method !== 'PUT' || ++puts < 2) return
    isStoring.resolve()
    return new Promise(() => {})
  })
  const sending = upload.send(0, 5 * chunkBytes, bytes.length).catch(() => 'cut off')
  await isStoring.promise
  await first.end('SIGKILL')
  expect(await sending).toBe('cut off')
  store.disturb(() => {})

  await until(() => upload.offset(1).then(Boolean, () => false), 'the lease to expire')
  const offset = await upload.offset(1)
  expect(offset).toBeGreaterThanOrEqual(5 * chunkBytes)
  expect(await upload.send(1, offset, 1000)).toBe(offset + 1000)
  expect(await upload.send(1, offset + 1000, bytes.length)).toBe(bytes.length)
  expect(await upload.readHash()).toBe(hash(bytes))
  await expectOnlyTheFile(upload.id, bytes)
})

test('of two senders at one offset through two servers without a shared disk, one is accepted', options, async () => {
  const members = [await startAlone(), await startAlone()]
  const rounds = 6
  const upload = await openUpload(members, Buffer.alloc(rounds * chunkBytes))
  const accepted: Buffer[] = []
  for (let offset = 0; offset < rounds * chunkBytes; offset += chunkBytes) {
    const given = members.map(() => randomBytes(chunkBytes))
    const answers = await Promise.all(
      given.map((bytes, at) =>
        upload.send(at, offset, chunkBytes, Buffer.concat([Buffer.alloc(offset), bytes])).catch((error: unknown) => {
          if (error instanceof Refused) return -error.status
          throw error
        }),
      ),
    )
    expect(answers.toSorted((a, b) => a - b)).toEqual([-409, offset + chunkBytes])
    accepted.push(given[answers.indexOf(offset + chunkBytes)]!)
  }
  expect(await upload.readHash()).toBe(hash(Buffer.concat(accepted)))
  await expectOnlyTheFile(upload.id, Buffer.concat(accepted))
})

test('another server finishes an upload whose server was killed while it read the stored file', options, async () => {
  const [first, second] = [await startAlone(), await startAlone()]
  const bytes = randomBytes(17_000_000)
  const upload = await openUpload([first, second], bytes)
  const isReading = Promise.withResolvers<void>()
  store.disturb(({ method, key }) => {
    if (method !== 'GET' || !key.endsWith('/media')) return
    isReading.resolve()
    return new Promise(() => {})
  })
  const sending = upload.send(0, 0, bytes.length).catch(() => 'cut off')
  await isReading.promise
  await first.end('SIGKILL')
  expect(await sending).toBe('cut off')
  store.disturb(() => {})
  await until(async () => (await upload.offset(1).catch(() => null)) === bytes.length, 'the upload to finish')
  expect(await upload.readHash()).toBe(hash(bytes))
  await expectOnlyTheFile(upload.id, bytes)
})

test('a worker imports a case archive that another machine received', options, async () => {
  const { url } = await startAlone()
  await cluster.startWorker(['--lanes', 'media,export'], await prepareFolder())
  const call = async (path: string, body?: object | Uint8Array<ArrayBuffer>) => {
    const isFile = body instanceof Uint8Array
    const response = await fetch(url + path, {
      ...(body && { method: 'POST', body: isFile ? body : JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isFile ? 'application/zip' : 'application/json' }),
      },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const read = async <T>(path: string, body?: object | Uint8Array<ArrayBuffer>) =>
    (await (await call(path, body)).json()) as T
  const waitFor = async (path: string, status: string) => {
    let last: { status: string; failure?: string | null }
    await until(async () => {
      last = await read(path)
      return last.status === status || last.status === 'failed'
    }, status)
    expect(last!).toMatchObject({ status })
    return last!
  }
  const listWaiting = () => [...store.objects.keys()].filter((key) => key.startsWith('imports/'))

  const { id: caseId } = await read<{ id: string }>('/api/cases', { title: 'State v. Example', caseNumber: '24-1' })
  const scope = { kind: 'case', id: caseId }
  const made = await read<{ id: string }>('/api/exports', { type: 'archive', template: 'case_archive', scope })
  await waitFor(`/api/exports/${made.id}`, 'ready')
  const archive = new Uint8Array(await (await call(`/api/exports/${made.id}/file`)).arrayBuffer())

  const { id } = await read<{ id: string }>('/api/case-imports?caseNumber=24-2', archive)
  await waitFor(`/api/case-imports/${id}`, 'review')
  expect(listWaiting()).toEqual([`imports/${id}.zip`])
  const { found } = await read<{ found: { people: { id: string }[] } }>(`/api/case-imports/${id}`)
  await call(`/api/case-imports/${id}/confirm`, {
    people: found.people.map((each) => ({ id: each.id, userId: null })),
  })
  await waitFor(`/api/case-imports/${id}`, 'done')
  await until(() => listWaiting().length === 0, 'the archive to be deleted')

  const broken = await read<{ id: string }>('/api/case-imports?caseNumber=24-3', archive.slice(0, -100))
  expect(await waitFor(`/api/case-imports/${broken.id}`, 'failed')).toMatchObject({
    failure: expect.stringContaining('cannot be read as a zip'),
  })
  await until(() => listWaiting().length === 0, 'the broken archive to be deleted')
})
