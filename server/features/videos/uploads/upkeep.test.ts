import { utimes, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysisListeners } from '#server/features/analysis/runs/runs.service.ts'
import { newId } from '#server/platform/ids.ts'
import { acquireLease, releaseLease } from '#server/platform/lease.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { receiveUpload } from './receipt.ts'
import { openUploads, type Uploads } from './uploads.ts'
import { maintainUploads, removeStrays } from './upkeep.ts'
import { buildVideo } from '../videos.factory.ts'
import { originalKey } from '../videos.table.ts'

let at: TestApp
let uploads: Uploads
beforeAll(async () => {
  at = await testApp()
  uploads = openUploads(at.parts, analysisListeners)
})
afterAll(() => at.close())

const unfinished = { receivedAt: null, sha256: null }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const noFaults = (videoId: string, error: unknown) => expect.fail(`${videoId}: ${String(error)}`)

async function writeUpload(videoId: string, changedAt: Date, bytes = 'half of it'): Promise<void> {
  await uploads.folder.create(videoId)
  await writeFile(uploads.folder.getPath(videoId), bytes)
  await utimes(uploads.folder.getPath(videoId), changedAt, changedAt)
}

test('discards abandoned uploads and keeps resumable ones', async () => {
  const { actor } = await at.person()
  const given = { ...unfinished, sizeBytes: 100 }
  const fresh = await buildVideo(at.parts, actor, { ...given, resumable: true })
  const week = await buildVideo(at.parts, actor, { ...given, resumable: true, createdAt: daysAgo(8) })
  const running = await buildVideo(at.parts, actor, { ...given, resumable: false, createdAt: daysAgo(1) })
  const killed = await buildVideo(at.parts, actor, { ...given, resumable: false, createdAt: daysAgo(1) })
  const stray = newId()
  await writeUpload(fresh.id, daysAgo(3))
  await writeUpload(week.id, daysAgo(0))
  await writeUpload(running.id, daysAgo(0))
  await writeUpload(killed.id, daysAgo(0.5))
  await writeUpload(stray, daysAgo(1))

  expect(await maintainUploads(uploads, noFaults)).toEqual({ finished: 0, discarded: 2 })
  await removeStrays(uploads)
  const { rows } = await at.parts.database.pool.query('select id from videos order by id')
  expect(rows.map((row) => row.id)).toEqual([fresh.id, running.id])
  expect(await uploads.folder.received(stray)).toBeNull()
  expect(await uploads.folder.received(killed.id)).toBeNull()
  expect(await uploads.folder.received(fresh.id)).toMatchObject({ bytes: 10 })
})

test('leaves an upload to the server that receives it into its own folder', async () => {
  const { db } = at.parts.database
  const { actor } = await at.person()
  const { id } = await buildVideo(at.parts, actor, { ...unfinished, resumable: false, createdAt: daysAgo(1) })
  const lease = { name: `upload:${id}`, holder: newId(), seconds: 60 }
  await acquireLease(db, lease)
  expect(await maintainUploads(uploads, noFaults)).toMatchObject({ discarded: 0 })
  await releaseLease(db, lease)
  expect(await maintainUploads(uploads, noFaults)).toMatchObject({ discarded: 1 })
})

test("one bad upload doesn't stop the rest", async () => {
  const { actor } = await at.person()
  const size = { ...unfinished, sizeBytes: 10, resumable: true }
  const bad = await buildVideo(at.parts, actor, size)
  const good = await buildVideo(at.parts, actor, size)
  await writeUpload(bad.id, daysAgo(0))
  await writeUpload(good.id, daysAgo(0))
  const faults: string[] = []
  const adopt = at.parts.storage.adopt.bind(at.parts.storage)
  const failing = {
    ...uploads,
    parts: {
      ...at.parts,
      storage: {
        ...at.parts.storage,
        adopt: (path: string, key: string) =>
          path.includes(bad.id) ? Promise.reject(new Error('the disk is broken')) : adopt(path, key),
      },
    },
  }
  expect(await maintainUploads(failing, (videoId) => void faults.push(videoId))).toMatchObject({ finished: 1 })
  expect(faults).toEqual([bad.id])
})

test('a server that was paused keeps the file of an upload that another has received meanwhile', async () => {
  const { actor } = await at.person()
  const { id } = await buildVideo(at.parts, actor, { ...unfinished, sizeBytes: 10 })
  await writeUpload(id, daysAgo(0))
  const other = openUploads(at.parts, analysisListeners)
  const adopt = async (path: string, key: string) => {
    await at.parts.storage.adopt(path, key)
    await receiveUpload(other, id)
  }
  const paused = { ...uploads, parts: { ...at.parts, storage: { ...at.parts.storage, adopt } } }
  const received = await receiveUpload(paused, id)
  expect(await at.parts.storage.size(originalKey({ id, firmId: actor.firmId }))).toBe(10)
  const { rows } = await at.parts.database.pool.query('select sha256 from videos where id = $1', [id])
  expect(rows).toEqual([{ sha256: received.sha256 }])
  other.folder.close()
})
