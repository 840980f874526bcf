import { appendFile, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Export, ExportDetail } from '#contract/exports/exports.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { requireQuota } from '#server/features/exports/core/exports.service.ts'
import { type ExportRow, exports } from '#server/features/exports/core/exports.table.ts'
import type { ExportMaker } from '#server/features/exports/core/maker.ts'
import { makers } from '#server/features/exports/makers.ts'
import { listFirmsOverQuota } from '#server/features/videos/videos.queries.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { Permanent } from '#server/platform/queue.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { settleExport, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { makeExport } from './exports.ts'
import { exportFolder, exportRoot, listFolders } from './folders.ts'
import { startWorker } from './index.ts'

vi.setConfig({ testTimeout: 2 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
beforeAll(async () => {
  at = await testApp({ QUOTA_GB: '1' })
})
afterAll(() => at.close())
beforeEach(async () => {
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
})
afterEach(() => {
  Object.assign(at.parts.config, { MIN_FREE_GB: 0, QUOTA_GB: 1 })
})

const db = () => at.parts.database.db
const archive = () => ({
  type: 'archive' as const,
  template: 'case_archive' as const,
  scope: { kind: 'case' as const, id: sitting.caseId },
})
const list = () => ({ type: 'csv', template: 'jurors', scope: { kind: 'case', id: sitting.caseId } })
const setVideoSize = (sizeBytes: number) => db().update(videos).set({ sizeBytes }).where(eq(videos.id, sitting.videoId))
const petabyte = 1024 ** 5
const bytesPerGb = 1024 ** 3
const diskSentence =
  /^The server’s disk has .* free, .*less than the .* GB that must stay free\. Delete videos you no longer/

const buildQueued = (given: object = {}) =>
  buildExport(at.parts, lead.actor, {
    ...given,
    caseId: sitting.caseId,
    status: 'queued',
    fileKey: null,
    sizeBytes: null,
    sha256: null,
    readyAt: null,
  })

const makeWith = (row: ExportRow, by: readonly ExportMaker[] = makers) =>
  makeExport(at.parts, silent, by, {
    id: row.id,
    attempt: 1,
    payload: { exportId: row.id },
    signal: new AbortController().signal,
    renewals: undefined,
  })

async function expectNothingLeft(row: ExportRow): Promise<void> {
  expect((await listFolders(exportRoot(at.parts.config))).filter((name) => name.startsWith(row.id))).toEqual([])
}

test('rejects an export that wouldn’t fit on the disk or in the quota, which archives are exempt from', async () => {
  await setVideoSize(petabyte)
  Object.assign(at.parts.config, { QUOTA_GB: undefined })
  const disk = await lead.call('POST', '/api/exports', archive())
  expect([disk.statusCode, disk.body]).toEqual([507, expect.stringMatching(diskSentence)])
  Object.assign(at.parts.config, { QUOTA_GB: 1 })
  await setVideoSize(bytesPerGb / 2 + 1)
  expect((await lead.call('POST', '/api/exports', archive())).statusCode).toBe(200)
  const fits = (type: ExportRow['type']) =>
    requireQuota(db(), { firmId: lead.actor.firmId, type }, at.parts.config, bytesPerGb / 2)
  await fits('archive')
  await expect(fits('pack')).rejects.toMatchObject({
    code: 'no_space',
    message:
      'This export doesn’t fit in your firm’s 1 GB of storage. Delete videos or revoke exports you no longer need.',
  })
  expect((await lead.call('POST', '/api/exports', list())).statusCode).toBe(200)
})

test('fails at once if the recordings grew while the export was queued', async () => {
  const row = await buildQueued(archive())
  await setVideoSize(petabyte)
  await expect(makeWith(row)).rejects.toMatchObject({ name: 'Permanent' })
  const [failed] = await db().select().from(exports).where(eq(exports.id, row.id))
  expect(failed).toMatchObject({ status: 'failed', failure: expect.stringMatching(diskSentence) as string })
  await expectNothingLeft(row)
})

test('stops an export while it writes if the disk gets low, and leaves nothing behind', async () => {
  const row = await buildQueued()
  const most = 100
  let written = 0
  const growing: ExportMaker = {
    ...makers.find(({ type }) => type === row.type)!,
    async make(_input, out, _progress, signal) {
      await writeFile(out, 'begun')
      at.parts.config.MIN_FREE_GB = 1_000_000
      for (; written < most; written++) {
        await appendFile(out, Buffer.alloc(1024))
        await new Promise((resolve) => setTimeout(resolve, 50))
        signal.throwIfAborted()
      }
      return { manifest: {} }
    },
  }
  await expect(makeWith(row, [growing])).rejects.toMatchObject({ name: 'Permanent' })
  expect(written).toBeLessThan(most)
  const [failed] = await db().select().from(exports).where(eq(exports.id, row.id))
  expect(failed).toMatchObject({ status: 'failed', failure: expect.stringMatching(diskSentence) as string })
  await expectNothingLeft(row)
})

test('a resumed export needs space only for the parts it still lacks', async () => {
  const row = await buildQueued({ type: 'mp4', template: 'highlight_reel' })
  const film = makers.find(({ type }) => type === row.type)!
  const make = vi.fn(() => Promise.reject(new Permanent('reached')))
  const bytes = 2 ** 40
  const growing: ExportMaker = {
    ...film,
    estimate: async (asked) => ({ ...(await film.estimate(asked)), bytes }),
    make,
  }
  const parts = join(exportFolder(at.parts.config, row), 'kept', 'parts')
  await mkdir(parts, { recursive: true })
  await writeFile(join(parts, 'done'), '')
  await truncate(join(parts, 'done'), 2 * bytes)
  await expect(makeWith(row, [growing])).rejects.toMatchObject({ message: 'reached' })
  expect(make).toHaveBeenCalledOnce()
})

test('a full disk isn’t an unknown error', async () => {
  const row = await buildQueued()
  const full: ExportMaker = {
    ...makers.find(({ type }) => type === row.type)!,
    make: () => {
      at.parts.config.MIN_FREE_GB = 1_000_000
      return Promise.reject(new Error('ENOSPC: no space left on device, write'))
    },
  }
  await expect(makeWith(row, [full])).rejects.toMatchObject({ message: expect.stringMatching(diskSentence) as string })
})

test('limits the unfinished exports of a firm', async () => {
  const one = await buildQueued()
  const rows = Array.from({ length: 99 }, () => ({ ...one, id: crypto.randomUUID() }))
  await db().insert(exports).values(rows)
  const refused = await lead.call('POST', '/api/exports', list())
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'Your firm can have up to 100 unfinished exports. Wait for some to finish, or cancel some.',
  ])
  const other = await at.person()
  const theirs = await buildSitting(at.parts, other.actor)
  const allowed = { ...list(), scope: { kind: 'case', id: theirs.caseId } }
  expect((await other.call('POST', '/api/exports', allowed)).json<Export>().status).toBe('queued')
})

test('ready exports count toward the quota of uploads and exports', async () => {
  const worker = await startWorker(at.parts, silent)
  const made: ExportDetail = await settleExport(lead, archive())
  expect(made.status).toBe('ready')
  const left = async () =>
    (await lead.call('GET', '/api/upload-limits')).json<{ quotaLeftBytes: number }>().quotaLeftBytes
  const before = await left()
  const [{ sizeBytes: videoBytes } = { sizeBytes: 0 }] = await db()
    .select()
    .from(videos)
    .where(eq(videos.id, sitting.videoId))
  expect(before).toBe(bytesPerGb - videoBytes - made.sizeBytes!)
  const storage = (await lead.call('GET', '/api/firm/storage')).json<{ usedBytes: number }>()
  expect(storage.usedBytes).toBe(bytesPerGb - before)
  await db().update(exports).set({ sizeBytes: bytesPerGb }).where(eq(exports.id, made.id))
  expect(await left()).toBe(0)
  await db().update(cases).set({ deletedAt: new Date() }).where(eq(cases.id, sitting.caseId))
  expect(await left()).toBe(bytesPerGb - videoBytes)
  expect((await lead.call('GET', '/api/firm/storage')).json()).toMatchObject({ exports: 0, usedBytes: videoBytes })
  const full = await listFirmsOverQuota(db(), bytesPerGb - 1, { topic: 'quota', repeatDays: 7 })
  expect(full.map(({ firmId }) => firmId)).not.toContain(lead.actor.firmId)
  await db().update(cases).set({ deletedAt: null }).where(eq(cases.id, sitting.caseId))
  expect(await left()).toBe(0)
  const revoked = await lead.call('POST', `/api/exports/${made.id}/revoke`, { reason: 'No longer needed' })
  expect([revoked.statusCode, await left()]).toEqual([200, bytesPerGb - videoBytes])
  worker.stop()
})
