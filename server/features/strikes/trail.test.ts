import { and, asc, eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, buildStrike, type Selection } from './strikes.factory.ts'

let at: TestApp
let lead: Person
let selection: Selection
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  selection = await buildSelection(at.parts.database.db, lead.actor, { count: 6 })
  await at.parts.database.db.update(cases).set({ status: 'active' }).where(eq(cases.id, selection.caseId))
})
afterAll(() => at.close())

async function trail(work: () => Promise<{ statusCode: number }>): Promise<[string, string | null, object][]> {
  const { db } = at.parts.database
  const ofCase = eq(auditEvents.caseId, selection.caseId)
  const before = await db.select({ seq: auditEvents.seq }).from(auditEvents).where(ofCase)
  expect((await work()).statusCode).toBe(200)
  const last = Math.max(0, ...before.map(({ seq }) => seq))
  const rows = await db
    .select()
    .from(auditEvents)
    .where(and(ofCase, gt(auditEvents.seq, last)))
    .orderBy(asc(auditEvents.seq))
  return rows.map(({ action, reason, details }) => [action, reason, JSON.parse(details) as object])
}

const move = (url: string, version: number, name: string, body: object = {}) =>
  lead.call('POST', `${url}/moves`, { eventId: newId(), version, move: name, ...body })

test('audits a strike, what it did to the case and the juror, and its reversal, in that order', async () => {
  const { sessionId, jurorIds } = selection
  const jurorId = jurorIds[0]!
  const { id } = await buildStrike(at.parts.database.db, lead.actor, selection, {
    ...{ jurorId, kind: 'peremptory', state: 'approved' },
  })
  const about = { sessionId, jurorId, kind: 'peremptory', madeBy: 'us' }
  expect(await trail(() => move(`/api/strikes/${id}`, 1, 'exercise'))).toEqual([
    ['case.status_changed', 'The first strike was exercised.', { from: 'active', to: 'in_selection' }],
    ['juror.struck', null, { jurorNumber: '1', from: 'in_venire', to: 'struck_peremptory_us' }],
    ['strike.exercised', null, { ...about, number: 1, from: 'approved', to: 'exercised' }],
  ])
  const undone = await trail(() => move(`/api/strikes/${id}`, 2, 'undo', { reason: 'Said the wrong number.' }))
  expect(undone).toEqual([
    [
      'juror.strike_taken_back',
      expect.any(String),
      { jurorNumber: '1', from: 'struck_peremptory_us', to: 'in_venire' },
    ],
    ['strike.undone', 'Said the wrong number.', expect.objectContaining({ ...about, from: 'exercised' })],
  ])
})

test('audits a strike that an opposing one supersedes before the opposing one', async () => {
  const { sessionId, jurorIds } = selection
  const jurorId = jurorIds[1]!
  await buildStrike(at.parts.database.db, lead.actor, selection, {
    ...{ jurorId, kind: 'peremptory', state: 'approved' },
  })
  const body = { eventId: newId(), jurorId, kind: 'peremptory', madeBy: 'opposing' }
  const recorded = await trail(() => lead.call('POST', `/api/sessions/${sessionId}/strikes`, body))
  expect(
    recorded.map(([action, , { jurorId: of = jurorId }]: [string, unknown, { jurorId?: string }]) => [action, of]),
  ).toEqual([
    ['juror.struck', jurorId],
    ['strike.superseded', jurorId],
    ['strike.recorded', jurorId],
  ])
})

test('audits an excusal and the juror it releases or returns', async () => {
  const { sessionId, jurorIds } = selection
  const jurorId = jurorIds[2]!
  const facts = { paid: false, replaceable: false, scheduleFix: null, documented: true }
  const body = { eventId: newId(), jurorId, reason: 'Not paid while serving', facts }
  let asked!: ExcusalRequest
  const requested = await trail(async () => {
    const answer = await lead.call('POST', `/api/sessions/${sessionId}/excusals`, body)
    asked = answer.json<ExcusalRequest>()
    return answer
  })
  expect(requested).toEqual([['excusal.requested', null, { sessionId, jurorId }]])
  const url = `/api/excusals/${asked.id}`
  expect(await trail(() => lead.call('PATCH', url, { version: 1, position: 'agreed' }))).toEqual([
    ['excusal.changed', null, { sessionId, jurorId, fields: ['position'] }],
  ])
  expect(await trail(() => move(url, 2, 'rule', { ruling: 'granted' }))).toEqual([
    ['juror.excused_hardship', body.reason, { jurorNumber: '3', from: 'in_venire', to: 'excused_hardship' }],
    ['excusal.ruled', null, { sessionId, jurorId, from: 'open', ruling: 'granted' }],
  ])
  expect(await trail(() => move(url, 3, 'void', { reason: 'Ruled on the wrong juror.' }))).toEqual([
    [
      'juror.excusal_taken_back',
      'Ruled on the wrong juror.',
      { jurorNumber: '3', from: 'excused_hardship', to: 'in_venire' },
    ],
    ['excusal.void', 'Ruled on the wrong juror.', { sessionId, jurorId, from: 'ruled', ruling: 'granted' }],
  ])
})

test('audits a step of the selection once, and its undo once', async () => {
  const { sessionId } = selection
  const body = { eventId: newId(), kind: 'passed', side: 'us' }
  const record = () => lead.call('POST', `/api/sessions/${sessionId}/selection-steps`, body)
  const undo = () => lead.call('POST', `/api/selection-steps/${body.eventId}/undo`)
  const details = { sessionId, kind: 'passed', side: 'us', jurorId: null }
  expect(await trail(record)).toEqual([['selection.passed', null, details]])
  expect(await trail(record)).toEqual([])
  expect(await trail(undo)).toEqual([['selection.step_undone', null, details]])
  expect(await trail(undo)).toEqual([])
})
