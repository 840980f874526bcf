import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firms, users } from '#server/features/team/team.table.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { originalKey, videoFiles, videoPrefix, type VideoRow } from '#server/features/videos/videos.table.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { newId } from '#server/platform/ids.ts'
import { loadKeyring } from '#server/platform/keys/installation-key.ts'
import { recordActive } from '#server/platform/storage/open.ts'
import { openLocalStorage } from '#server/platform/storage/local.ts'
import { parseStorageUrl } from '#server/platform/storage/url.ts'
import { runCli } from '#test/cli.ts'
import { s3Keys, startS3 } from '#test/s3.ts'
import { copyTemplate } from '#test/template.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let folder: string
let dataDir: string
let store: Awaited<ReturnType<typeof startS3>>
let video: VideoRow
let poster: string
beforeAll(async () => {
  store = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'venire-storage-'))
  dataDir = join(folder, 'data')
  await copyTemplate(join(dataDir, 'pg'))
  await loadKeyring(dataDir)
  const database = await openEmbedded(join(dataDir, 'pg'), { durable: false })
  const storage = await openLocalStorage(join(dataDir, 'files'))
  const actor = { userId: newId(), firmId: newId() }
  await database.db.insert(firms).values({ id: actor.firmId, name: 'Sample firm' })
  await database.db.insert(users).values({ id: actor.userId, email: 'a@firm.example', name: 'A', passwordHash: 'none' })
  video = await buildVideo({ database, storage }, actor as Parameters<typeof buildVideo>[1], { filename: 'day 1.mp4' })
  poster = `${videoPrefix(video)}derived/run-1/poster.jpg`
  await storage.put(poster, Buffer.from('picture'))
  const row = { kind: 'poster', key: poster, mime: 'image/jpeg', sizeBytes: 7, sha256: null } as const
  await database.db.insert(videoFiles).values({ videoId: video.id, ...row })
  await database.close()
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const venire = (url: string | null, ...args: string[]) =>
  runCli(
    {
      ...s3Keys,
      DATA_DIR: dataDir,
      MIN_FREE_GB: '0',
      LOG_LEVEL: 'fatal',
      BACKUP_KEY: 'env:PHRASE',
      PHRASE: 'a long passphrase',
      ...(url === null ? {} : { STORAGE_URL: url }),
    },
    ...args,
  )

test('moves an installation to a bucket, which it then uses, checks, and leaves out of backups', async () => {
  const moved = await venire(null, 'storage', 'move', '--to', store.url)
  expect([moved.code, moved.says]).toEqual([
    0,
    '2 files copied (27 bytes), 0 copied earlier. All hashes match.\n' +
      'Stop Venire, run this command again, set STORAGE_URL to s3://venire-test/, and start Venire.\n',
  ])
  expect((await venire(null, 'storage', 'move', '--to', store.url, '--json')).says).toBe(
    '{"copied":0,"copiedBytes":0,"before":2,"leftOver":[]}\n',
  )
  await rm(join(dataDir, 'files'), { recursive: true })

  const intact = { code: 0, says: '2 files checked, none missing or changed.\n' }
  expect(await venire(store.url, 'storage', 'verify')).toEqual(intact)
  const made = await venire(store.url, 'backup')
  expect(made).toMatchObject({ code: 0, says: expect.stringContaining('are not included') as string })
  expect(await readdir(join(made.says.split('\n')[0]!, 'data'))).not.toContain('files')

  store.objects.delete(poster)
  store.objects.get(originalKey(video))!.at(-1)!.bytes[0]! ^= 1
  expect(await venire(store.url, 'storage', 'verify')).toEqual({
    code: 1,
    says: `day 1.mp4 (${video.id}), original: changed\n${poster}: missing\n2 files checked.\n`,
  })
})

test('refuses an invalid URL and the current one', async () => {
  expect(await venire(null, 'storage', 'move', '--to', 's3://key:secret@bucket')).toMatchObject({ code: 2 })
  expect(await venire(store.url, 'storage', 'move', '--to', store.url)).toMatchObject({
    code: 1,
    says: expect.stringContaining('already in s3://venire-test/') as string,
  })
})

test('never copies from a storage that Venire no longer uses, or that is missing, and deletes nothing', async () => {
  const [old, bucket] = [join(folder, 'old'), await startS3({ hasVersions: true, hasLock: true })]
  const run = (...more: string[]) =>
    runCli({ ...s3Keys, DATA_DIR: old, MIN_FREE_GB: '0' }, 'storage', 'move', '--to', bucket.url, ...more)
  try {
    const files = await openLocalStorage(join(old, 'files'))
    for (const key of ['a/1', 'a/2']) await files.put(key, Buffer.from(key))
    expect(await run()).toMatchObject({ code: 0 })
    await files.remove('a/2')
    expect((await run()).says).toContain('Delete them there if they were destroyed:\n  a/2\n')

    const STORAGE_URL = parseStorageUrl(bucket.url)!
    await recordActive({ DATA_DIR: old, STORAGE_URL })
    bucket.objects.delete('a/1')
    expect(await run()).toMatchObject({
      code: 1,
      says: expect.stringContaining('Set STORAGE_URL as it was when Venire last started.') as string,
    })
    expect([...bucket.objects.keys()]).toEqual(['a/2'])

    await recordActive({ DATA_DIR: old, STORAGE_URL: undefined })
    await rm(join(old, 'files'), { recursive: true })
    expect(await run()).toMatchObject({ code: 1, says: expect.stringContaining('There is no folder') as string })
    expect([...bucket.objects.keys()]).toEqual(['a/2'])
  } finally {
    await bucket.close()
  }
})
