import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firms, users } from '#server/features/team/team.table.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { originalKey, videoFiles, videoPrefix, type VideoRow } from '#server/features/videos/videos.table.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { newId } from '#server/platform/ids.ts'
import { loadKeyring } from '#server/platform/keys/installation-key.ts'
import { openLocalStorage } from '#server/platform/storage/local.ts'
import { runCli } from '#test/cli.ts'
import { copyTemplate } from '#test/template.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const bytes = randomBytes(100_000)
let folder: string
let dataDir: string
let first: VideoRow
let second: VideoRow
let film: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-media-'))
  dataDir = join(folder, 'data')
  await copyTemplate(join(dataDir, 'pg'))
  await loadKeyring(dataDir)
  const database = await openEmbedded(join(dataDir, 'pg'), { durable: false })
  const storage = await openLocalStorage(join(dataDir, 'files'))
  const { db } = database
  const actor = { userId: newId(), firmId: newId() }
  await db.insert(firms).values({ id: actor.firmId, name: 'Sample firm' })
  await db.insert(users).values({ id: actor.userId, email: 'a@firm.example', name: 'A', passwordHash: 'none' })
  const build = (filename: string) =>
    buildVideo({ database, storage }, actor as Parameters<typeof buildVideo>[1], { filename, bytes })
  first = await build('day 1.mp4')
  second = await build('day 2.mp4')
  film = `${videoPrefix(second)}derived/run-1/proxy.mp4`
  await storage.put(film, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const made = { kind: 'proxy', key: film, mime: 'video/mp4', sizeBytes: bytes.length, sha256 } as const
  await db.insert(videoFiles).values({ videoId: second.id, ...made })
  await database.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settings = { MIN_FREE_GB: '0', LOG_LEVEL: 'fatal', BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' }
const venire = (...args: string[]) => runCli({ DATA_DIR: dataDir, ...settings }, ...args)

async function flip(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.write(Buffer.from([bytes[77_777]! ^ 1]), 0, 1, 77_777)
}

test('verify media, backup, and backup --verify name a file with one flipped byte', async () => {
  expect(await venire('verify', 'media')).toEqual({
    code: 0,
    says: '2 recordings checked, none changed.\n',
  })
  const made = await venire('backup', '--keep', '1')
  expect([made.code, made.says]).toEqual([0, expect.stringContaining('checked.')])
  const older = made.says.split('\n')[0]!
  expect(await venire('backup', '--verify')).toEqual({ code: 0, says: `${older} is intact.\n` })

  await flip(join(dataDir, 'files', originalKey(first)))
  await flip(join(dataDir, 'files', film))
  const again = await runCli(settings, 'backup', '--data', dataDir, '--keep', '1')
  expect(again.code).toBe(1)
  const faults = [originalKey(first), film].map((key) => `data/files/${key} has changed: its SHA-256 was`)
  for (const fault of faults) expect(again.says).toContain(fault)
  // The new backup is damaged, so `--keep 1` doesn't remove the intact one.
  expect(again.says).toContain('Older backups are kept')
  expect((await readdir(join(dataDir, 'backups'))).filter((name) => name.startsWith('venire-'))).toHaveLength(2)
  const newest = await venire('backup', '--verify')
  expect(newest.code).toBe(1)
  for (const fault of faults) expect(newest.says).toContain(fault)

  const told = await venire('verify', 'media')
  expect(told.code).toBe(1)
  expect(told.says.split('\n')).toEqual([
    `day 1.mp4 (${first.id}), original: changed since it was received`,
    `day 2.mp4 (${second.id}), film: changed since it was made`,
    '2 recordings checked.',
    '',
  ])
  await rm(join(dataDir, 'files', originalKey(first)))
  const json = await venire('verify', 'media', '--json')
  expect([json.code, JSON.parse(json.says)]).toEqual([
    1,
    {
      checked: 2,
      changed: [
        { id: first.id, filename: 'day 1.mp4', file: 'original', missing: true },
        { id: second.id, filename: 'day 2.mp4', file: 'film', missing: false },
      ],
    },
  ])

  expect(await venire('backup', '--verify', older)).toMatchObject({ code: 0 })
  await flip(join(older, 'data/files', film))
  expect(await venire('backup', '--verify', older)).toMatchObject({
    code: 1,
    says: expect.stringContaining(`data/files/${film} was changed: its SHA-256 differs`) as string,
  })
})
