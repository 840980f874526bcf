import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StrikeBudget } from '#contract/cases/data.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Notification } from '#contract/operations/notifications.ts'
import { replay } from '#law/selection/replay.ts'
import { remaining } from '#law/selection/budget.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { StrikeConflict, Strike, StrikeDetail } from '#contract/strikes/strikes.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, buildStrike, type Selection } from '../strikes.factory.ts'
import { strikes, type StrikeRow } from '../strikes.table.ts'

let at: TestApp
let lead: Person
let attorney: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  attorney = await at.person({ firmId: lead.actor.firmId, role: 'member' })
})
afterAll(() => at.close())

let selection: Selection
const budget: StrikeBudget = {
  ...{ us: 2, them: 2, alternatesUs: 1, alternatesThem: 1, perDefendant: null, source: 'default', orderNote: '' },
}
beforeEach(async () => {
  const given = { strikeBudget: budget, alternateStrikesSeparate: true, alternates: 1 }
  selection = await buildSelection(at.parts.database.db, lead.actor, given)
  await joinCase(at.parts.database.db, attorney.actor, selection.caseId, 'attorney')
})

const jurorAt = (index: number) => selection.jurorIds[index]!
const approved = (index: number, given: Partial<StrikeRow> = {}) =>
  buildStrike(at.parts.database.db, lead.actor, selection, {
    ...{ jurorId: jurorAt(index), kind: 'peremptory', state: 'approved' },
    ...given,
  })
const move = (by: Person, { id, version }: Pick<Strike, 'id' | 'version'>, name: string, body: object = {}) =>
  by.call('POST', `/api/strikes/${id}/moves`, { eventId: newId(), version, move: name, ...body })
const exercised = async (index: number, given: Partial<StrikeRow> = {}) =>
  (await move(lead, await approved(index, given), 'exercise')).json<Strike>()
const record = (index: number, body: object = {}) =>
  attorney.call('POST', `/api/sessions/${selection.sessionId}/strikes`, {
    ...{ eventId: newId(), jurorId: jurorAt(index), kind: 'peremptory', madeBy: 'opposing' },
    ...body,
  })
const board = async () =>
  (await lead.call('GET', `/api/sessions/${selection.sessionId}/strike-board`)).json<StrikeBoard>()
const statusOf = async (index: number) => (await board()).jurors.find(({ id }) => id === jurorAt(index))?.status
const usedByUs = async () => (await board()).budgets?.us.regular.used
const news = async (person: Person) =>
  (await person.call('GET', '/api/notifications')).json<Notification[]>().map(({ title }) => title)

test('numbers peremptories by side and target, stops at the budget, and voiding restores both', async () => {
  const first = await exercised(0)
  const theirs = (await record(1)).json<Strike>()
  const second = await exercised(2)
  expect([first.label, theirs.label, second.label]).toEqual(['Peremptory 1', 'Opposing peremptory 1', 'Peremptory 2'])
  expect([await statusOf(0), await statusOf(1)]).toEqual(['struck_peremptory_us', 'struck_peremptory_them'])
  const third = await approved(3)
  expect((await move(lead, third, 'exercise')).body).toMatch(/^No peremptory challenges remain\. /)
  const alternate = (await move(lead, await approved(17, { target: 'alternate' }), 'exercise')).json<Strike>()
  expect(alternate.label).toBe('Alternate peremptory 1')
  expect((await board()).budgets).toEqual({
    us: { regular: { total: 2, used: 2, remaining: 0 }, alternates: { total: 1, used: 1, remaining: 0 } },
    them: { regular: { total: 2, used: 1, remaining: 1 }, alternates: { total: 1, used: 0, remaining: 1 } },
    separate: true,
  })
  expect((await move(attorney, first, 'void', { reason: 'Wrong juror' })).statusCode).toBe(403)
  expect((await move(lead, first, 'void')).body).toBe('Enter a reason for the record.')
  const voided = (await move(lead, first, 'void', { reason: 'Wrong juror' })).json<Strike>()
  expect(voided).toMatchObject({ state: 'void', number: 1, endReason: 'Wrong juror' })
  expect(await statusOf(0)).toBe('in_venire')
  expect((await move(lead, third, 'exercise')).json<Strike>().number).toBe(1)
})

test("notifies counsel of each side's last challenge", async () => {
  await exercised(0)
  expect(await news(attorney)).toContain('One peremptory left')
  await record(1)
  expect(await news(lead)).not.toContain('Opposing side out of peremptories')
  await record(2)
  expect(await news(lead)).toContain('Opposing side out of peremptories')
  expect((await record(3)).body).toMatch(/^No peremptory challenges remain for the opposing side\. /)
  await at.parts.database.db.update(cases).set({ strikeBudget: null }).where(eq(cases.id, selection.caseId))
  expect((await record(3)).body).toContain('no strike budget')
})

test('the same person can undo within ten seconds; later the lead can void', async () => {
  const { db } = at.parts.database
  const seated = { jurorId: jurorAt(0), seat: 4 }
  await lead.call('POST', `/api/sessions/${selection.sessionId}/seats`, seated)
  const said = await move(lead, await approved(0), 'exercise', { phase: 'sidebar' })
  const strike = said.json<Strike>()
  expect(strike).toMatchObject({ phase: 'sidebar', seat: 4, leftAfter: 1 })
  expect((await board()).jurors[0]).toMatchObject({ status: 'struck_peremptory_us', seat: null })
  expect((await move(attorney, strike, 'undo')).statusCode).toBe(403)
  const undone = (await move(lead, strike, 'undo')).json<Strike>()
  expect(undone).toMatchObject({ state: 'void', endReason: 'undo' })
  expect((await board()).jurors[0]).toMatchObject({ status: 'seated', seat: 4 })
  expect(await usedByUs()).toBe(0)

  const late = await exercised(0)
  await db
    .update(strikes)
    .set({ exercisedAt: new Date(Date.now() - 11_000), calledAt: new Date(Date.now() - 11_000) })
    .where(eq(strikes.id, late.id))
  expect((await move(lead, late, 'undo')).body).toMatch(/^More than 10 seconds have passed\./)
})

test('a disallowed strike restores the challenge only by remedy and reseats the juror', async () => {
  const first = await exercised(0)
  expect((await move(lead, first, 'rule', { ruling: 'denied' })).body).toBe(
    'The ruling on a peremptory must be granted, disallowed, or reserved.',
  )
  expect((await move(lead, first, 'rule', { ruling: 'disallowed' })).body).toBe('Choose the remedy the court ordered.')
  const seat = { ruling: 'disallowed', remedy: 'juror_seated' }
  const kept = (await move(lead, first, 'rule', { ...seat, judgeWords: 'I will seat the juror.' })).json<Strike>()
  expect(kept).toMatchObject({ state: 'ruled', ruling: 'disallowed', judgeWords: 'I will seat the juror.' })
  expect([await statusOf(0), await usedByUs()]).toEqual(['in_venire', 1])
  const second = await exercised(1)
  await move(lead, second, 'rule', { ...seat, remedyRestored: true })
  expect([await statusOf(1), await usedByUs()]).toEqual(['in_venire', 1])
  const third = (await exercised(2)).number
  expect([third, await usedByUs()]).toEqual([3, 2])
})

test('a corrected ruling moves the juror and spends a restored challenge again', async () => {
  const strike = await exercised(0)
  const rule = async (from: Strike, body: object) => (await move(lead, from, 'rule', body)).json<Strike>()
  const apart = await rule(strike, { ruling: 'disallowed', remedy: 'other', remedyRestored: true })
  expect([await statusOf(0), await usedByUs()]).toEqual(['struck_peremptory_us', 0])
  const seated = await rule(apart, { ruling: 'disallowed', remedy: 'juror_seated', remedyRestored: true })
  expect([await statusOf(0), await usedByUs()]).toEqual(['in_venire', 0])
  const stands = await rule(seated, { ruling: 'granted' })
  expect([await statusOf(0), await usedByUs()]).toEqual(['struck_peremptory_us', 1])
  const again = await rule(stands, { ruling: 'disallowed', remedy: 'juror_seated', remedyRestored: true })
  await exercised(1)
  await exercised(2)
  expect((await move(lead, again, 'rule', { ruling: 'granted' })).body).toMatch(/^No peremptory challenges remain\./)
  expect([await statusOf(0), await usedByUs()]).toEqual(['in_venire', 2])
})

test('the case lists strikes of all sessions with the meters', async () => {
  const { id } = await exercised(0)
  const plan = { type: 'jury_voir_dire', date: null }
  const other = (await lead.call('POST', `/api/cases/${selection.caseId}/sessions`, plan)).json<{ id: string }>().id
  const draft = { eventId: newId(), jurorId: jurorAt(1), kind: 'cause' }
  expect((await lead.call('POST', `/api/sessions/${other}/strikes`, draft)).statusCode).toBe(200)
  const answer = (await lead.call('GET', `/api/cases/${selection.caseId}/strikes`)).json<
    Pick<StrikeBoard, 'budgets' | 'strikes'>
  >()
  expect(answer.strikes.map(({ id: each, sessionId }) => [each === id, sessionId])).toEqual([
    [true, selection.sessionId],
    [false, other],
  ])
  expect(answer.budgets?.us.regular.remaining).toBe(1)
})

test('no strike event can be rewritten', async () => {
  await exercised(0)
  const rewrite = at.parts.database.pool.query(`update strike_events set text = 'Something else'`)
  await expect(rewrite).rejects.toThrow('the history of a strike is never rewritten')
})

test('a strike reaches every screen in the firm at once', async () => {
  const heard: string[] = []
  const stop = at.parts.live.subscribe(lead.actor.firmId, (nouns) => void heard.push(...nouns))
  await record(0)
  await expect.poll(() => heard).toEqual(expect.arrayContaining(['strikes', 'jurors']))
  stop()
})

test('withdrawing returns the juror without restoring the challenge', async () => {
  const strike = await exercised(0)
  expect((await move(attorney, strike, 'withdraw', { reason: 'Agreed at sidebar' })).statusCode).toBe(403)
  const withdrawn = (await move(lead, strike, 'withdraw', { reason: 'Agreed at sidebar' })).json<Strike>()
  expect([withdrawn.state, await statusOf(0), await usedByUs()]).toEqual(['withdrawn', 'in_venire', 1])
})

test('a cause ruling removes the juror; a denial starts error preservation', async () => {
  const strike = await exercised(0, { kind: 'cause', groundCode: 'actual_bias' })
  expect([strike.number, await statusOf(0)]).toEqual([null, 'in_venire'])
  const reserved = (await move(attorney, strike, 'rule', { ruling: 'reserved' })).json<Strike>()
  expect((await move(attorney, reserved, 'rule', { ruling: 'disallowed' })).statusCode).toBe(400)
  const position = { version: reserved.version, opposingPosition: 'oppose' }
  const opposed = (await attorney.call('PATCH', `/api/strikes/${strike.id}`, position)).json<Strike>()
  expect(opposed.opposingPosition).toBe('oppose')
  const denied = (await move(attorney, opposed, 'rule', { ruling: 'denied' })).json<Strike>()
  expect(denied.preservation).toMatchObject({ peremptoryUsedOnJuror: false, left: 2, renewedAt: null })
  expect(await news(lead)).toContain('Challenge for cause denied: preserve error')

  await exercised(0)
  const renewedAt = new Date().toISOString()
  const put = (body: object) => attorney.call('PUT', `/api/strikes/${strike.id}/preservation`, body)
  const preservation = { renewedAt, objectionableJurorId: jurorAt(7) }
  const kept = (await put({ version: denied.version, preservation })).json<Strike>()
  expect(kept.preservation).toMatchObject({ peremptoryUsedOnJuror: true, left: 1, ...preservation })
  await at.parts.database.pool.query('update cases set strike_budget = null where id = $1', [strike.caseId])
  const uncounted = (await attorney.call('GET', `/api/strikes/${strike.id}`)).json<Strike>()
  expect(uncounted.preservation?.left).toBeNull()
  for (const ruling of ['granted', 'reserved']) {
    const again = await move(attorney, kept, 'rule', { ruling })
    expect([again.statusCode, again.body]).toEqual([409, 'Juror 1 already has a live strike: Peremptory 1.'])
  }
  const other = await exercised(5, { kind: 'cause' })
  expect((await move(attorney, other, 'rule', { ruling: 'granted' })).statusCode).toBe(200)
  expect(await statusOf(5)).toBe('struck_cause')
  const another = { eventId: newId(), jurorId: jurorAt(5), kind: 'peremptory' }
  const refused = await lead.call('POST', `/api/sessions/${selection.sessionId}/strikes`, another)
  expect(refused.body).toBe('Juror 6 already has a live strike: Challenge for cause.')
})

test('a strike in court supersedes our draft, which returns if that strike falls', async () => {
  const ours = await approved(0)
  const theirs = (await record(0)).json<Strike>()
  const read = async () => (await lead.call('GET', `/api/strikes/${ours.id}`)).json<Strike>()
  expect(await read()).toMatchObject({ state: 'withdrawn', supersededBy: theirs.id })
  expect((await record(0)).body).toBe('Juror 1 already has a live strike: Opposing peremptory 1.')
  expect((await move(attorney, theirs, 'undo')).statusCode).toBe(200)
  expect(await read()).toMatchObject({ state: 'approved', supersededBy: null })
  const forCause = (await record(0, { kind: 'cause' })).json<Strike>()
  await move(attorney, forCause, 'rule', { ruling: 'denied' })
  const back = await read()
  expect(back.state).toBe('approved')
  expect((await move(lead, back, 'exercise')).statusCode).toBe(200)
  expect((await record(3, { madeBy: 'court' })).body).toMatch(/^The court has no peremptories/)
})

test("replays an offline device's queue once, in its own time, and reports conflicts", async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const recorded = { id: newId(), eventId: newId(), at: minutesAgo(5) }
  const first = await record(0, recorded)
  const again = await record(0, recorded)
  expect([again.statusCode, again.body]).toEqual([200, first.body])
  expect(first.json<Strike>()).toMatchObject({ id: recorded.id, calledAt: recorded.at, version: 1 })
  const undo = { eventId: newId(), at: new Date(new Date(recorded.at).getTime() + 4000).toISOString() }
  const undone = await move(attorney, { id: recorded.id, version: 1 }, 'undo', undo)
  expect(undone.json<Strike>()).toMatchObject({ state: 'void', version: 2 })
  expect((await move(attorney, { id: recorded.id, version: 1 }, 'undo', undo)).body).toBe(undone.body)
  const { received } = (
    await attorney.call('GET', `/api/sessions/${selection.sessionId}/strike-board`)
  ).json<StrikeBoard>()
  expect(received).toEqual({ events: [undo.eventId, recorded.eventId], undoneSteps: [] })
  expect(
    (await move(lead, { id: recorded.id, version: 2 }, 'void', { eventId: undo.eventId, reason: 'x' })).body,
  ).toMatch(/^This event ID was already used/)
  const ahead = await record(1, { at: new Date(Date.now() + 3_600_000).toISOString() })
  expect(new Date(ahead.json<Strike>().calledAt!).getTime()).toBeLessThanOrEqual(Date.now())

  const strike = await approved(2)
  await move(lead, strike, 'exercise')
  const late = await at.app.inject({
    method: 'POST',
    url: `/api/strikes/${strike.id}/moves`,
    headers: { cookie: attorney.cookie, accept: 'application/problem+json' },
    payload: { eventId: newId(), version: 1, move: 'exercise', at: minutesAgo(1) },
  })
  expect(late.statusCode).toBe(409)
  const { current } = late.json<{ current: StrikeConflict }>()
  expect(current).toMatchObject({
    theirs: { id: strike.id, state: 'exercised', version: 2 },
    juror: { number: '3', status: 'struck_peremptory_us' },
    budgets: { us: { regular: { used: 1 } } },
    yours: { move: 'exercise' },
  })
})

test('a device with a wrong clock doesn’t put its time on the record', async () => {
  const hour = 3_600_000
  const post = async (url: string, offMs: number, agoMs: number, body: object) => {
    const on = (ago: number) => new Date(Date.now() + offMs - ago).toISOString()
    const headers = { cookie: lead.cookie, 'x-sent-at': on(0) }
    const payload = { eventId: newId(), at: on(agoMs), ...body }
    return (await at.app.inject({ method: 'POST', url, headers, payload })).json<Strike>()
  }
  const isAgo = (time: string | null, ms: number) =>
    expect(Math.abs(Date.now() - ms - Date.parse(time!))).toBeLessThan(10_000)
  for (const [index, offMs] of [-5 * hour, 5 * hour].entries()) {
    const { id, version } = await approved(index)
    const said = await post(`/api/strikes/${id}/moves`, offMs, hour, { version, move: 'exercise' })
    isAgo(said.calledAt, hour)
    const undo = { version: said.version, move: 'undo' }
    expect(await post(`/api/strikes/${id}/moves`, offMs, hour - 5000, undo)).toMatchObject({ state: 'void' })
  }
  const theirs = { jurorId: jurorAt(2), kind: 'peremptory', madeBy: 'opposing' }
  isAgo((await post(`/api/sessions/${selection.sessionId}/strikes`, -5 * hour, hour, theirs)).calledAt, hour)
  const far = {
    jurorId: jurorAt(4),
    kind: 'peremptory',
    madeBy: 'opposing',
    eventId: newId(),
    at: '2020-01-01T00:00:00Z',
  }
  const headers = { cookie: lead.cookie, 'x-sent-at': '+200000-01-01T00:00:00Z' }
  const url = `/api/sessions/${selection.sessionId}/strikes`
  const strange = await at.app.inject({ method: 'POST', url, headers, payload: far })
  expect(strange.json<Strike>().calledAt).toBe('2020-01-01T00:00:00.000Z')
  await move(lead, strange.json<Strike>(), 'void', { reason: 'A test' })
  const plain = { jurorId: jurorAt(3), kind: 'peremptory', madeBy: 'opposing' }
  isAgo((await post(`/api/sessions/${selection.sessionId}/strikes`, -20_000, hour, plain)).calledAt, hour + 20_000)
})

test('records an objection step by step and notifies counsel once', async () => {
  const strike = await exercised(0)
  const put = (by: Person, version: number, objection: object | null) =>
    by.call('PUT', `/api/strikes/${strike.id}/objection`, { version, objection })
  expect((await put(lead, strike.version, { by: 'us', basis: 'batson' })).body).toContain('can’t object to its own')
  const made = (await put(lead, strike.version, { by: 'opposing', basis: 'batson' })).json<Strike>()
  expect(made.objection).toMatchObject({ by: 'opposing', basis: 'batson', primaFacie: 'not_ruled' })
  expect((await news(attorney)).filter((each) => each === 'Objection to a peremptory')).toHaveLength(1)
  const answered = { by: 'opposing', basis: 'batson', primaFacie: 'found', reasonsStated: 'The answer on officers.' }
  expect((await put(attorney, made.version, answered)).json<Strike>().objection).toMatchObject(answered)
  const cause = await exercised(1, { kind: 'cause' })
  const other = await lead.call('PUT', `/api/strikes/${cause.id}/objection`, {
    version: cause.version,
    objection: answered,
  })
  expect(other.body).toBe('Only an exercised peremptory can be objected to.')
})

test('rejects strikes in a draft case or without a method; the first strike starts selection', async () => {
  const { db } = at.parts.database
  const set = (change: Partial<typeof cases.$inferInsert>) =>
    db.update(cases).set(change).where(eq(cases.id, selection.caseId))
  await set({ status: 'draft' })
  const strike = await approved(0)
  expect((await move(lead, strike, 'exercise')).body).toMatch(/^This case is a draft\./)
  await set({ status: 'active', selectionMethod: null })
  expect((await move(lead, strike, 'exercise')).body).toMatch(/^Choose a selection method on the case page/)
  await set({ selectionMethod: 'struck_panel' })
  expect((await move(lead, strike, 'exercise')).statusCode).toBe(200)
  expect((await board()).case.status).toBe('in_selection')
})

test('defendants use their own challenges alone and the rest jointly', async () => {
  const party = (name: string, side: 'plaintiff' | 'defense') =>
    ({ name, role: side === 'defense' ? 'defendant' : 'prosecution', side, representedBy: '' }) as const
  await at.parts.database.db
    .update(cases)
    .set({
      strikeBudget: { ...budget, us: 3, perDefendant: 1 },
      parties: [party('State', 'plaintiff'), party('First defendant', 'defense'), party('Second defendant', 'defense')],
    })
    .where(eq(cases.id, selection.caseId))
  expect((await move(lead, await approved(0), 'exercise')).statusCode).toBe(200)
  expect((await move(lead, await approved(1), 'exercise')).body).toContain(
    'Choose the defendant exercising an individual challenge.',
  )
  expect((await move(lead, await approved(2, { defendant: 'First defendant' }), 'exercise')).statusCode).toBe(200)
  const second = await move(lead, await approved(3, { defendant: 'First defendant' }), 'exercise')
  expect(second.body).toContain('No individual peremptory challenges remain for First defendant.')
  const late = await approved(5, { state: 'draft', defendant: 'Second defendant' })
  const said = (await move(lead, late, 'exercise_unapproved')).json<Strike>()
  const moved = { version: said.version, defendant: 'First defendant' }
  expect((await lead.call('PATCH', `/api/strikes/${said.id}`, moved)).body).toContain(
    'No individual peremptory challenges remain for First defendant.',
  )
  const same = { version: said.version, defendant: 'Second defendant' }
  let corrected = await lead.call('PATCH', `/api/strikes/${said.id}`, same)
  expect(corrected.statusCode).toBe(200)
  for (const rationale of ['Said that he distrusts the police.', 'Said that he distrusts all witnesses.']) {
    const { version } = corrected.json<Strike>()
    corrected = await lead.call('PATCH', `/api/strikes/${said.id}`, { version, rationale })
    expect(corrected.statusCode).toBe(200)
  }
  const { events } = (await lead.call('GET', `/api/strikes/${said.id}`)).json<StrikeDetail>()
  expect(events.at(-1)?.text).toBe('rationale. Earlier rationale: Said that he distrusts the police.')
  const unknown = { eventId: newId(), jurorId: jurorAt(4), kind: 'peremptory', defendant: 'Somebody else' }
  const refused = await lead.call('POST', `/api/sessions/${selection.sessionId}/strikes`, unknown)
  expect(refused.body).toMatch(/^Choose a defendant/)
})

test.for([
  [true, 1, { defendant: 'First defendant' }, 200],
  [false, 2, {}, 409],
] as const)('excludes separate alternates from individual challenges: %s', async ([apart, used, given, status]) => {
  const party = (name: string) => ({ name, role: 'defendant', side: 'defense', representedBy: '' }) as const
  await at.parts.database.db
    .update(cases)
    .set({
      strikeBudget: { ...budget, us: 3, perDefendant: 1 },
      alternateStrikesSeparate: apart,
      parties: [party('First defendant'), party('Second defendant')],
    })
    .where(eq(cases.id, selection.caseId))
  for (let index = 0; index < used; index += 1)
    expect((await move(lead, await approved(index, given), 'exercise')).statusCode).toBe(200)
  const alternate = await approved(19, { ...given, target: 'alternate' })
  const said = await move(lead, alternate, 'exercise')
  expect(said.statusCode, said.body).toBe(status)
})

test('an accepted juror can be struck only if back-strikes are allowed', async () => {
  const { db } = at.parts.database
  await db.execute(`update jurors set status = 'selected' where id = '${jurorAt(0)}'`)
  expect((await move(lead, await approved(0), 'exercise')).body).toContain('back-strikes are not allowed in this case')
  await db.update(cases).set({ backStrikesAllowed: true }).where(eq(cases.id, selection.caseId))
  const [strike] = (await board()).strikes
  expect((await move(lead, strike!, 'exercise')).statusCode).toBe(200)
})

test('replays the record in the engine to the same budgets and panel', async () => {
  await exercised(0)
  const second = await exercised(1)
  await record(2)
  await move(lead, second, 'rule', { ruling: 'disallowed', remedy: 'juror_seated', remedyRestored: true })
  const cause = await exercised(3, { kind: 'cause' })
  await move(attorney, cause, 'rule', { ruling: 'granted' })
  const mistake = (await record(4)).json<Strike>()
  await move(attorney, mistake, 'undo')
  await lead.call('POST', `/api/jurors/${jurorAt(5)}/events`, { kind: 'no_show' })
  const pass = { eventId: newId(), kind: 'passed', side: 'us' }
  expect((await lead.call('POST', `/api/sessions/${selection.sessionId}/selection-steps`, pass)).statusCode).toBe(200)
  const { selection: replayed, budgets, jurors } = await board()
  const state = replay(replayed!.setup, replayed!.events)
  expect(replayed!.events.map(({ kind }) => kind)).toEqual([
    ...['struck', 'struck', 'struck', 'disallowed', 'challenged', 'ruled', 'struck', 'voided', 'removed', 'passed'],
  ])
  expect(state.problems).toEqual([])
  expect([remaining(state, 'us').left, remaining(state, 'them').left]).toEqual([
    { regular: budgets!.us.regular.remaining, alternate: 1 },
    { regular: budgets!.them.regular.remaining, alternate: 1 },
  ])
  const isOut = (status: Juror['status']) => status !== 'in_venire' && status !== 'seated'
  expect([...state.out.keys()].toSorted()).toEqual(
    jurors
      .filter(({ status }) => isOut(status))
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('a locked session accepts only rulings', async () => {
  const strike = await exercised(0)
  await lead.call('POST', `/api/sessions/${selection.sessionId}/lock`, {})
  expect((await record(1)).statusCode).toBe(423)
  expect((await move(lead, strike, 'void', { reason: 'Wrong juror' })).statusCode).toBe(423)
  expect((await move(lead, strike, 'rule', { ruling: 'granted' })).statusCode).toBe(200)
  expect((await board()).readOnly).toBe('This session is locked.')
})
