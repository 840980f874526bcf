import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SelectionMethod } from '#contract/cases/data.ts'
import { replay } from '#law/selection/replay.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike, StrikeDetail } from '#contract/strikes/strikes.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import type { CaseRow } from '#server/features/cases/cases.table.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildSelection, buildStrike, type Selection } from '../strikes.factory.ts'

let at: TestApp
let lead: Person
let viewer: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
})
afterAll(() => at.close())

const leave = 'Judge Example let us go first, counsel agreed.'

const begin = (selectionMethod: SelectionMethod, given: Partial<CaseRow> = {}) =>
  buildSelection(at.parts.database.db, lead.actor, { selectionMethod, jurySize: 4, alternates: 0, ...given })

const strike = async (of: Selection, by: 'us' | 'opposing', juror: number, body: object = {}) => {
  const jurorId = of.jurorIds[juror - 1]!
  if (by === 'opposing') {
    const input = { eventId: newId(), jurorId, kind: 'peremptory', madeBy: by, ...body }
    return lead.call('POST', `/api/sessions/${of.sessionId}/strikes`, input)
  }
  const { target = 'regular', ...rest } = body as { target?: 'regular' | 'alternate' }
  const given = { jurorId, kind: 'peremptory', state: 'approved', target } as const
  const { id } = await buildStrike(at.parts.database.db, lead.actor, of, given)
  return lead.call('POST', `/api/strikes/${id}/moves`, { eventId: newId(), version: 1, move: 'exercise', ...rest })
}
const pass = (of: Selection, side: 'us' | 'them') =>
  lead.call('POST', `/api/sessions/${of.sessionId}/selection-steps`, { eventId: newId(), kind: 'passed', side })
const board = async ({ sessionId }: Selection) =>
  (await lead.call('GET', `/api/sessions/${sessionId}/strike-board`)).json<StrikeBoard>()
const wayOut = 'If the court allowed it, record the court’s reason.'

test("in a box the sides alternate; out-of-turn strikes need the court's permission", async () => {
  const box = await begin('strike_and_replace')
  const refused = await strike(box, 'us', 1)
  expect([refused.statusCode, refused.body]).toEqual([409, `It is the opposing side’s turn. ${wayOut}`])
  expect(JSON.parse(decodeURIComponent(String(refused.headers['x-error-fields'])))).toHaveProperty('courtAllowed')
  expect((await board(box)).budgets?.us.regular.used).toBe(0)

  const [prepared] = (await board(box)).strikes
  const input = { eventId: newId(), version: 1, move: 'exercise', courtAllowed: leave }
  const allowed = await lead.call('POST', `/api/strikes/${prepared!.id}/moves`, input)
  expect(allowed.json<Strike>()).toMatchObject({ state: 'exercised', number: 1, courtAllowed: leave })
  expect((await lead.call('POST', `/api/strikes/${prepared!.id}/moves`, input)).body).toBe(allowed.body)
  const detail = (await lead.call('GET', `/api/strikes/${prepared!.id}`)).json<StrikeDetail>()
  expect(detail.events.map(({ kind, text }) => [kind, text])).toEqual([['exercise', leave]])
  const trail = await at.parts.database.db
    .select({ action: auditEvents.action, reason: auditEvents.reason, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.entityId, prepared!.id))
  expect(trail.filter(({ action }) => action === 'strike.allowed_by_court')).toMatchObject([
    { reason: leave, details: expect.stringContaining('"against":["out_of_turn"]') },
  ])
  await joinCase(at.parts.database.db, viewer.actor, box.caseId, 'viewer')
  const seen = (await viewer.call('GET', `/api/strikes/${prepared!.id}`)).json<StrikeDetail>()
  expect([seen.courtAllowed, seen.events.map(({ text }) => text)]).toEqual(['', ['']])

  const theirs = await strike(box, 'opposing', 2, { courtAllowed: leave })
  expect(theirs.json<Strike>()).toMatchObject({ state: 'exercised', courtAllowed: '' })
  expect((await strike(box, 'opposing', 3)).body).toBe(`It is your side’s turn. ${wayOut}`)
  expect((await pass(box, 'us')).statusCode).toBe(200)
  expect((await strike(box, 'opposing', 3)).statusCode).toBe(200)
})

test('undoing a strike restores the turn', async () => {
  const box = await begin('strike_and_replace')
  const theirs = (await strike(box, 'opposing', 1)).json<Strike>()
  await lead.call('POST', `/api/strikes/${theirs.id}/moves`, { eventId: newId(), version: 1, move: 'undo' })
  expect((await strike(box, 'us', 2)).body).toContain('It is the opposing side’s turn.')
  expect((await strike(box, 'opposing', 2)).statusCode).toBe(200)
})

const apart = { alternates: 1, alternateStrikesSeparate: true }
type Case = [
  string,
  SelectionMethod,
  Partial<CaseRow>,
  ((of: Selection) => Promise<unknown>)[],
  ['us' | 'opposing', number, object?],
  string | null,
]
const firstRound = [
  (of: Selection) => strike(of, 'us', 1),
  (of: Selection) => pass(of, 'us'),
  (of: Selection) => pass(of, 'them'),
]
const cases: Case[] = [
  ['outside the box', 'strike_and_replace', {}, [], ['opposing', 9], 'Juror 9 is not in the box yet.'],
  ['ours first in rounds', 'rounds_no_back', {}, [], ['opposing', 2], 'It is your side’s turn.'],
  [
    'accepted with an earlier round',
    'rounds_no_back',
    {},
    firstRound,
    ['us', 3],
    'Juror 3 was accepted in an earlier round, and this court doesn’t allow back-strikes.',
  ],
  [
    'accepted, where strikes back are allowed',
    'rounds_no_back',
    { backStrikesAllowed: true },
    firstRound,
    ['us', 3],
    null,
  ],
  ['a member of the next round', 'rounds_no_back', {}, firstRound, ['us', 5], null],
  [
    'against alternates, of a juror for the jury',
    'struck_panel',
    apart,
    [],
    ['us', 1, { target: 'alternate' }],
    'Juror 1 is being considered for the jury. A challenge against alternates can’t be used on this juror.',
  ],
  ['in a struck panel anybody', 'struck_panel', {}, [], ['us', 20], null],
  ['before anybody is drawn', 'random_order', {}, [], ['opposing', 2], 'Juror 2 is not in the box yet.'],
]
test.for(cases.filter(([, , , , , refusal]) => refusal === null))(
  '%s: needs no leave',
  async ([, method, given, before, [by, juror, body]]) => {
    const of = await begin(method, given)
    for (const step of before) await step(of)
    expect((await strike(of, by, juror, body)).json<Strike>()).toMatchObject({ state: 'exercised', courtAllowed: '' })
  },
)

test.for(cases.filter(([, , , , , refusal]) => refusal !== null))(
  '%s: needs leave and is followed with it',
  async ([, method, given, before, [by, juror, body], refusal]) => {
    const of = await begin(method, given)
    for (const step of before) await step(of)
    const answer = await strike(of, by, juror, body)
    expect([answer.statusCode, answer.body]).toEqual([409, `${refusal} ${wayOut}`])
    const prepared = (await board(of)).strikes.find(({ state }) => state === 'approved')
    const input = { eventId: newId(), version: 1, move: 'exercise', courtAllowed: leave }
    const allowed = prepared
      ? await lead.call('POST', `/api/strikes/${prepared.id}/moves`, input)
      : await strike(of, by, juror, { ...body, courtAllowed: leave })
    expect(allowed.json<Strike>()).toMatchObject({ state: 'exercised', courtAllowed: leave })
    const { selection, jurors } = await board(of)
    const state = replay(selection!.setup, selection!.events)
    expect(state.out.get(of.jurorIds[juror - 1]!)).toBe('peremptory')
    expect(jurors.find(({ number }) => number === String(juror))?.status).toMatch(/^struck_peremptory/)
  },
)

test("leave of court can't create a challenge or strike a juror who is gone", async () => {
  const none = {
    us: 0,
    them: 1,
    alternatesUs: 0,
    alternatesThem: 0,
    perDefendant: null,
    source: 'order',
    orderNote: 'x',
  } as const
  const box = await begin('strike_and_replace', { strikeBudget: none })
  expect((await strike(box, 'us', 1, { courtAllowed: leave })).body).toMatch(/^No peremptory challenges remain\./)
  await lead.call('POST', `/api/jurors/${box.jurorIds[2]}/events`, { kind: 'no_show' })
  expect((await strike(box, 'opposing', 3, { courtAllowed: leave })).body).toContain('is no longer on the panel')
})

test("rejects a draw that the record can't follow", async () => {
  const draw = (of: Selection, juror: number) =>
    lead.call('POST', `/api/sessions/${of.sessionId}/selection-steps`, {
      eventId: newId(),
      kind: 'drawn',
      jurorId: of.jurorIds[juror - 1],
    })
  const random = await begin('random_order')
  expect((await draw(random, 5)).statusCode).toBe(200)
  const twice = await draw(random, 5)
  const sentence = 'Jurors are drawn one at a time only in random-order selection, and each only once.'
  expect([twice.statusCode, twice.body]).toEqual([409, sentence])
  expect((await draw(await begin('struck_panel'), 5)).body).toBe(sentence)
})
