import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, type Member, openCluster, until } from './cluster.ts'
import { createClient, Refused } from './crash/client.ts'

const timeout = 240_000
const chunkBytes = 1_000_000

let cluster: Cluster
let webs: Member[]
beforeAll(async () => {
  cluster = await openCluster()
  webs = [await cluster.startWeb(), await cluster.startWeb()]
}, timeout)
afterAll(() => cluster.close())

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function openUpload(chunks: number) {
  const [first, second] = webs as [Member, Member]
  const { token, client } = await cluster.signUp(first)
  const address = await client.openUpload('day 1.mp4', Buffer.alloc(chunks * chunkBytes))
  const senders = [
    { client, address },
    { client: createClient(second.url, token), address: address.replace(first.url, second.url) },
  ]
  const send = (at: number, bytes: Buffer, offset: number) =>
    senders[at]!.client.send(
      senders[at]!.address,
      Buffer.concat([Buffer.alloc(offset), bytes]),
      offset,
      bytes.length,
    ).then(
      ({ offset: now }) => now,
      (error: unknown) => {
        if (error instanceof Refused) return -error.status
        throw error
      },
    )
  return { id: address.split('/').at(-1)!, offset: () => client.offset(address), send }
}

test(
  'of two senders at one offset through two servers one is accepted, and the hash is right',
  { timeout, retry: 0 },
  async () => {
    const rounds = 12
    const upload = await openUpload(rounds)
    const accepted: Buffer[] = []
    for (let offset = 0; offset < rounds * chunkBytes; offset += chunkBytes) {
      const given = [randomBytes(chunkBytes), randomBytes(chunkBytes)]
      const answers = await Promise.all(given.map((bytes, at) => upload.send(at, bytes, offset)))
      expect(answers.toSorted((a, b) => a - b)).toEqual([-409, offset + chunkBytes])
      accepted.push(given[answers.indexOf(offset + chunkBytes)]!)
    }
    const [video] = await cluster.query('select sha256, size_bytes from videos where id = $1', [upload.id])
    expect(video!.sha256).toBe(hash(Buffer.concat(accepted)))
    expect(Number(video!.size_bytes)).toBe(rounds * chunkBytes)
  },
)

test('a form is locked while it is received, so no server takes it for abandoned', { timeout, retry: 0 }, async () => {
  const { token } = await cluster.signUp(webs[0]!)
  const held = `select from leases where name like 'upload:%' and until > now()`
  const beginning = '--x\r\ncontent-disposition: form-data; name="videos"; filename="day 1.mp4"\r\n\r\nfirst '
  const end = 'film\r\n--x--\r\n'
  const form = Readable.from(
    (async function* () {
      yield beginning
      await until(async () => (await cluster.query(held)).length === 1, 'the lease')
      yield end
    })(),
  )
  const response = await fetch(`${webs[0]!.url}/api/videos/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(beginning.length + end.length),
    },
    body: form as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  expect(await response.json()).toMatchObject({ videos: [{ sha256: hash(Buffer.from('first film')) }] })
  expect(await cluster.query(held)).toEqual([])
})

test('another server continues the upload of one that was killed', { timeout, retry: 0 }, async () => {
  const upload = await openUpload(2)
  const given = [randomBytes(chunkBytes), randomBytes(chunkBytes)]
  expect(await upload.send(1, given[0]!, 0)).toBe(chunkBytes)
  await cluster.query(`update leases set until = now() + interval '3 s', holder = gen_random_uuid() where name = $1`, [
    `upload:${upload.id}`,
  ])
  await webs[1]!.end('SIGKILL')
  await until(async () => (await upload.offset()) === chunkBytes, 'the offset')
  expect(await upload.send(0, given[1]!, chunkBytes)).toBe(2 * chunkBytes)
  const [video] = await cluster.query('select sha256 from videos where id = $1', [upload.id])
  expect(video).toEqual({ sha256: hash(Buffer.concat(given)) })
})
