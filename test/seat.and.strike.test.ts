/** One person seats jurors while another records strikes, as in a courtroom. On PostgreSQL they are truly at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSelection } from '#server/features/strikes/strikes.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from './app.ts'

const jurors = process.env.VENIRE_TEST_DATABASE === 'server' ? 40 : 6

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('a juror is seated and struck at the same moment: both are answered, and neither waits for the other', async () => {
  const lead = await at.person()
  const strikeBudget = { us: 60, them: 60, alternatesUs: 0, alternatesThem: 0, perDefendant: null, orderNote: '' }
  const { sessionId, jurorIds } = await buildSelection(at.parts.database.db, lead.actor, {
    count: jurors,
    strikeBudget: { ...strikeBudget, source: 'default' },
  })
  const statuses: number[] = []
  for (const [index, jurorId] of jurorIds.entries()) {
    const strike = { eventId: newId(), jurorId, kind: 'peremptory', madeBy: 'opposing' }
    const answers = await Promise.all([
      lead.call('POST', `/api/sessions/${sessionId}/seats`, { jurorId, seat: (index % 12) + 1 }),
      lead.call('POST', `/api/sessions/${sessionId}/strikes`, strike),
    ])
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  // Who was struck first takes no seat (409); nothing fails.
  expect(statuses.filter((each) => each !== 200 && each !== 409)).toEqual([])
})
