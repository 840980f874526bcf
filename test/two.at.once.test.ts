import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Voices } from '#contract/speakers/voices.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildSelection } from '#server/features/strikes/strikes.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from './app.ts'

const times = process.env.VENIRE_TEST_DATABASE === 'server' ? 40 : 6

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('seats and strikes a juror at the same moment', async () => {
  const lead = await at.person()
  const strikeBudget = { us: 60, them: 60, alternatesUs: 0, alternatesThem: 0, perDefendant: null, orderNote: '' }
  const { sessionId, jurorIds } = await buildSelection(at.parts.database.db, lead.actor, {
    count: times,
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
  expect(statuses.filter((each) => each !== 200 && each !== 409)).toEqual([])
})

test('corrects a turn while its voice is named', async () => {
  const lead = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  const { id } = await buildVideo(at.parts, lead.actor, { caseId })
  const turns = Array.from({ length: times }, (_turn, index) =>
    buildTurn(index, { speaker: index % 2 ? 'voice-1' : 'voice-2', role: 'unknown', jurorNumber: null }),
  )
  await buildAnalysis(db, id, buildResults({ turns, findings: [] }))
  const statuses: number[] = []
  for (const { index } of turns) {
    const { version } = (await lead.call('GET', `/api/videos/${id}/voices`)).json<Voices>()
    const named = { version, turns: turns.map((each) => each.index), label: index % 2 ? 'voice-1' : null }
    const answers = await Promise.all([
      lead.call('POST', `/api/videos/${id}/corrections`, { turn: index, from: 0, to: 0, newText: 'We' }),
      lead.call('POST', `/api/videos/${id}/voices/turns`, named),
    ])
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  expect(statuses.filter((each) => each >= 500)).toEqual([])
  expect(statuses).toContain(200)
})

test('runs three of ten archives a firm sends at once', async () => {
  const lead = await at.person()
  const send = ({ cookie }: Person) =>
    at.app.inject({
      method: 'POST',
      url: '/api/case-imports',
      payload: Buffer.from('an archive'),
      headers: { cookie, 'content-type': 'application/zip' },
    })
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(lead)))
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect([answers.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([3, 7])
  expect(refused[0]!.body).toBe('Your firm already has 3 imports in progress. Finish one first.')
  expect(await readdir(join(at.parts.config.DATA_DIR, 'files', 'imports'))).toHaveLength(3)
  const colleague = await at.person({ firmId: lead.actor.firmId })
  expect((await send(colleague)).statusCode).toBe(409)
  await colleague.call('PATCH', `/api/team/${lead.actor.userId}`, { status: 'suspended' })
  expect((await send(colleague)).statusCode).toBe(200)
})
