import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StrikeMoveName } from '#contract/strikes/moves.ts'
import { buildSelection, buildStrike } from '#server/features/strikes/strikes.factory.ts'
import type { StrikeRow } from '#server/features/strikes/strikes.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { buildRoles, type Call, gone, no, ok, type Roles, type Row } from '#test/roles.ts'

let at: TestApp
let roles: Roles
beforeAll(async () => {
  at = await testApp()
  roles = await buildRoles(at)
})
afterAll(() => at.close())

const strikeIn = async (caseId: string, given: Partial<StrikeRow> = {}): Promise<StrikeRow> => {
  const { db } = at.parts.database
  const author = await at.person({ firmId: roles.firmId, role: 'member' })
  return buildStrike(db, author.actor, await buildSelection(db, roles.people.lead.actor, { caseId }), given)
}
const said = () =>
  ({
    state: 'exercised',
    calledAt: new Date(),
    exercisedAt: new Date(),
    exercisedBy: roles.people.lead.actor.userId,
  }) as const
const checked = () => ({
  checkResult: { level: 'ok' as const, version: '1', regimes: [], items: [] },
  checkedAt: new Date(),
})
const moveOf = ({ id }: StrikeRow, move: StrikeMoveName): Call => ({
  method: 'POST',
  url: `/api/strikes/${id}/moves`,
  body: { eventId: newId(), version: 1, move, ruling: 'granted', reason: 'A reason for the record.' },
})

const rows: readonly Row[] = [
  {
    name: 'see the board of strikes',
    statuses: [ok, ok, ok, ok, ok, gone, gone],
    call: async ({ caseId }) => ({
      method: 'GET',
      url: `/api/sessions/${(await strikeIn(caseId)).sessionId}/strike-board`,
    }),
  },
  {
    name: "see jurors' worst findings",
    statuses: [ok, ok, ok, ok, ok, gone, gone],
    call: async ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/juror-findings` }),
  },
  {
    name: 'see a strike that is being prepared',
    statuses: [ok, ok, ok, ok, gone, gone, gone],
    call: async ({ caseId }) => ({ method: 'GET', url: `/api/strikes/${(await strikeIn(caseId)).id}` }),
  },
  {
    name: 'draft a strike',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => {
      const { sessionId, jurorIds } = await buildSelection(at.parts.database.db, roles.people.lead.actor, { caseId })
      const body = { eventId: newId(), jurorId: jurorIds[1], kind: 'peremptory' }
      return { method: 'POST', url: `/api/sessions/${sessionId}/strikes`, body }
    },
  },
  {
    name: 'record a strike of the opposing side',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => {
      const { sessionId, jurorIds } = await buildSelection(at.parts.database.db, roles.people.lead.actor, { caseId })
      const body = { eventId: newId(), jurorId: jurorIds[1], kind: 'peremptory', madeBy: 'opposing' }
      return { method: 'POST', url: `/api/sessions/${sessionId}/strikes`, body }
    },
  },
  {
    name: 'approve a strike',
    statuses: [ok, no, no, no, gone, gone, gone],
    call: async ({ caseId }) => moveOf(await strikeIn(caseId, { state: 'submitted', ...checked() }), 'approve'),
  },
  {
    name: 'exercise an approved strike',
    statuses: [ok, ok, no, no, gone, gone, gone],
    call: async ({ caseId }) => moveOf(await strikeIn(caseId, { state: 'approved' }), 'exercise'),
  },
  {
    name: 'exercise a draft at the speed of the court',
    statuses: [ok, ok, no, no, gone, gone, gone],
    call: async ({ caseId }) => moveOf(await strikeIn(caseId), 'exercise_unapproved'),
  },
  {
    name: 'record a ruling',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: async ({ caseId }) => moveOf(await strikeIn(caseId, said()), 'rule'),
  },
  {
    name: 'say at which second of a recording a strike was called',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: async ({ caseId }) => ({
      method: 'PUT',
      url: `/api/strikes/${(await strikeIn(caseId, said())).id}/timecode`,
      body: { version: 1, timecode: null },
    }),
  },
  {
    name: 'void a strike',
    statuses: [ok, no, no, no, no, gone, gone],
    call: async ({ caseId }) => moveOf(await strikeIn(caseId, said()), 'void'),
  },
  {
    name: 'record that a side passes',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => {
      const body = { eventId: newId(), kind: 'passed', side: 'us' }
      return { method: 'POST', url: `/api/sessions/${(await strikeIn(caseId)).sessionId}/selection-steps`, body }
    },
  },
  {
    name: 'ask for an excusal',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => {
      const { sessionId, jurorId } = await strikeIn(caseId)
      const body = { eventId: newId(), jurorId, reason: 'No pay while serving' }
      return { method: 'POST', url: `/api/sessions/${sessionId}/excusals`, body }
    },
  },
  {
    name: 'rule on an excusal',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: async ({ caseId }) => {
      const { sessionId, jurorId } = await strikeIn(caseId)
      const asked = { eventId: newId(), id: newId(), jurorId, reason: 'No pay while serving' }
      await roles.people.lead.call('POST', `/api/sessions/${sessionId}/excusals`, asked)
      const body = { eventId: newId(), version: 1, move: 'rule', ruling: 'granted' }
      return { method: 'POST', url: `/api/excusals/${asked.id}/moves`, body }
    },
  },
]

test.for(rows)('$name', async (row) => {
  await expect(roles.checkRow(row)).resolves.toBeUndefined()
})
