import { eq, inArray, sql } from 'drizzle-orm'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '#engine/media/media.factory.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { caseImports } from '#server/features/exports/core/exports.table.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { importCaseJob } from '#server/features/exports/packs/archive/archive.service.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { s3Keys, startS3 } from '#test/s3.ts'
import { silent } from '#test/silent.ts'
import { exportFolder } from './folders.ts'
import { maintainVideos, sweepExportFolders } from './upkeep.ts'

let store: Awaited<ReturnType<typeof startS3>>
let work: Awaited<ReturnType<typeof makeFolder>>
let at: TestApp
beforeAll(async () => {
  Object.assign(process.env, s3Keys)
  store = await startS3()
  work = await makeFolder()
  at = await testApp({ STORAGE_URL: store.url, WORK_DIR: work.path })
})
afterAll(async () => {
  await at.close()
  await store.close()
  await work[Symbol.asyncDispose]()
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})

test('with an S3 store, exports are made in WORK_DIR, and leftovers are deleted there and in DATA_DIR', async () => {
  const { actor } = await at.person()
  const caseId = await buildCase(at.parts.database.db, actor)
  const live = await buildExport(at.parts, actor, { caseId, status: 'running', claim: 1 })
  const roots = [join(work.path, 'exports'), join(at.parts.config.DATA_DIR, 'exports')]
  for (const root of roots) await mkdir(join(root, `${newId()}-1`), { recursive: true })
  await mkdir(exportFolder(at.parts.config, live))
  await sweepExportFolders(at.parts)
  expect(await Promise.all(roots.map((each) => readdir(each)))).toEqual([[`${live.id}-1`], []])
})

test('deletes abandoned case archives and those that no one finished importing, and keeps the others', async () => {
  const { actor } = await at.person()
  const { db } = at.parts.database
  const newIdBefore = (days: number) => {
    const time = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
  }
  const ids = {
    ...{ arriving: newId(), abandoned: newIdBefore(2), waiting: newIdBefore(2), ignored: newIdBefore(8) },
    ...{ lost: newIdBefore(10), givenUp: newIdBefore(2) },
  }
  const row = { firmId: actor.firmId, createdBy: actor.userId }
  await at.parts.queue.send(db, importCaseJob, { importId: ids.givenUp, isStored: true }, { key: ids.givenUp })
  await db.execute(sql`update pgboss.job set state = 'failed' where singleton_key = ${ids.givenUp}`)
  await db.insert(caseImports).values([
    { ...row, id: ids.givenUp, status: 'running' },
    { ...row, id: ids.waiting, status: 'waiting' },
    { ...row, id: ids.ignored, status: 'review', createdAt: new Date(Date.now() - 8 * 86_400_000) },
    { ...row, id: ids.lost, status: 'running', createdAt: new Date(Date.now() - 10 * 86_400_000) },
  ])
  for (const id of Object.values(ids)) await at.parts.storage.put(`imports/${id}.zip`, Buffer.from('zip'))
  const former = join(at.parts.config.DATA_DIR, 'imports')
  await mkdir(former, { recursive: true })
  for (const id of [ids.abandoned, ids.waiting]) await writeFile(join(former, `${id}.zip`), 'zip')
  await maintainVideos(at.parts, silent)
  expect([...store.objects.keys()].filter((key) => key.startsWith('imports/')).toSorted()).toEqual(
    [ids.waiting, ids.arriving].map((id) => `imports/${id}.zip`).toSorted(),
  )
  expect(await readdir(former)).toEqual([`${ids.waiting}.zip`])
  expect(
    await db
      .select({ status: caseImports.status })
      .from(caseImports)
      .where(inArray(caseImports.id, [ids.ignored, ids.lost, ids.givenUp])),
  ).toEqual([{ status: 'failed' }, { status: 'failed' }, { status: 'failed' }])
  const { rows } = await at.parts.database.pool.query(
    `select message from notifications where user_id = $1 and title = 'Case import failed' order by message`,
    [actor.userId],
  )
  expect(rows).toEqual([
    { message: 'The import was interrupted. Upload the archive again.' },
    { message: 'The import was interrupted. Upload the archive again.' },
    { message: 'The people weren’t matched within 7 days. Upload the archive again.' },
  ])
})

test('a file that can’t be removed holds up no other', async () => {
  const { actor } = await at.person()
  const { database, storage } = at.parts
  const toKey = (id: string) => originalKey({ id, firmId: actor.firmId })
  const built: string[] = []
  for (const days of [41, 40]) {
    const { id } = await buildVideo(at.parts, actor, { deletedAt: new Date(Date.now() - days * 86_400_000) })
    built.push(id)
  }
  const caseId = await buildCase(database.db, actor)
  const made: string[] = []
  for (let each = 0; each < 2; each++)
    made.push((await buildExport(at.parts, actor, { caseId, expiresAt: new Date(0) })).fileKey!)
  await database.db
    .update(cases)
    .set({ deletedAt: new Date(0) })
    .where(eq(cases.id, caseId))
  const isHeld = (prefix: string) => prefix.includes(built[0]!) || made[0]!.startsWith(prefix)
  const removeAll = async (prefix: string) => {
    if (isHeld(prefix)) throw new Error('the file storage refused a request: AccessDenied')
    return storage.removeAll(prefix)
  }
  await maintainVideos({ ...at.parts, storage: { ...storage, removeAll } }, silent)
  const kept = async (keys: string[]) => Promise.all(keys.map(async (key) => (await storage.size(key)) !== null))
  expect(await kept(built.map(toKey))).toEqual([true, false])
  expect(await kept(made)).toEqual([true, false])
  const countCases = () => database.db.$count(cases, eq(cases.id, caseId))
  expect(await countCases()).toBe(1)
  await maintainVideos(at.parts, silent)
  expect(await kept([...built.map(toKey), ...made])).toEqual([false, false, false, false])
  expect(await countCases()).toBe(0)
})
