import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ExportDetail } from '#contract/exports/exports.ts'
import { requireTemplate } from '#contract/exports/templates.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { toText } from '#server/features/exports/documents/content/doc.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { gather } from '#server/features/exports/documents/content/gather.ts'
import { documents } from '#server/features/exports/documents/templates/template.ts'
import { exports } from '#server/features/exports/core/exports.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { eq } from 'drizzle-orm'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { readyExport, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from '#worker/index.ts'

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
  const { db } = at.parts.database
  const { rows } = await at.parts.database.pool.query<{ id: string }>(
    'select id from jurors where case_id = $1 order by order_index',
    [sitting.caseId],
  )
  const of = { caseId: sitting.caseId, sessionId: sitting.sessionId, jurorIds: rows.map(({ id }) => id) }
  await buildStrike(db, lead.actor, of, {
    jurorId: of.jurorIds[0]!,
    kind: 'peremptory',
    madeBy: 'us',
    state: 'ruled',
    ruling: 'granted',
    number: 1,
    rationale: 'SECRETREASON she knows Marchetti',
    judgeWords: 'Ms. Marchetti is excused.',
    calledAt: new Date('2026-03-02T10:00:00Z'),
  })
  await buildStrike(db, lead.actor, of, {
    jurorId: of.jurorIds[1]!,
    kind: 'cause',
    madeBy: 'us',
    state: 'draft',
    rationale: 'SECRETDRAFT',
  })
})
afterAll(async () => {
  worker.stop()
  await at.close()
})

const session = () => ({ kind: 'session' as const, id: sitting.sessionId })
async function made(given: object): Promise<{ export: ExportDetail; text: string }> {
  const now = await readyExport(lead, { scope: session(), ...given })
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, now.id))
  if (now.type === 'csv') return { export: now, text: (await lead.call('GET', `/api/exports/${now.id}/file`)).payload }
  const gathered = await gather({ db: at.parts.database.db, actor: lead.actor, order: row!, publicUrl: '' })
  return { export: now, text: toText(await documents[requireTemplate('pdf', now.template)](gathered)) }
}

test("the strike log has what happened in court without the team's work product", async () => {
  for (const plan of [
    { type: 'pdf', template: 'strike_log_record' },
    { type: 'csv', template: 'strikes' },
  ]) {
    const { text, export: log } = await made(plan)
    expect(text).toContain('Peremptory 1')
    expect(text).toContain('Ms. [Juror 12] is excused.')
    expect(text).not.toMatch(/SECRET|Marchetti/)
    expect(log.neverLinked).toBe(false)
  }
})

test("prose names our side's party, and a table keeps sortable words", async () => {
  const parties = [{ side: 'defense' as const, name: 'A. Example', role: 'defendant' as const, representedBy: '' }]
  await at.parts.database.db.update(cases).set({ ourSide: 'defense', parties }).where(eq(cases.id, sitting.caseId))
  const { text } = await made({ type: 'pdf', template: 'strike_log_record' })
  expect(text).toContain('Our side (defense: A. Example)')
  expect((await made({ type: 'csv', template: 'strikes' })).text).toContain(',Our side,')
})

test('the record has local time with zone, court, judge, and timecodes, and no invented rulings', async () => {
  const { db, pool } = at.parts.database
  const other = await buildSitting(at.parts, lead.actor)
  const { rows } = await pool.query<{ id: string }>('select id from jurors where case_id = $1 order by order_index', [
    other.caseId,
  ])
  const court = { court: 'Sample District Court', courtroom: '4B', judge: 'J. Example', timeZone: 'America/Denver' }
  await db
    .update(cases)
    .set({ ...court, caseNumber: '26-CR-7' })
    .where(eq(cases.id, other.caseId))
  await db.update(sessions).set({ date: '2026-03-02' }).where(eq(sessions.id, other.sessionId))
  const calledAt = new Date('2026-03-03T00:30:12Z')
  const strike = { madeBy: 'us' as const, state: 'exercised' as const, calledAt, exercisedAt: calledAt }
  const of = { ...other, jurorIds: rows.map(({ id }) => id) }
  const called = { calledTimecode: { videoId: other.videoId, seconds: 65 } }
  await buildStrike(db, lead.actor, of, { ...strike, ...called, kind: 'peremptory', number: 1 })
  const ruledAt = new Date('2026-03-03T00:33:00Z')
  const denied = { kind: 'cause' as const, jurorId: of.jurorIds[1]!, ruling: 'denied' as const, ruledAt }
  await buildStrike(db, lead.actor, of, { ...strike, ...denied, state: 'ruled' })

  const scope = { kind: 'session' as const, id: other.sessionId }
  const pdf = await readyExport(lead, { type: 'pdf', template: 'strike_log_record', scope })
  const file = await lead.call('GET', `/api/exports/${pdf.id}/file`)
  const paper = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file.rawPayload, encoding: 'utf8' })
  for (const said of ['Case No. 26-CR-7', 'Sample District Court', 'Courtroom 4B', 'Voir dire day 1, March 2, 2026']) {
    expect(paper).toContain(said)
  }
  expect(paper).toContain('Court local time (America/Denver)')
  expect(paper).toContain('Mar 2, 2026, 5:30 PM MST, 0:01:05')
  // The second challenge's timecode is estimated from the first.
  expect(paper).toContain('Mar 2, 2026, 5:33 PM MST, about 0:03:53')
  expect(paper).toMatch(/Peremptory 1 +Exercised/)
  expect(paper).not.toMatch(/Pending|T00:3|Z$|2026-03|UTC/m)

  const { text } = await made({ type: 'csv', template: 'strikes', scope })
  expect(text).toContain('Called at,Called timecode')
  expect(text).toContain(',2026-03-02 17:30:12 MST,0:01:05,')
  expect(text).toContain(',Denied,2026-03-02 17:33:00 MST,about 0:03:53,')
  expect(text).toContain(',Voir dire day 1,2026-03-02,26-CR-7,"Sample District Court, 4B",J. Example,America/Denver')
  expect(text).not.toMatch(/Pending|UTC|T00:3/)
})

test('includes privileged content only if chosen, and then without links', async () => {
  const options = { includePrivileged: true }
  const { text, export: log } = await made({ type: 'pdf', template: 'strike_log_record', options })
  expect(text).toContain('SECRETREASON she knows [Juror 12]')
  expect(text).toContain('SECRETDRAFT')
  expect(log.neverLinked).toBe(true)
  expect((await lead.call('POST', `/api/exports/${log.id}/links`, {})).statusCode).toBe(403)
})

test("the comparative analysis sets struck and kept jurors' words side by side, without links", async () => {
  const { text, export: log } = await made({
    type: 'pdf',
    template: 'comparative_analysis',
    options: { includeSuggestions: true },
  })
  expect(text).toContain('Juror 12: Peremptory 1')
  expect(text).toContain('I know the officer.')
  expect(text).toContain('No comparable statement by a juror who was not struck.')
  expect((await lead.call('POST', `/api/exports/${log.id}/links`, {})).statusCode).toBe(403)
})
