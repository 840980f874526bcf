import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExportFilters, ExportOptions, type ExportScope } from '#contract/exports/exports.ts'
import { buildFinding } from '#server/features/analysis/analysis.factory.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSitting, type Sitting } from '../../exports.factory.ts'
import { gather, chooseHighlights } from './gather.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
})
afterAll(() => at.close())

const gatherOf = (
  { caseId, sessionId }: Pick<Sitting, 'caseId' | 'sessionId'>,
  jurorNumbers: string[] = [],
  scope: ExportScope = { kind: 'session', id: sessionId },
) =>
  gather({
    db: at.parts.database.db,
    actor: person.actor,
    publicUrl: 'https://firm.example',
    order: {
      firmId: person.actor.firmId,
      caseId,
      type: 'pdf',
      template: 'session_summary',
      title: 'Session summary',
      scope,
      filters: ExportFilters.parse({ jurors: jurorNumbers }),
      options: ExportOptions.parse({ includeSuggestions: true }),
      createdBy: person.actor.userId,
    },
  })

test("omits a removed juror's name", async () => {
  const sitting = await buildSitting(at.parts, person.actor)
  await at.parts.database.db.update(jurors).set({ deletedAt: new Date() }).where(eq(jurors.id, sitting.jurorId))
  const { redact, jurors: listed } = await gatherOf(sitting)
  expect(listed.map(({ jurorNumber }) => jurorNumber)).toEqual(['13'])
  expect(redact.text('Ms. Marchetti of Quill Harbour Logistics')).toBe('Ms. [Juror 12] of [employer]')
})

test("finds a juror's highlights by the number as typed", async () => {
  const sitting = await buildSitting(at.parts, person.actor, {
    juror: { jurorNumber: '012B' },
    turns: [{}, { jurorNumber: '12b' }],
    findings: [buildFinding({ turn: 1, jurorNumber: '12b' })],
  })
  for (const typed of ['12b', '012B', '12 B']) {
    const { chosen } = await chooseHighlights(await gatherOf(sitting, [typed]))
    expect(chosen.map(({ highlight }) => highlight.juror?.number)).toEqual(['012B'])
  }
  expect((await chooseHighlights(await gatherOf(sitting, ['13']))).chosen).toEqual([])
})

test('sorts same-day sessions by start time', async () => {
  const { caseId, sessionId } = await buildSitting(at.parts, person.actor)
  const db = at.parts.database.db
  const plan = { type: 'jury_voir_dire', date: '2026-03-02', startTime: '09:00' }
  const morning = (await person.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<{ id: string }>().id
  await db.update(sessions).set({ date: '2026-03-02', startTime: '14:00' }).where(eq(sessions.id, sessionId))
  const asked = await gatherOf({ caseId, sessionId }, [], { kind: 'case', id: caseId })
  expect(asked.sittings.map(({ seen }) => seen.session.id)).toEqual([morning, sessionId])
})
