import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster, until } from './cluster.ts'
import { createClient } from './crash/client.ts'
import { s3Keys, startS3 } from './s3.ts'

const timeout = 240_000

let store: Awaited<ReturnType<typeof startS3>>
let cluster: Cluster
beforeAll(async () => {
  store = await startS3()
  cluster = await openCluster({ ...s3Keys, STORAGE_URL: store.url })
}, timeout)
afterAll(async () => {
  await cluster.close()
  await store.close()
})

test(
  'another server finishes an upload whose server was killed while it moved the file to the bucket',
  { timeout, retry: 0 },
  async () => {
    const [first, second] = [await cluster.startWeb(), await cluster.startWeb()]
    const { token, client } = await cluster.signUp(first)
    const bytes = randomBytes(17_000_000)
    const address = await client.openUpload('day 1.mp4', bytes)
    const isMoving = Promise.withResolvers<void>()
    store.disturb(({ method }) => {
      if (method !== 'PUT') return
      isMoving.resolve()
      return new Promise(() => {})
    })
    const sending = client.send(address, bytes, 0, bytes.length).catch(() => 'cut off')
    await isMoving.promise
    await first.end('SIGKILL')
    expect(await sending).toBe('cut off')
    expect([...store.objects.keys()].filter((key) => key.endsWith('/media'))).toEqual([])

    store.disturb(() => {})
    const other = createClient(second.url, token)
    const there = address.replace(first.url, second.url)
    await until(async () => (await other.offset(there).catch(() => null)) === bytes.length, 'the upload to finish')
    const [video] = await cluster.query('select sha256 from videos where received_at is not null')
    expect(video).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex') })
    const originals = [...store.objects].filter(([key]) => key.endsWith('/media'))
    expect(originals.map(([, versions]) => versions.at(-1)!.bytes.equals(bytes))).toEqual([true])
    expect(await readdir(join(cluster.folder, 'uploads'))).toEqual([])
  },
)
