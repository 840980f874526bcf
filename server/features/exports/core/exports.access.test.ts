import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Export, ExportDetail } from '#contract/exports/exports.ts'
import { claimExport, finishExport } from '#server/features/exports/core/exports.states.ts'
import { buildExport, buildSitting } from '#server/features/exports/exports.factory.ts'
import { exportKey, type ExportRow } from '#server/features/exports/core/exports.table.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { testApp, type TestApp } from '#test/app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const query = (text: string, values: unknown[]) => at.parts.database.pool.query(text, values)

test.for([
  [
    'removed from the case',
    'delete from case_members where user_id = $1',
    'The person who requested this export no longer has access to the case.',
  ],
  [
    'suspended',
    `update members set status = 'suspended' where user_id = $1`,
    'The person who requested this export is no longer with the firm.',
  ],
  [
    'lowered to a role that may not export',
    `update case_members set role = 'viewer' where user_id = $1`,
    'a paralegal, or a consultant on this case can export from it.',
  ],
] as const)("someone %s can't download a file requested earlier", async ([, change, said]) => {
  const lead = await at.person()
  const { caseId } = await buildSitting(at.parts, lead.actor)
  const colleague = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, colleague.actor, caseId, 'attorney')
  const { id } = (
    await colleague.call('POST', '/api/exports', {
      type: 'csv',
      template: 'jurors',
      scope: { kind: 'case', id: caseId },
    })
  ).json<Export>()
  const row = (await claimExport(at.parts.database.db, id))!
  const key = exportKey(row)
  await at.parts.storage.put(key, Buffer.from('a file'))
  await query(change, [colleague.actor.userId])
  const finished = finishExport(at.parts.database.db, {}, row, {
    key,
    sizeBytes: 6,
    sha256: 'a'.repeat(64),
    manifest: {},
  })
  expect(await finished.catch((error: Error) => error.message)).toContain(said)
  const { rows } = await query('select status, file_key from exports where id = $1', [id])
  expect(rows).toEqual([{ status: 'running', file_key: null }])
})

test('an export of a recording that has moved never appears in the case that it left', async () => {
  const lead = await at.person()
  const { caseId, videoId } = await buildSitting(at.parts, lead.actor)
  const scope = { kind: 'video', id: videoId }
  const asked = await lead.call('POST', '/api/exports', { type: 'pdf', template: 'video_report', scope })
  const row = (await claimExport(at.parts.database.db, asked.json<Export>().id))!
  await query('delete from session_videos where video_id = $1', [videoId])
  const other = await buildCase(at.parts.database.db, lead.actor)
  expect((await lead.call('PATCH', `/api/videos/${videoId}`, { caseId: other })).statusCode).toBe(200)
  const made = { key: exportKey(row), sizeBytes: 6, sha256: 'a'.repeat(64), manifest: {} }
  const finished = finishExport(at.parts.database.db, {}, row, made)
  expect(await finished.catch((error: Error) => error.message)).toContain('moved to another case')
  expect((await lead.call('GET', `/api/cases/${caseId}/exports?status=ready`)).json()).toEqual([])
})

test('an export doesn’t name a recording that has moved to a case that the reader can’t see', async () => {
  const lead = await at.person({ role: 'member' })
  const { caseId, videoId } = await buildSitting(at.parts, lead.actor)
  const made = await buildExport(at.parts, lead.actor, {
    caseId,
    manifest: { inputs: [{ videoId, sha256: null }] } as unknown as ExportRow['manifest'],
  })
  const read = async () =>
    (await lead.call('GET', `/api/exports/${made.id}`)).json<ExportDetail>().recordings.map(({ filename }) => filename)
  expect(await read()).toEqual([expect.any(String)])
  const stranger = await at.person({ firmId: lead.actor.firmId })
  const walled = await buildCase(at.parts.database.db, stranger.actor)
  await query('update videos set case_id = $2 where id = $1', [videoId, walled])
  expect(await read()).toEqual([null])
})
