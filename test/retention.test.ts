import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildExport, buildSitting } from '#server/features/exports/exports.factory.ts'
import { previewRetention } from '#server/retention.queries.ts'
import { maintainVideos } from '#worker/upkeep.ts'
import { silent } from './silent.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { db } = at.parts.database
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(sql`select row_to_json(t)::text as row from ${sql.raw(name)} t`)
    found.push(
      ...rows.filter(({ row }) => words.some((word) => row.includes(word))).map(({ row }) => `${name}: ${row}`),
    )
  }
  return found
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
}

test("when retention ends, only a case's audit record remains, as the preview said", async () => {
  const { db } = at.parts.database
  const { DELETED_KEEP_DAYS } = at.parts.config
  const sitting = await buildSitting(at.parts, lead.actor)
  await buildExport(at.parts, lead.actor, { caseId: sitting.caseId })
  await lead.call('POST', `/api/videos/${sitting.videoId}/annotations`, { title: 'WORKPRODUCT', startTime: 1 })
  await lead.call('POST', `/api/sessions/${sitting.sessionId}/strikes`, {
    ...{ kind: 'peremptory', madeBy: 'us', jurorId: sitting.jurorId, rationale: 'WORKPRODUCT of twenty letters' },
  })
  const words = ['Marchetti', 'Quill Harbour', 'WORKPRODUCT', ...Object.values(sitting)]
  expect((await rowsWith(words)).length).toBeGreaterThan(10)
  const filesBefore = await filesOf(join(at.parts.config.DATA_DIR, 'files'))
  expect(filesBefore.length).toBeGreaterThan(1)
  const put = (change: Partial<typeof cases.$inferInsert>) =>
    db.update(cases).set(change).where(eq(cases.id, sitting.caseId))

  await put({ status: 'archived', archivedAt: daysAgo(8), closedAt: daysAgo(364) })
  const soon = await previewRetention(db, DELETED_KEEP_DAYS, 2)
  expect(soon).toMatchObject([{ kind: 'case', id: sitting.caseId, step: 'delete', videos: 1 }])
  expect(JSON.stringify(soon)).not.toContain('State v. Example')
  expect(await previewRetention(db, DELETED_KEEP_DAYS, 0)).toEqual([])
  await maintainVideos(at.parts, silent)
  expect((await lead.call('GET', `/api/cases/${sitting.caseId}`)).statusCode).toBe(200)

  await put({ closedAt: daysAgo(366) })
  expect(await previewRetention(db, DELETED_KEEP_DAYS, 0)).toMatchObject([{ step: 'delete' }])
  await maintainVideos(at.parts, silent)
  expect((await lead.call('GET', `/api/cases/${sitting.caseId}`)).statusCode).toBe(404)
  expect((await rowsWith(['Marchetti'])).length).toBeGreaterThan(0)
  expect(await previewRetention(db, DELETED_KEEP_DAYS, 31)).toMatchObject([{ id: sitting.caseId, step: 'destroy' }])

  await put({ deletedAt: daysAgo(31) })
  for (let round = 0; round < 3; round++) await maintainVideos(at.parts, silent)
  const left = await rowsWith(words)
  expect(left.filter((each) => !each.startsWith('public.audit_events: '))).toEqual([])
  expect(left.filter((each) => /Marchetti|Quill Harbour|WORKPRODUCT/.test(each))).toEqual([])
  expect(await filesOf(join(at.parts.config.DATA_DIR, 'files'))).toEqual([])
  const events = await db
    .select({ action: auditEvents.action, reason: auditEvents.reason })
    .from(auditEvents)
    .where(eq(auditEvents.caseId, sitting.caseId))
  expect(events.map((each) => each.action)).toEqual(
    expect.arrayContaining(['case.deleted', 'video.destroyed', 'case.destroyed']),
  )
  expect(events.find((each) => each.action === 'case.deleted')?.reason).toBe(
    'The retention period for this archived case has ended.',
  )
  expect((await verifyAudit(db)).map((each) => each.fault)).toEqual([null])
})
