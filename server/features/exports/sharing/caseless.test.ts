import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExportOptions } from '#contract/exports/exports.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildExport } from '../exports.factory.ts'
import { purgeExports } from '../core/exports.states.ts'
import { exports, shareLinks } from '../core/exports.table.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

async function sharedExport(): Promise<{ videoId: string; exportId: string; path: string; fileKey: string }> {
  const { db } = at.parts.database
  const { id: videoId } = await buildVideo(at.parts, lead.actor)
  const { id: exportId, fileKey } = await buildExport(at.parts, lead.actor, {
    caseId: await buildCase(db, lead.actor),
    type: 'list',
    template: 'captions_srt',
  })
  await db
    .update(exports)
    .set({ caseId: null, videoId, scope: { kind: 'video', id: videoId } })
    .where(eq(exports.id, exportId))
  const made = await lead.call('POST', `/api/exports/${exportId}/links`, {})
  return { videoId, exportId, fileKey: fileKey!, path: new URL(made.json<{ url: string }>().url).pathname }
}

const join = () => at.person({ firmId: lead.actor.firmId, role: 'member', profession: 'attorney' })
const open = async (path: string) => (await at.app.inject({ method: 'GET', url: path })).statusCode

test('deleting a video closes its export links, and destroying it destroys the files', async () => {
  const { db } = at.parts.database
  const [gone, purged, kept] = [await sharedExport(), await sharedExport(), await sharedExport()]
  for (const { path } of [gone, purged, kept]) expect(await open(path)).toBe(200)
  expect((await lead.call('DELETE', `/api/videos/${gone.videoId}`)).statusCode).toBe(200)
  await db.delete(videos).where(eq(videos.id, purged.videoId))
  for (const { path } of [gone, purged]) expect(await open(path)).toBe(410)
  expect(await open(kept.path)).toBe(200)
  expect(await purgeExports(at.parts)).toBe(1)
  const [row] = await db.select().from(exports).where(eq(exports.id, purged.exportId))
  expect(row).toMatchObject({ status: 'expired', fileKey: null })
  expect(await at.parts.storage.size(purged.fileKey)).toBeNull()
  expect((await lead.call('POST', `/api/videos/${gone.videoId}/restore`)).statusCode).toBe(200)
  for (const { path } of [gone, kept]) expect(await open(path)).toBe(200)
})

test('a link of an export without a case is revoked when its creator leaves the firm or the case of its video', async () => {
  const { db } = at.parts.database
  const [first, second] = [await sharedExport(), await sharedExport()]
  const [attorney, suspended] = [await join(), await join()]
  const caseId = await buildCase(db, lead.actor)
  await joinCase(db, attorney.actor, caseId, 'attorney')
  await db.update(videos).set({ caseId }).where(eq(videos.id, first.videoId))
  const give = ({ exportId }: typeof first, { actor }: Person) =>
    db.update(shareLinks).set({ createdBy: actor.userId }).where(eq(shareLinks.exportId, exportId))
  await give(first, attorney)
  await give(second, suspended)
  expect([await open(first.path), await open(second.path)]).toEqual([200, 200])
  const path = `/api/cases/${caseId}/members/${attorney.actor.userId}`
  expect((await lead.call('DELETE', path)).statusCode).toBe(200)
  await joinCase(db, attorney.actor, caseId, 'attorney')
  await lead.call('PATCH', `/api/team/${suspended.actor.userId}`, { status: 'suspended' })
  await lead.call('PATCH', `/api/team/${suspended.actor.userId}`, { status: 'active' })
  expect([await open(first.path), await open(second.path)]).toEqual([410, 410])
})

test("after a video joins a case, its exports follow the case's permissions", async () => {
  const { db } = at.parts.database
  const { videoId, exportId, path } = await sharedExport()
  const caseId = await buildCase(db, lead.actor)
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member', profession: 'paralegal' })
  await joinCase(db, viewer.actor, caseId, 'viewer')
  await db.update(videos).set({ caseId }).where(eq(videos.id, videoId))
  const by = async (person: Person) => [
    (await person.call('GET', `/api/exports/${exportId}/file`)).statusCode,
    (await person.call('GET', `/api/exports/${exportId}`)).statusCode,
    (await person.call('POST', `/api/exports/${exportId}/links`, {})).statusCode,
    (await person.call('POST', `/api/exports/${exportId}/revoke`, {})).statusCode,
  ]
  expect(await by(viewer)).toEqual([403, 403, 403, 403])
  expect(await by(await join())).toEqual([404, 404, 404, 404])
  expect(await open(path)).toBe(200)
  await db.update(cases).set({ confidentiality: 'anonymous_jury' }).where(eq(cases.id, caseId))
  await db
    .update(exports)
    .set({ options: ExportOptions.parse({ redactNames: false }) })
    .where(eq(exports.id, exportId))
  expect(await open(path)).toBe(410)
  expect(await by(lead)).toEqual([410, 200, 410, 200])
})
