import { expect, test } from 'vitest'
import { selectionMethods } from '#contract/cases/data.ts'
import { apply, begin } from './apply.ts'
import { remaining } from './budget.ts'
import { getSitting } from './chairs.ts'
import { findProblems } from './refusals.ts'
import { replay } from './replay.ts'
import {
  removalCauses,
  type SelectionEvent,
  type SelectionSetup,
  type SelectionState,
  selectionSides,
  strikeTargets,
} from '#contract/strikes/selection.ts'
import { zone } from './zone.ts'

/** A seeded generator (mulberry32) makes failures reproducible. */
function generator(seed: number) {
  let at = seed
  const next = () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, chance: (share: number) => next() < share, one: <T>(of: readonly T[]): T => of[below(of.length)]! }
}
type Dice = ReturnType<typeof generator>

function anySetup({ below, chance, one }: Dice): SelectionSetup {
  const method = one(selectionMethods)
  const budget = () => ({ regular: below(6), alternates: below(3) })
  return {
    method,
    jurySize: 1 + below(6),
    alternates: below(3),
    budget: { us: budget(), them: budget() },
    eachDefendant: chance(0.3) ? { side: one(selectionSides), each: below(3), defendants: ['First', 'Second'] } : null,
    alternatesApart: chance(0.5),
    backStrikes: chance(0.3),
    replacements: method === 'random_order' ? 'drawn' : 'in_order',
    turns: {
      kind: one(['alternate', 'blocks', 'together']),
      first: one(selectionSides),
      each: 1 + below(2),
      passesToEnd: 1 + below(2),
    },
    jurors: Array.from({ length: 4 + below(16) }, (_, id) => ({ id: `j${id}`, number: `${id}` })),
  }
}

function anyEvent(state: SelectionState, { below, chance, one }: Dice, at: number): SelectionEvent {
  const jurorId = one(state.order)
  const strikeId = one([...state.strikes.keys(), 'none'])
  const side = state.turn !== null && chance(0.8) ? state.turn : one(selectionSides)
  const dice = below(100)
  if (dice < 45) {
    const defendant = chance(0.3) ? { defendant: one(['First', 'Second', 'Third']) } : {}
    const near = state.members.length > 0 && chance(0.7) ? one(state.members) : jurorId
    return { kind: 'struck', strikeId: `s${at}`, side, jurorId: near, target: one(strikeTargets), ...defendant }
  }
  if (dice < 57) return { kind: 'passed', side }
  if (dice < 63) return { kind: 'voided', strikeId }
  if (dice < 66) return { kind: 'withdrawn', strikeId }
  if (dice < 71) return { kind: 'disallowed', strikeId, restoresStrike: chance(0.5), reseatsJuror: chance(0.7) }
  if (dice < 76) return { kind: 'challenged', strikeId: `s${at}`, side, jurorId }
  if (dice < 81) return { kind: 'ruled', strikeId, ruling: one(['granted', 'denied', 'reserved', 'withdrawn']) }
  if (dice < 85) return { kind: 'removed', jurorId, why: one(removalCauses) }
  if (dice < 87) return { kind: 'reinstated', jurorId }
  if (dice < 95) return { kind: 'drawn', jurorId }
  if (dice < 97) return { kind: 'moved_last', jurorId }
  if (dice < 99) return { kind: 'added', jurorId: `a${at}`, number: `a${at}` }
  return { kind: 'sworn' }
}

const isStanding = (status: string) => ['stands', 'pending', 'reserved', 'granted'].includes(status)

function findFaults(state: SelectionState): string[] {
  const faults: string[] = []
  const must = (holds: boolean, sentence: string) => {
    if (!holds) faults.push(sentence)
  }
  for (const side of selectionSides) {
    const { allowed, used, left, excess, joint, defendants } = remaining(state, side)
    const own = [joint ?? 0, ...defendants.map((each) => each.left)]
    for (const target of strikeTargets) {
      must(left[target] >= 0 && left[target] <= allowed[target], `left of ${side} lies within the budget`)
      must(used[target] + left[target] === allowed[target], `used and left of ${side} are the budget`)
      must(excess[target] === 0, `${side} did not exceed the budget`)
    }
    must(
      own.every((each) => each >= 0),
      `shares of ${side} are not negative`,
    )
  }
  const strikes = [...state.strikes.values()]
  const holding = strikes.filter((each) => isStanding(each.status)).map((each) => each.jurorId)
  must(new Set(holding).size === holding.length, 'a juror is in at most one live strike')
  const cited = strikes
    .filter(({ status }) => status !== 'void')
    .map((each) => `${each.kind} ${each.side} ${each.number}`)
  must(new Set(cited).size === cited.length, 'a number is given once')
  const isGone = (id: string) => state.out.has(id)
  const out = strikes.filter(({ status }) => status === 'stands' || status === 'granted').map((each) => each.jurorId)
  must(out.every(isGone), 'who is struck is out')
  must(
    [...state.out].every(([id, why]) => why !== 'peremptory' || out.includes(id)),
    'who is out by a strike has one',
  )
  const inBox = [...state.accepted.jury, ...state.accepted.alternates, ...state.members]
  const sitting = getSitting(state)
  const seated = [...sitting.jury, ...sitting.alternates].flatMap(({ jurorId }) => jurorId ?? [])
  must(new Set(inBox).size === inBox.length, 'a juror is in the box once')
  must(new Set(seated).size === seated.length, 'a juror has one seat')
  must(![...seated, ...(state.phase === 'sworn' ? [] : inBox)].some(isGone), 'nobody is both seated and struck')
  must(state.accepted.jury.length <= state.setup.jurySize, 'no more jurors than seats')
  must(state.accepted.alternates.length <= state.setup.alternates, 'no more alternates than seats')
  if (state.phase !== 'sworn' && state.setup.method !== 'struck_panel' && state.setup.method !== 'custom') {
    must(
      inBox.every((id) => seated.includes(id)),
      'who is in the box has a chair',
    )
  }
  const { regular } = zone(state)
  must(regular.endWithout <= regular.endByUs && regular.endByUs <= regular.end, 'the zone grows with challenges')
  must(regular.endByThem <= regular.end, 'the worst case is the farthest')
  return faults
}

const inReach = (state: SelectionState): Set<string> => new Set(zone(state).regular.inReach.map((each) => each.jurorId))
const isSettled = (state: SelectionState, id: string) =>
  state.out.has(id) || state.accepted.jury.includes(id) || state.accepted.alternates.includes(id)

test('keeps every invariant in 10,000 random selections', () => {
  const seen = new Map<string, number>()
  let zonesCompared = 0
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const dice = generator(seed)
    const setup = anySetup(dice)
    const state = begin(setup)
    const events: SelectionEvent[] = []
    for (let at = 0; at < 24; at += 1) {
      const event = anyEvent(state, dice, at)
      if (findProblems(state, event).some(({ stops }) => stops)) continue
      const before = inReach(state)
      const wasJury = state.phase === 'jury'
      apply(state, event)
      events.push(event)
      seen.set(event.kind, (seen.get(event.kind) ?? 0) + 1)
      const faults = findFaults(state)
      const after = inReach(state)
      // With back-strikes and a full jury, a strike can extend the zone because an accepted alternate leaves the line.
      const isJury = !setup.backStrikes || (wasJury && state.phase === 'jury')
      if (isJury && (event.kind === 'struck' || event.kind === 'passed')) {
        zonesCompared += 1
        if (![...after].every((id) => before.has(id))) faults.push('the zone does not grow by a challenge')
      } else if (event.kind === 'removed') {
        zonesCompared += 1
        if (![...before].every((id) => after.has(id) || isSettled(state, id)))
          faults.push('the zone does not shrink by a release')
      }
      if (faults.length > 0) {
        throw new Error(
          `Seed ${seed}, event ${events.length} (${event.kind}) of ${JSON.stringify(setup)}: ${faults.join('; ')}`,
        )
      }
    }
    const again = replay(setup, events)
    expect({ ...again, setup: null }, `seed ${seed} replays to the same state`).toEqual({ ...state, setup: null })
  }
  expect([...seen.keys()].sort()).toHaveLength(13)
  expect(Math.min(...seen.values())).toBeGreaterThan(100)
  expect(zonesCompared).toBeGreaterThan(20_000)
})

test("the zone is tight: in the worst case its last juror sits and the next doesn't", () => {
  let compared = 0
  for (let seed = 1; seed <= 500; seed += 1) {
    const dice = generator(seed)
    const setup: SelectionSetup = {
      ...anySetup(dice),
      method: dice.one(['struck_panel', 'strike_and_replace', 'rounds_no_back']),
      alternates: 0,
      eachDefendant: null,
      alternatesApart: true,
      replacements: 'in_order',
      backStrikes: false,
      turns: { kind: 'together', first: 'us', each: 1, passesToEnd: 2 },
    }
    const state = begin(setup)
    const { end } = zone(state).regular
    if (end === 0) continue
    compared += 1
    const last = state.order[end - 1]!
    const next = state.order[end]
    for (const side of selectionSides) {
      for (let at = 0; remaining(state, side).left.regular > 0; at += 1) {
        const target = zone(state).regular.inReach[0]
        if (!target || target.jurorId === last) break
        apply(state, { kind: 'struck', strikeId: `${side}${at}`, side, jurorId: target.jurorId, target: 'regular' })
      }
    }
    const jury = getSitting(state).jury.map((each) => each.jurorId)
    expect([seed, jury.includes(last)]).toEqual([seed, true])
    expect([seed, next !== undefined && jury.includes(next)]).toEqual([seed, false])
  }
  expect(compared).toBeGreaterThan(400)
})
