/** Requests run concurrently on a PostgreSQL server but serially on the embedded database. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { swornSentence } from '#contract/strikes/moves.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, buildStrike, type Selection } from '../strikes.factory.ts'
import { strikes } from '../strikes.table.ts'

const onServer = process.env.VENIRE_TEST_DATABASE === 'server'
const races = onServer ? 200 : 20

let at: TestApp
let lead: Person
let second: Person
let selection: Selection
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  second = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  const { db } = at.parts.database
  const budget = { us: 1, them: 1, alternatesUs: 0, alternatesThem: 0, perDefendant: null, orderNote: '' }
  selection = await buildSelection(db, lead.actor, { count: 2, strikeBudget: { ...budget, source: 'default' } })
  await joinCase(db, second.actor, selection.caseId, 'attorney')
})
afterAll(() => at.close())

async function clear(): Promise<void> {
  const { db } = at.parts.database
  await db.delete(strikes)
  await db.update(jurors).set({ status: 'in_venire' }).where(eq(jurors.caseId, selection.caseId))
}

test(
  `only one of two people exercising the last peremptory succeeds, ${races} times`,
  { timeout: 300_000 },
  async () => {
    const { db } = at.parts.database
    for (let race = 0; race < races; race++) {
      await clear()
      const given = { kind: 'peremptory', state: 'approved' } as const
      const first = await buildStrike(db, lead.actor, selection, given)
      const other = await buildStrike(db, lead.actor, selection, { ...given, jurorId: selection.jurorIds[1]! })
      const exercise = (person: Person, { id }: { id: string }) =>
        person.call('POST', `/api/strikes/${id}/moves`, { eventId: newId(), version: 1, move: 'exercise' })
      const answers = await Promise.all([exercise(lead, first), exercise(second, other)])
      const refused = answers.find((each) => each.statusCode !== 200)
      expect(answers.map((each) => each.statusCode).toSorted()).toEqual([200, 409])
      expect(refused?.body).toMatch(/^No peremptory challenges remain\./)
      const board = (await lead.call('GET', `/api/sessions/${selection.sessionId}/strike-board`)).json<StrikeBoard>()
      expect(board.budgets?.us.regular).toEqual({ total: 1, used: 1, remaining: 0 })
      expect(board.jurors.filter(({ status }) => status === 'struck_peremptory_us')).toHaveLength(1)
      expect(board.strikes.map(({ state, number }) => [state, number])).toEqual([
        ['exercised', 1],
        ['approved', null],
      ])
    }
  },
)

test('two people recording one opposing strike record it once', async () => {
  for (let race = 0; race < races / 10; race++) {
    await clear()
    const record = (person: Person) =>
      person.call('POST', `/api/sessions/${selection.sessionId}/strikes`, {
        ...{ eventId: newId(), jurorId: selection.jurorIds[0], kind: 'peremptory', madeBy: 'opposing' },
      })
    const answers = await Promise.all([record(lead), record(second)])
    expect(answers.map((each) => each.statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find((each) => each.statusCode !== 200)
    expect(refused?.body).toBe('Juror 1 already has a live strike: Opposing peremptory 1.')
  }
})

test('a move sent twice at once is made once and answers the same', async () => {
  const { db } = at.parts.database
  for (let race = 0; race < races / 10; race++) {
    await clear()
    const { id } = await buildStrike(db, lead.actor, selection, { kind: 'peremptory', state: 'approved' })
    const input = { eventId: newId(), version: 1, move: 'exercise' }
    const answers = await Promise.all([1, 2, 3].map(() => lead.call('POST', `/api/strikes/${id}/moves`, input)))
    expect(answers.map((each) => each.statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map((each) => each.body)).size).toBe(1)
    expect(answers[0]!.json<Strike>()).toMatchObject({ state: 'exercised', number: 1, version: 2 })
  }
})

test('undoing a step waits for the jury to be sworn, and is then refused', async () => {
  await clear()
  const { pool } = at.parts.database
  const input = { eventId: newId(), kind: 'passed', side: 'us' }
  expect((await lead.call('POST', `/api/sessions/${selection.sessionId}/selection-steps`, input)).statusCode).toBe(200)
  const clerk = await pool.connect()
  await clerk.query('begin')
  await clerk.query("update cases set status = 'jury_seated' where id = $1", [selection.caseId])
  const undoing = lead.call('POST', `/api/selection-steps/${input.eventId}/undo`)
  const countWaiting = async () => {
    const { rows } = await clerk.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0]!.waiting
  }
  try {
    // On the embedded database, which runs one transaction at a time, the undo waits even without a lock.
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(onServer ? 1 : 0)
  } finally {
    await clerk.query('commit')
    clerk.release()
  }
  const { statusCode, body } = await undoing
  expect([statusCode, body]).toEqual([409, swornSentence])
})
