import { expect, test } from 'vitest'
import { remaining } from './budget.ts'
import { getSitting } from './chairs.ts'
import { findProblems } from './refusals.ts'
import { replay, whatIf } from './replay.ts'
import type { SelectionEvent, SelectionSetup, SelectionSide, StrikeTarget } from '#contract/strikes/selection.ts'
import { zone } from './zone.ts'

const panel = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at + 1}`, number: `${at + 1}` }))

const setup = (more: Partial<SelectionSetup> = {}): SelectionSetup => ({
  method: 'strike_and_replace',
  jurySize: 12,
  alternates: 0,
  budget: { us: { regular: 10, alternates: 0 }, them: { regular: 10, alternates: 0 } },
  eachDefendant: null,
  alternatesApart: false,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'alternate', first: 'us', each: 1, passesToEnd: 2 },
  jurors: panel(40),
  ...more,
})

let strikes = 0
const strike = (
  side: SelectionSide,
  juror: number | string,
  more: { target?: StrikeTarget; defendant?: string } = {},
) => ({
  kind: 'struck' as const,
  strikeId: `s${(strikes += 1)}`,
  side,
  jurorId: `${juror}`,
  target: 'regular' as const,
  ...more,
})
const pass = (side: SelectionSide): SelectionEvent => ({ kind: 'passed', side })
const jury = (state: ReturnType<typeof replay>) => getSitting(state).jury.map((each) => each.jurorId)
const stops = (given: SelectionSetup, events: SelectionEvent[], event: SelectionEvent) =>
  findProblems(replay(given, events), event)
    .filter((each) => each.stops)
    .map((each) => each.sentence)

test("seats the next juror in a struck juror's chair and ends after two passes in a row", () => {
  const state = replay(setup(), [strike('us', 7), strike('them', 3), pass('us'), strike('them', 1)])
  expect(jury(state)).toEqual(['15', '2', '14', '4', '5', '6', '13', '8', '9', '10', '11', '12'])
  expect([state.turn, state.phase]).toEqual(['us', 'jury'])
  expect(remaining(state, 'us').left.regular).toBe(9)
  const ended = replay(setup(), [strike('us', 7), pass('them'), pass('us')])
  expect([ended.turn, ended.phase, ended.accepted.jury.length]).toEqual([null, 'complete', 12])
})

test('a pass is free, and one ends it if the other side has none left', () => {
  const short = setup({ budget: { us: { regular: 1, alternates: 0 }, them: { regular: 5, alternates: 0 } } })
  const state = replay(short, [strike('us', 1), strike('them', 2)])
  expect([state.turn, remaining(state, 'us').left.regular]).toEqual(['them', 0])
  expect(replay(short, [strike('us', 1), pass('them')]).phase).toBe('complete')
})

test('answers what-if questions without changing the record', () => {
  const given = setup({ method: 'struck_panel', turns: { kind: 'together', first: 'us', each: 1, passesToEnd: 2 } })
  const events = [strike('us', 2), strike('them', 4)]
  const before = JSON.stringify(events)
  const { state, refused } = whatIf(given, events, [strike('us', 7), strike('them', 7), strike('them', 9)])
  expect(getSitting(state).jury[11]).toEqual({ seat: 12, jurorId: '16' })
  expect(refused.map((each) => each.sentence)).toEqual(['Juror 7 already has a live strike: Peremptory 2.'])
  expect(JSON.stringify(events)).toBe(before)
  expect(getSitting(replay(given, events)).jury[11]).toEqual({ seat: 12, jurorId: '14' })
})

test('rejects invalid events with a sentence', () => {
  const one = setup({ budget: { us: { regular: 1, alternates: 0 }, them: { regular: 9, alternates: 0 } } })
  const first = strike('us', 7)
  expect(stops(one, [first], strike('us', 8))).toEqual(['No peremptory challenges remain for your side.'])
  expect(stops(one, [first], strike('them', 7))).toEqual(['Juror 7 already has a live strike: Peremptory 1.'])
  expect(stops(one, [{ kind: 'removed', jurorId: '9', why: 'hardship' }], strike('them', 9))).toEqual([
    'Juror 9 was excused for hardship.',
  ])
  expect(stops(one, [{ kind: 'sworn' }], strike('them', 9))).toEqual(['The jury is sworn. Strikes are final.'])
  expect(stops(one, [], strike('them', 99))).toEqual(['This juror is not on the panel.'])
  expect(stops(one, [], { kind: 'voided', strikeId: 'none' })).toEqual(['This strike is not on the record.'])
})

test('warns about what the court may allow: out of turn, outside the box, wasted', () => {
  const state = replay(setup(), [])
  const codes = (event: SelectionEvent) => findProblems(state, event).map((each) => [each.code, each.stops])
  expect(codes(strike('them', 3))).toEqual([['out_of_turn', false]])
  expect(codes(strike('us', 20))).toEqual([['not_in_box', false]])
  expect(codes(strike('us', 33))).toEqual([
    ['not_in_box', false],
    ['beyond_zone', false],
  ])
})

test('voiding frees the number and restores the chair', () => {
  const mistake = strike('us', 7)
  const events: SelectionEvent[] = [mistake, strike('them', 3), { kind: 'voided', strikeId: mistake.strikeId }]
  const state = replay(setup(), events)
  expect(remaining(state, 'us')).toMatchObject({ used: { regular: 0 }, left: { regular: 10 } })
  expect(jury(state)).toEqual(['1', '2', '13', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
  expect(jury(replay(setup(), [...events, strike('us', 5)])).slice(0, 7)).toEqual(['1', '2', '13', '4', '14', '6', '7'])
  expect(replay(setup(), [...events, strike('us', 8)]).strikes.get(`s${strikes}`)?.number).toBe(1)
})

test('a disallowed strike restores the challenge only by remedy, and a withdrawn one never', () => {
  const struck = strike('us', 7)
  const after = (restoresStrike: boolean, reseatsJuror: boolean) => {
    const state = replay(setup(), [
      struck,
      { kind: 'disallowed', strikeId: struck.strikeId, restoresStrike, reseatsJuror },
    ])
    return [remaining(state, 'us').left.regular, jury(state)[6]]
  }
  expect(after(true, true)).toEqual([10, '7'])
  expect(after(false, true)).toEqual([9, '7'])
  expect(after(true, false)).toEqual([10, '13'])
  const withdrawn = replay(setup(), [struck, { kind: 'withdrawn', strikeId: struck.strikeId }])
  expect([remaining(withdrawn, 'us').left.regular, jury(withdrawn)[6]]).toEqual([9, '7'])
})

test('a cause challenge is free; granting it removes the juror, denying it leaves a peremptory possible', () => {
  const asked: SelectionEvent = { kind: 'challenged', strikeId: 'c1', side: 'us', jurorId: '5' }
  expect(stops(setup(), [asked], strike('us', 5))).toEqual(['Juror 5 already has a live strike: Cause challenge 1.'])
  const denied: SelectionEvent[] = [asked, { kind: 'ruled', strikeId: 'c1', ruling: 'denied' }]
  expect(stops(setup(), denied, strike('us', 5))).toEqual([])
  const held = [...denied, strike('us', 5)]
  const again = (ruling: 'granted' | 'reserved' | 'denied' | 'withdrawn') =>
    stops(setup(), held, { kind: 'ruled', strikeId: 'c1', ruling })
  for (const ruling of ['granted', 'reserved'] as const)
    expect(again(ruling)).toEqual(['Juror 5 already has a live strike: Peremptory 1.'])
  for (const ruling of ['denied', 'withdrawn'] as const) expect(again(ruling)).toEqual([])
  const granted = replay(setup(), [asked, { kind: 'ruled', strikeId: 'c1', ruling: 'granted' }])
  expect([jury(granted)[4], remaining(granted, 'us').left.regular]).toEqual(['13', 10])
})

test("a separate alternate budget applies to the alternates' own block", () => {
  const apart = setup({
    method: 'struck_panel',
    alternates: 2,
    alternatesApart: true,
    budget: { us: { regular: 2, alternates: 1 }, them: { regular: 1, alternates: 1 } },
    turns: { kind: 'together', first: 'us', each: 1, passesToEnd: 2 },
  })
  expect(stops(apart, [], strike('us', 16))).toEqual([
    'Juror 16 is being considered for an alternate seat. Use a challenge against alternates.',
  ])
  const state = replay(apart, [strike('us', 16, { target: 'alternate' }), strike('us', 1)])
  expect(remaining(state, 'us').left).toEqual({ regular: 1, alternate: 0 })
  expect(getSitting(state).alternates.map((each) => each.jurorId)).toEqual(['17', '18'])
  expect(zone(state).alternate).toMatchObject({ seatsLeft: 2, end: 17, endWithout: 16 })
  expect(stops(apart, [strike('us', 16, { target: 'alternate' })], strike('us', 17, { target: 'alternate' }))).toEqual([
    'No peremptory challenges against alternates remain for your side.',
  ])
})

test("uses one budget for both if they aren't separate", () => {
  const pooled = setup({
    alternates: 2,
    budget: { us: { regular: 3, alternates: 2 }, them: { regular: 3, alternates: 2 } },
  })
  const state = replay(pooled, [strike('us', 1), strike('them', 2), strike('us', 3)])
  expect(remaining(state, 'us')).toMatchObject({
    allowed: { regular: 5, alternate: 5 },
    left: { regular: 3, alternate: 3 },
  })
})

test('joint defendants use joint and individual challenges', () => {
  const joint = setup({
    budget: { us: { regular: 5, alternates: 0 }, them: { regular: 9, alternates: 0 } },
    eachDefendant: { side: 'us', each: 2, defendants: ['First', 'Second'] },
  })
  expect(remaining(replay(joint, []), 'us')).toMatchObject({ joint: 1, left: { regular: 5 } })
  expect(remaining(replay(joint, []), 'them').joint).toBeNull()
  const jointly = [strike('us', 1)]
  expect(stops(joint, jointly, strike('us', 2))).toEqual([
    'No joint challenges remain. Choose the defendant exercising an individual challenge.',
  ])
  const own = [...jointly, strike('us', 2, { defendant: 'First' }), strike('us', 3, { defendant: 'First' })]
  expect(remaining(replay(joint, own), 'us').defendants).toEqual([
    { defendant: 'First', left: 0 },
    { defendant: 'Second', left: 2 },
  ])
  expect(stops(joint, own, strike('us', 4, { defendant: 'First' }))).toEqual([
    'No individual peremptory challenges remain for First.',
  ])
  expect(stops(joint, own, strike('us', 4, { defendant: 'Third' }))).toEqual(['Third has no individual challenges.'])
})

test('with random draws, seats jurors in the order recorded', () => {
  const random = setup({ method: 'random_order', replacements: 'drawn', jurySize: 3, jurors: panel(8) })
  const draw = (juror: number): SelectionEvent => ({ kind: 'drawn', jurorId: `${juror}` })
  const drawn = [draw(5), draw(2), draw(8)]
  const waiting = replay(random, drawn.slice(0, 2))
  expect([jury(waiting), waiting.turn, getSitting(waiting).toBeDrawn]).toEqual([['5', '2', null], null, 1])
  const full = replay(random, drawn)
  expect([jury(full), full.turn]).toEqual([['5', '2', '8'], 'us'])
  const struck = replay(random, [...drawn, strike('us', 2)])
  expect([jury(struck), struck.turn]).toEqual([['5', null, '8'], null])
  expect(zone(struck).regular).toMatchObject({ inReach: [{ jurorId: '5' }, { jurorId: '8' }], yetToBeDrawn: 5 })
  expect(jury(replay(random, [...drawn, strike('us', 2), draw(1)]))).toEqual(['5', '1', '8'])
  expect(stops(random, drawn, draw(5))).toHaveLength(1)
})

test('if allowed, back-strikes reach an accepted juror until the jury is sworn', () => {
  const rounds = (backStrikes: boolean) =>
    setup({ method: 'rounds_no_back', backStrikes, turns: { kind: 'blocks', first: 'us', each: 1, passesToEnd: 2 } })
  const round = [strike('us', 1), pass('us'), pass('them')]
  expect(stops(rounds(false), round, strike('us', 5))).toEqual([
    'Juror 5 was accepted in an earlier round, and this court doesn’t allow back-strikes.',
  ])
  expect(stops(rounds(true), round, strike('us', 5))).toEqual([])
  const state = replay(rounds(true), [...round, strike('us', 5)])
  expect(state.accepted.jury).not.toContain('5')
  expect(jury(state)).toEqual(['13', '2', '3', '4', '14', '6', '7', '8', '9', '10', '11', '12'])
})

test('recomputes the zone from seats and challenges after every event', () => {
  const given = setup({ budget: { us: { regular: 3, alternates: 0 }, them: { regular: 2, alternates: 0 } } })
  const last = (events: SelectionEvent[]) => zone(replay(given, events)).regular.inReach.at(-1)
  expect(zone(replay(given, [])).regular).toMatchObject({ end: 17, endByUs: 15, endByThem: 14, endWithout: 12 })
  expect(last([])).toEqual({ jurorId: '17', position: 17, needs: 5 })
  expect(last([strike('us', 4)])).toEqual({ jurorId: '17', position: 16, needs: 4 })
  expect(last([strike('us', 30)])).toMatchObject({ jurorId: '16' })
  expect(last([{ kind: 'removed', jurorId: '2', why: 'cause' }])).toMatchObject({ jurorId: '18' })
})

test('alternates replace departing jurors in order after the jury is sworn', () => {
  const given = setup({ jurySize: 2, alternates: 2, jurors: panel(6), budget: setup().budget })
  const events: SelectionEvent[] = [pass('us'), pass('them'), pass('us'), pass('them'), { kind: 'sworn' }]
  const sworn = replay(given, events)
  expect([jury(sworn), getSitting(sworn).alternates.map((each) => each.jurorId)]).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
  const left = replay(given, [...events, { kind: 'removed', jurorId: '1', why: 'dismissed' }])
  expect([jury(left), getSitting(left).alternates.map((each) => each.jurorId)]).toEqual([
    ['3', '2'],
    ['4', null],
  ])
})

test('replays a rule-breaking record as far as possible and reports it', () => {
  const one = setup({ budget: { us: { regular: 1, alternates: 0 }, them: { regular: 1, alternates: 0 } } })
  const state = replay(one, [strike('us', 1), strike('us', 2), strike('us', 3), strike('them', 3)])
  expect(remaining(state, 'us')).toMatchObject({ left: { regular: 0 }, excess: { regular: 2 } })
  expect(state.problems.map((each) => [each.at, each.problem.code])).toEqual([
    [1, 'no_strikes_left'],
    [2, 'no_strikes_left'],
    [3, 'live_strike'],
  ])
  expect(state.out.get('3')).toBe('peremptory')
})
