import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { buildSelection } from './strikes.factory.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('a tile knows the worst confirmed and suggested finding, the hands raised, and the occupation', async () => {
  const { db } = at.parts.database
  const lead = await at.person()
  const { caseId, sessionId, jurorIds } = await buildSelection(db, lead.actor, { count: 3 })
  const findings = (['low', 'high', 'critical', 'medium'] as const).map((severity, turn) =>
    buildFinding({
      severity,
      turn,
      quote: `Said ${severity}.`,
      speaker: 'JUROR 2',
      jurorNumber: '2',
      startMs: turn * 4000,
    }),
  )
  const turns = findings.map(({ quote }, index) =>
    buildTurn(index, { text: quote, speaker: 'JUROR 2', jurorNumber: '2' }),
  )
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 })
  await buildAnalysis(db, videoId, buildResults({ turns, findings }))
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
  const all = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  const decide = (decision: 'confirm' | 'dismiss', ...of: Highlight['severity'][]) =>
    lead.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
      decision,
      ...(decision === 'dismiss' && { reason: 'negated' }),
      items: all.filter(({ severity }) => of.includes(severity)).map(({ id, version }) => ({ id, version })),
    })
  expect((await decide('confirm', 'low', 'medium')).statusCode).toBe(200)
  expect((await decide('dismiss', 'critical')).statusCode).toBe(200)
  for (const kind of ['hand', 'hand', 'note']) {
    const note = { eventId: newId(), jurorId: jurorIds[1], kind, text: 'Knows the officer' }
    expect((await lead.call('POST', `/api/sessions/${sessionId}/live-notes`, note)).statusCode).toBe(200)
  }
  await lead.call('PATCH', `/api/jurors/${jurorIds[1]}`, { version: 1, occupation: 'Nurse' })

  const board = async (by = lead) =>
    (await by.call('GET', `/api/sessions/${sessionId}/strike-board`)).json<StrikeBoard>().jurors
  const [first, second] = await board()
  expect(second).toMatchObject({
    ...{ occupation: 'Nurse', quote: 'Said medium.', hands: 2 },
    worst: { confirmed: 'medium', suggested: 'high' },
  })
  expect(first).toMatchObject({ quote: null, hands: 0, worst: { confirmed: null, suggested: null } })

  const worst = await lead.call('GET', `/api/cases/${caseId}/juror-findings`)
  expect(worst.json()).toEqual([{ jurorId: jurorIds[1], confirmed: 'medium', suggested: 'high' }])

  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, viewer.actor, caseId, 'viewer')
  expect((await board(viewer))[1]).toMatchObject({ hands: null, lean: null, quote: 'Said medium.' })
})

test('the board has the caption of its case and the date of its session', async () => {
  const lead = await at.person()
  const caption = {
    caseNumber: '26-CR-7',
    court: 'Circuit Court',
    county: 'Cook',
    state: 'Illinois',
    judge: 'J. Example',
  }
  const { sessionId } = await buildSelection(at.parts.database.db, lead.actor, { count: 1, ...caption })
  const read = async () => (await lead.call('GET', `/api/sessions/${sessionId}/strike-board`)).json<StrikeBoard>()
  expect((await read()).session.date).toBe(null)
  await lead.call('PATCH', `/api/sessions/${sessionId}`, { version: 1, date: '2026-03-14' })
  const { session, case: inCase } = await read()
  expect(session.date).toBe('2026-03-14')
  expect(inCase).toMatchObject(caption)
})

test('dots leave out the suggestions that the case hides, on the board and in the list of jurors', async () => {
  const { db } = at.parts.database
  const lead = await at.person()
  const { caseId, sessionId, jurorIds } = await buildSelection(db, lead.actor, { count: 2 })
  const speaker = { speaker: 'JUROR 2', jurorNumber: '2' }
  const findings = (['critical', 'medium', 'high'] as const).map((severity, turn) => {
    const quote = `Said ${severity}.`
    const opinion = { model: 'counsel-7b', quote, why: 'The juror says so.', agrees: severity === 'medium' }
    return buildFinding({ severity, turn, quote, ...speaker, startMs: turn * 4000, opinion })
  })
  const turns = findings.map(({ quote }, index) => buildTurn(index, { text: quote, ...speaker }))
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 })
  await buildAnalysis(db, videoId, buildResults({ turns, findings }))
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
  const read = async () => {
    const { jurors } = (await lead.call('GET', `/api/sessions/${sessionId}/strike-board`)).json<StrikeBoard>()
    const listed = (await lead.call('GET', `/api/cases/${caseId}/juror-findings`)).json<object[]>()
    return [jurors[1]?.worst, ...listed]
  }
  const shown = (worst: StrikeBoard['jurors'][number]['worst']) => [worst, { jurorId: jurorIds[1], ...worst }]
  expect(await read()).toEqual(shown({ confirmed: null, suggested: 'critical' }))
  await lead.call('PUT', `/api/cases/${caseId}/second-opinion`, { agreedOnly: true })
  expect(await read()).toEqual(shown({ confirmed: null, suggested: 'medium' }))

  const [worst] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  await lead.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: [{ id: worst?.id, version: worst?.version }],
  })
  expect(await read()).toEqual(shown({ confirmed: 'critical', suggested: 'medium' }))
})

test('twenty open boards share one read of the panel, each with its own permissions', async () => {
  const { db, pool } = at.parts.database
  const lead = await at.person()
  const { caseId, sessionId, jurorIds } = await buildSelection(db, lead.actor, { count: 3 })
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(db, viewer.actor, caseId, 'viewer')
  const raise = () =>
    lead.call('POST', `/api/sessions/${sessionId}/live-notes`, {
      eventId: newId(),
      jurorId: jurorIds[0],
      kind: 'hand',
      text: 'Yes',
    })
  const countOn = async (by: typeof lead) =>
    (await by.call('GET', `/api/sessions/${sessionId}/strike-board`)).json<StrikeBoard>().jurors[0]?.hands
  expect((await raise()).statusCode).toBe(200)

  const query = vi.spyOn(pool, 'query')
  const hands = await Promise.all(Array.from({ length: 20 }, (_, index) => countOn(index % 2 === 0 ? lead : viewer)))
  const readings = query.mock.calls.filter(([asked]) =>
    (asked as unknown as { text: string }).text.includes('from "live_notes"'),
  )
  query.mockRestore()
  expect(hands).toEqual(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 1 : null)))
  expect(readings.length).toBeLessThanOrEqual(4)

  for (let raised = 2; raised < 6; raised++) {
    const others = Promise.all([countOn(viewer), countOn(lead)])
    expect((await raise()).statusCode).toBe(200)
    expect(await countOn(lead)).toBe(raised)
    await others
  }
})
