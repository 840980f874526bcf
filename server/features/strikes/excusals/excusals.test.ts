import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Juror } from '#contract/jurors/jurors.ts'
import { layoutFor } from '#contract/sessions/seating.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { QuestionBalance, StrikeBoard } from '#contract/strikes/board.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import type { SelectionStep } from '#contract/strikes/steps.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, type Selection } from '../strikes.factory.ts'

let at: TestApp
let lead: Person
let paralegal: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  paralegal = await at.person({ firmId: lead.actor.firmId, role: 'member' })
})
afterAll(() => at.close())

let selection: Selection
let url: string
beforeEach(async () => {
  selection = await buildSelection(at.parts.database.db, lead.actor, { count: 4 })
  url = `/api/sessions/${selection.sessionId}`
  await joinCase(at.parts.database.db, paralegal.actor, selection.caseId, 'paralegal')
})

const facts = { paid: false, replaceable: false, scheduleFix: null, documented: true }
const ask = (index: number, body: object = {}, by = lead) =>
  by.call('POST', `${url}/excusals`, {
    ...{ eventId: newId(), jurorId: selection.jurorIds[index], reason: 'Not paid while serving', facts },
    ...body,
  })
const move = (by: Person, { id, version }: ExcusalRequest, name: string, body: object = {}) =>
  by.call('POST', `/api/excusals/${id}/moves`, { eventId: newId(), version, move: name, ...body })
const board = async () => (await lead.call('GET', `${url}/strike-board`)).json<StrikeBoard>()

test("lists hardships with four facts and counsel's position, in order of call", async () => {
  const second = (await ask(2, { position: 'court_call' })).json<ExcusalRequest>()
  const first = (await ask(0)).json<ExcusalRequest>()
  const agreed = await paralegal.call('PATCH', `/api/excusals/${first.id}`, { version: 1, position: 'agreed' })
  expect(agreed.json<ExcusalRequest>()).toMatchObject({ position: 'agreed', version: 2, facts, kind: 'hardship' })
  const list = (await lead.call('GET', `${url}/excusals`)).json<ExcusalRequest[]>()
  expect(list.map(({ jurorNumber, position }) => [jurorNumber, position])).toEqual([
    ['1', 'agreed'],
    ['3', 'court_call'],
  ])
  expect((await ask(0)).body).toBe('Juror 1 already has an open hardship request.')
  expect((await ask(1, { reason: '' })).body).toBe('Describe the hardship.')
  const stale = await lead.call('PATCH', `/api/excusals/${first.id}`, { version: 1, position: 'opposed' })
  expect(stale.statusCode).toBe(409)
  expect((await move(paralegal, second, 'withdraw', { reason: 'Solved' })).statusCode).toBe(403)
  expect((await move(lead, second, 'withdraw', { reason: 'Solved' })).json<ExcusalRequest>().state).toBe('withdrawn')
})

test('granting excuses the juror once per event ID; another ruling returns them', async () => {
  const request = (await ask(0)).json<ExcusalRequest>()
  expect((await move(paralegal, request, 'rule')).body).toBe('Choose the court’s ruling.')
  const ruling = { eventId: newId(), ruling: 'granted', judgeWords: 'Excused.' }
  const granted = await move(paralegal, request, 'rule', ruling)
  expect(granted.json<ExcusalRequest>()).toMatchObject({ state: 'ruled', ruling: 'granted', version: 2 })
  expect((await move(paralegal, request, 'rule', ruling)).body).toBe(granted.body)
  expect((await board()).jurors[0]?.status).toBe('excused_hardship')
  const strike = { eventId: newId(), jurorId: selection.jurorIds[0], kind: 'cause' }
  expect((await lead.call('POST', `${url}/strikes`, strike)).body).toBe(
    'Juror 1 was excused for hardship and is no longer on the panel.',
  )
  const denied = await move(paralegal, granted.json(), 'rule', { ruling: 'denied' })
  expect(denied.json<ExcusalRequest>().ruling).toBe('denied')
  const after = await board()
  expect(after.jurors[0]?.status).toBe('in_venire')
  expect(after.selection?.events.map(({ kind }) => kind)).toEqual(['removed', 'reinstated'])
})

test("viewers see a hardship in the juror's history, but not why the excusal was voided", async () => {
  const viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, viewer.actor, selection.caseId, 'viewer')
  const granted = await move(lead, (await ask(0)).json(), 'rule', { ruling: 'granted' })
  expect((await move(lead, granted.json(), 'void', { reason: 'We want this juror.' })).statusCode).toBe(200)
  const reasons = async (by: Person) =>
    (await by.call('GET', `/api/jurors/${selection.jurorIds[0]}`)).json<Juror>().events.map(({ reason }) => reason)
  expect(await reasons(paralegal)).toEqual(['Not paid while serving', 'We want this juror.'])
  expect(await reasons(viewer)).toEqual(['Not paid while serving', ''])
})

test('a returned juror gets no seat that the layout has lost', async () => {
  const jurorId = selection.jurorIds[0]
  await lead.call('POST', `${url}/seats`, { jurorId, seat: 12 })
  const granted = await move(lead, (await ask(0)).json(), 'rule', { ruling: 'granted' })
  const { version } = (await lead.call('GET', url)).json<Session>()
  expect((await lead.call('PATCH', url, { version, seatingLayout: layoutFor(6) })).statusCode).toBe(200)
  expect((await move(lead, granted.json(), 'rule', { ruling: 'denied' })).statusCode).toBe(200)
  expect((await board()).jurors[0]).toMatchObject({ status: 'in_venire', seat: null })
})

test('records passes and draws once; their recorder or the lead can undo them', async () => {
  const pass = { eventId: newId(), kind: 'passed', side: 'them' }
  const record = (body: object) => paralegal.call('POST', `${url}/selection-steps`, body)
  const first = await record(pass)
  expect([(await record(pass)).body, first.json<SelectionStep>().side]).toEqual([first.body, 'them'])
  const last = (
    await record({ eventId: newId(), kind: 'moved_last', jurorId: selection.jurorIds[0] })
  ).json<SelectionStep>()
  expect((await board()).selection?.events).toEqual([
    { kind: 'passed', side: 'them', stepId: pass.eventId },
    { kind: 'moved_last', jurorId: selection.jurorIds[0], stepId: last.id },
  ])
  const refusals = [await lead.call('DELETE', url), await lead.call('DELETE', `/api/jurors/${selection.jurorIds[0]}`)]
  expect(refusals.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [409, '“Voir dire day 1” has passes or draws on the record. Undo them first.'],
    [409, 'Juror 1 was drawn or moved to the end. Undo that step first.'],
  ])
  const undo = (by: Person, { id }: SelectionStep) => by.call('POST', `/api/selection-steps/${id}/undo`)
  expect((await undo(lead, last)).json<SelectionStep>().undone).toBe(true)
  expect((await undo(paralegal, first.json())).json<SelectionStep>().undone).toBe(true)
  expect((await board()).selection?.events).toEqual([])
  const received = async (by: Person) => (await by.call('GET', `${url}/strike-board`)).json<StrikeBoard>().received
  expect(await received(paralegal)).toEqual({ events: [last.id, pass.eventId], undoneSteps: [pass.eventId] })
  expect(await received(lead)).toEqual({ events: [], undoneSteps: [last.id] })
  const steps = (await lead.call('GET', `${url}/selection-steps`)).json<SelectionStep[]>()
  expect(steps.map(({ kind, undone }) => [kind, undone])).toEqual([
    ['passed', true],
    ['moved_last', true],
  ])
})

test('question balance counts everyone alike and separates unknown from none', async () => {
  const { db } = at.parts.database
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId: selection.caseId, durationMs: 60_000 })
  const asked = ['1', '1', '1', '02']
  const turns = asked.flatMap((jurorNumber, index) => [
    buildTurn(index * 2, { speaker: 'THE COURT', role: 'judge', jurorNumber: null, text: 'Could you be fair?' }),
    buildTurn(index * 2 + 1, { speaker: `JUROR ${jurorNumber}`, jurorNumber }),
  ])
  const exchanges = asked.map((jurorNumber, index) => ({
    ...{ index, questionTurns: [index * 2], answerTurns: [index * 2 + 1], askerRole: 'judge' },
    ...{ speaker: `JUROR ${jurorNumber}`, jurorNumber, latencyMs: null, hedge: null },
  }))
  await buildAnalysis(db, videoId, buildResults({ turns, exchanges }))
  await lead.call('POST', `/api/jurors/${selection.jurorIds[3]}/events`, { kind: 'questioned' })
  const balance = (await lead.call('GET', `${url}/question-balance`)).json<QuestionBalance>()
  expect(balance.jurors.map(({ number, questions }) => [number, questions])).toEqual([
    ['1', 3],
    ['2', 1],
    ['3', null],
    ['4', null],
  ])
  expect([balance.medianQuestions, balance.notYetQuestioned]).toEqual([2, [selection.jurorIds[2]]])
  const csv = await lead.call('GET', `${url}/question-balance.csv`)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body.split('\r\n').slice(0, 4)).toEqual([
    '\uFEFFJuror,Seat,Status,Questions,Seconds',
    expect.stringMatching(/^1,,in venire,3,\d*\.?\d*$/),
    expect.stringMatching(/^2,,in venire,1,\d*\.?\d*$/),
    '3,,in venire,,',
  ])
  const stranger = await at.person()
  expect((await stranger.call('GET', `${url}/question-balance.csv`)).statusCode).toBe(404)
})
