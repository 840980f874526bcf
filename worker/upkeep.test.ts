import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '#engine/media/media.factory.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { s3Keys, startS3 } from '#test/s3.ts'
import { exportFolder } from './folders.ts'
import { sweepExportFolders } from './upkeep.ts'

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
