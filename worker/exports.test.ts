import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Export, ExportDetail, ExportEstimate } from '#contract/exports/exports.ts'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { makeExportJob } from '#server/features/exports/core/exports.service.ts'
import { exportKey, type ExportRow, exports } from '#server/features/exports/core/exports.table.ts'
import { makers } from '#server/features/exports/makers.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Storage } from '#server/platform/storage.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { readyExport, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { eq } from 'drizzle-orm'
import { makeExport } from './exports.ts'
import { startWorker } from './index.ts'
import { maintainExports } from './upkeep.ts'

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
  worker = await startWorker(at.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
})

const plan = (given: object = {}) => ({
  type: 'csv',
  template: 'jurors',
  scope: { kind: 'case', id: sitting.caseId },
  ...given,
})

const make = (given: object = {}, person = lead): Promise<ExportDetail> => readyExport(person, plan(given))
const bytesOf = async ({ id }: { id: string }) => (await lead.call('GET', `/api/exports/${id}/file`)).rawPayload

test('makes a juror list without names, notes, and employers, and notifies', async () => {
  const made = await make()
  const text = (await bytesOf(made)).toString()
  expect(text).toContain('\r\n12,')
  expect(text).toContain('Dispatcher')
  for (const secret of ['Marchetti', 'Delphine', 'Quill Harbour', 'WORKPRODUCT']) expect(text).not.toContain(secret)
  expect(made.manifest).toMatchObject({ template: 'jurors', contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const news = (await lead.call('GET', '/api/notifications')).json<
    { title: string; actionLabel: string; actionUrl: string }[]
  >()
  expect(news).toContainEqual(
    expect.objectContaining({
      title: 'Export ready',
      actionLabel: 'Download',
      actionUrl: `/api/exports/${made.id}/file`,
    }),
  )
  const again = await make()
  expect(again.sha256).toBe(made.sha256)
})

test('redacts spoken names unless names were chosen', async () => {
  const transcript = { template: 'transcript', scope: { kind: 'session', id: sitting.sessionId } }
  const redacted = (await bytesOf(await make(transcript))).toString()
  expect(redacted).toContain('Ms. [Juror 12], do you know the witness?')
  expect(redacted).toContain('I work at [employer].')
  const open = (
    await bytesOf(await make({ ...transcript, options: { redactNames: false, redactEmployers: false } }))
  ).toString()
  expect(open).toContain('Ms. Marchetti, do you know the witness?')
  expect(open).toContain('Quill Harbour Logistics.')
})

test('omits suggestions unless chosen', async () => {
  const highlights = { template: 'highlights', scope: { kind: 'session', id: sitting.sessionId } }
  expect((await bytesOf(await make(highlights))).toString()).not.toContain('I know the officer')
  const all = await make({ ...highlights, options: { includeSuggestions: true } })
  expect((await bytesOf(all)).toString()).toContain('I know the officer')
  const estimate = (
    await lead.call('POST', '/api/exports/estimate', plan({ ...highlights, options: { includeSuggestions: true } }))
  ).json<ExportEstimate>()
  expect(estimate).toMatchObject({ rows: 1, items: 1 })
  expect(estimate.warnings.join(' ')).toContain('Includes unconfirmed suggestions')
})

test('keeps a sealed password only while making the file', async () => {
  const password = 'Quartz-Lagoon-82!vexing'
  const made = await make({ password })
  expect(made).toMatchObject({ hasPassword: true, filename: expect.stringMatching(/\.zip$/) })
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, made.id))
  expect(row!.sealedPassword).toBeNull()
  expect(JSON.stringify(row)).not.toContain(password)
  expect((await bytesOf(made)).subarray(0, 2).toString()).toBe('PK')
  const rerun = await lead.call('POST', `/api/exports/${made.id}/rerun`, {})
  expect([rerun.statusCode, rerun.body]).toEqual([400, 'Enter a password. The earlier one wasn’t saved.'])
})

test('revoking destroys the file and returns 410 from then on', async () => {
  const made = await make()
  expect((await lead.call('POST', `/api/exports/${made.id}/revoke`, {})).json<Export>()).toMatchObject({
    status: 'revoked',
  })
  const response = await lead.call('GET', `/api/exports/${made.id}/file`)
  expect([response.statusCode, response.body]).toEqual([410, 'This export has been revoked.'])
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, made.id))
  expect(row!.fileKey).toBeNull()
  expect(await at.parts.storage.size(exportKey(row!))).toBeNull()
})

test('an expired export returns 410 before and after its file is destroyed', async () => {
  const made = await make()
  const { db } = at.parts.database
  await db
    .update(exports)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(exports.id, made.id))
  expect((await lead.call('GET', `/api/exports/${made.id}/file`)).statusCode).toBe(410)
  await maintainExports(at.parts, silent)
  const [row] = await db.select().from(exports).where(eq(exports.id, made.id))
  expect([row!.status, row!.fileKey]).toEqual(['expired', null])
  expect((await lead.call('GET', `/api/exports/${made.id}/file`)).statusCode).toBe(410)
})

async function makeWith(
  row: ExportRow,
  more: Partial<Storage> = {},
  db = at.parts.database.db,
  config = at.parts.config,
) {
  const run = {
    id: newId(),
    attempt: makeExportJob.attempts,
    payload: { exportId: row.id },
    signal: new AbortController().signal,
  }
  const storage = { ...at.parts.storage, ...more }
  await makeExport({ ...at.parts, config, database: { ...at.parts.database, db }, storage }, silent, makers, run)
}
const buildQueued = () => {
  const unmade = { fileKey: null, sha256: null, sizeBytes: null, expiresAt: null, readyAt: null }
  return buildExport(at.parts, lead.actor, { caseId: sitting.caseId, ...unmade, status: 'queued' })
}
async function expectWhole({ id }: ExportRow): Promise<ExportRow> {
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, id))
  expect(row).toMatchObject({ status: 'ready' })
  expect(
    createHash('sha256')
      .update(await bytesOf({ id }))
      .digest('hex'),
  ).toBe(row!.sha256)
  return row!
}

test('a worker that lost its claim while storing a file leaves the new file alone', async () => {
  const queued = await buildQueued()
  const adopt: Storage['adopt'] = async (path, key) => {
    const early = await readFile(path)
    await makeWith(queued)
    await at.parts.storage.put(key, Buffer.concat([early, Buffer.from('late')]))
  }
  await makeWith(queued, { adopt })
  const row = await expectWhole(queued)
  expect(await at.parts.storage.size(exportKey({ ...row, claim: 1 }))).toBeNull()
})

test('removes the file that a killed worker stored for the same export', async () => {
  const queued = await buildQueued()
  const killed = exportKey({ ...queued, claim: 1 })
  await at.parts.storage.put(killed, Buffer.from('left behind'))
  await at.parts.database.db.update(exports).set({ claim: 1 }).where(eq(exports.id, queued.id))
  await makeWith(queued)
  await expectWhole(queued)
  expect(await at.parts.storage.size(killed)).toBeNull()
})

test('removes the file that a killed worker stored for an export that was canceled', async () => {
  const running = await buildQueued()
  const { db } = at.parts.database
  await db.update(exports).set({ status: 'running', claim: 2 }).where(eq(exports.id, running.id))
  const keys = [1, 2].map((claim) => exportKey({ ...running, claim }))
  for (const key of keys) await at.parts.storage.put(key, Buffer.from('left behind'))
  expect((await lead.call('POST', `/api/exports/${running.id}/cancel`, {})).statusCode).toBe(200)
  await maintainExports(at.parts, silent)
  for (const key of keys) expect(await at.parts.storage.size(key)).toBeNull()
  const [row] = await db.select().from(exports).where(eq(exports.id, running.id))
  expect([row!.status, row!.fileKey]).toEqual(['cancelled', null])
})

test('ends an export only if its job is gone, and records that', async () => {
  const { db, pool } = at.parts.database
  const row = await buildQueued()
  const jobId = await at.parts.queue.send(db, makeExportJob, { exportId: row.id })
  await db
    .update(exports)
    .set({ jobId, status: 'running', seenAt: new Date(0) })
    .where(eq(exports.id, row.id))
  await pool.query(`update pgboss.job set state = 'active', heartbeat_on = now() - interval '1 hour' where id = $1`, [
    jobId,
  ])
  await maintainExports(at.parts, silent)
  const read = () => db.select({ status: exports.status }).from(exports).where(eq(exports.id, row.id))
  expect(await read()).toEqual([{ status: 'running' }])
  await pool.query(`delete from pgboss.job where id = $1`, [jobId])
  await maintainExports(at.parts, silent)
  expect(await read()).toEqual([{ status: 'failed' }])
  const { rows } = await pool.query(
    `select details::jsonb->>'reason' as reason from audit_events where action = 'export.failed' and entity_id = $1`,
    [row.id],
  )
  expect(rows).toEqual([{ reason: 'The export was interrupted. Export it again.' }])
})

test('keeps the file if the database connection is lost while committing the export', async () => {
  const queued = await buildQueued()
  const { db } = at.parts.database
  let isStored = false
  const commit: Db['transaction'] = async (...given) => {
    const made = await db.transaction(...given)
    if (isStored) throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
    return made
  }
  const breaking = new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? commit : Reflect.get(target, name)),
  })
  const adopt: Storage['adopt'] = async (...given) => {
    await at.parts.storage.adopt(...given)
    isStored = true
  }
  await expect(makeWith(queued, { adopt }, breaking)).rejects.toThrow('Connection terminated')
  await expectWhole(queued)
})

test('an export waits for the end of a storage outage, even at its last attempt', async () => {
  const queued = await buildQueued()
  const away = () => Promise.reject(new Refusal('unavailable', 'The file storage is unavailable.'))
  await expect(makeWith(queued, { adopt: away })).rejects.toMatchObject({ code: 'unavailable' })
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, queued.id))
  expect(row).toMatchObject({ status: 'queued', failure: null })
  await makeWith(queued)
  await expectWhole(queued)
})

test('an export waits for disk space, even at its last attempt', async () => {
  const queued = await buildQueued()
  const config = { ...at.parts.config, MIN_FREE_GB: 1_000_000 }
  await expect(makeWith(queued, {}, at.parts.database.db, config)).rejects.toMatchObject({ code: 'no_space' })
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, queued.id))
  expect(row).toMatchObject({ status: 'queued', failure: null })
  await makeWith(queued)
  await expectWhole(queued)
})

test('rejects unknown types, misfits, weak passwords, and long expiries, each in one sentence', async () => {
  const ask = async (given: object) => (await lead.call('POST', '/api/exports', plan(given))).body
  expect(await ask({ template: 'seating_chart' })).toContain('This template isn’t available for this file type')
  expect(await ask({ password: 'aaaaaaaaaaaa' })).toContain('This password is too easy to guess')
  expect(await ask({ expiresInHours: 24 * 60 })).toBe(
    'Your firm keeps exports for up to 30 days. Choose a shorter period.',
  )
  expect(await ask({ expiresInHours: null })).toBe('Your firm requires exports to expire. Choose 30 days or fewer.')
})

test('no option reveals a name in a case with an anonymous jury', async () => {
  const before = await make({ options: { redactNames: false } })
  await at.parts.database.pool.query(`update cases set confidentiality = 'anonymous_jury' where id = $1`, [
    sitting.caseId,
  ])
  try {
    const refused = await lead.call('GET', `/api/exports/${before.id}/file`)
    expect([refused.statusCode, refused.body]).toEqual([410, expect.stringContaining('now has an anonymous jury')])
    const open = { redactNames: false, redactEmployers: false }
    const transcript = { template: 'transcript', scope: { kind: 'session', id: sitting.sessionId }, options: open }
    for (const given of [transcript, { options: open }]) {
      const made = await make(given)
      expect(made.options.redactNames).toBe(true)
      expect((await bytesOf(made)).toString()).not.toMatch(/Marchetti|Quill/)
    }
  } finally {
    await at.parts.database.pool.query(`update cases set confidentiality = 'standard' where id = $1`, [sitting.caseId])
  }
})

test('every step is in the audit record, whose chain is intact', async () => {
  const { rows } = await at.parts.database.pool.query<{ action: string; details: string }>(
    `select action, details from audit_events where entity = 'export'`,
  )
  const actions = new Set(rows.map((row) => row.action))
  for (const action of ['created', 'ready', 'downloaded', 'revoked', 'expired'])
    expect(actions).toContain(`export.${action}`)
  expect(rows.find((row) => row.action === 'export.created')!.details).toContain('"redactNames":true')
  expect(rows.map((row) => row.details).join()).not.toContain('Quartz')
  expect((await verifyAudit(at.parts.database.db)).every((each) => each.brokenAt === null)).toBe(true)
})
