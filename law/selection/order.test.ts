import { expect, test } from 'vitest'
import { selectionMethods } from '#contract/cases/data.ts'
import { acceptedSet } from './line.ts'
import { checkOrder, orderSentence } from './order.ts'
import { findStops } from './refusals.ts'
import { replay } from './replay.ts'
import {
  isBoxMethod,
  isLive,
  type SelectionEvent,
  type SelectionSetup,
  type SelectionSide,
} from '#contract/strikes/selection.ts'
import { selectionSides, strikeTargets } from '#contract/strikes/selection.ts'
import { findTarget } from './zone.ts'

const panel = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at + 1}`, number: `${at + 1}` }))
const setup = (more: Partial<SelectionSetup> = {}): SelectionSetup => ({
  method: 'strike_and_replace',
  jurySize: 4,
  alternates: 0,
  budget: { us: { regular: 3, alternates: 1 }, them: { regular: 3, alternates: 1 } },
  eachDefendant: null,
  alternatesApart: false,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'alternate', first: 'them', each: 1, passesToEnd: 2 },
  jurors: panel(16),
  ...more,
})
const struck = (side: SelectionSide, jurorId: string, target: (typeof strikeTargets)[number] = 'regular') =>
  ({ kind: 'struck', strikeId: `${side} ${jurorId}`, side, jurorId, target }) as const
const passed = (side: SelectionSide): SelectionEvent => ({ kind: 'passed', side })
const blocks = { kind: 'blocks', first: 'us', each: 1, passesToEnd: 2 } as const
const rounds = setup({ method: 'rounds_no_back', turns: blocks })
const round1 = [struck('us', '1'), passed('us'), passed('them')]

/** Columns: case, setup, prior events, strike, and problem codes. */
const table: [string, SelectionSetup, SelectionEvent[], ReturnType<typeof struck>, string[]][] = [
  ['the first turn is theirs', setup(), [], struck('us', '1'), ['out_of_turn']],
  ['theirs in their turn', setup(), [], struck('them', '1'), []],
  ['ours after theirs', setup(), [struck('them', '1')], struck('us', '2'), []],
  ['theirs twice', setup(), [struck('them', '1')], struck('them', '2'), ['out_of_turn']],
  ['ours after their pass', setup(), [passed('them')], struck('us', '2'), []],
  [
    'the turn of a void strike comes back',
    setup(),
    [struck('them', '1'), { kind: 'voided', strikeId: 'them 1' }],
    struck('us', '2'),
    ['out_of_turn'],
  ],
  ['a juror outside the box', setup(), [], struck('them', '6'), ['not_in_box']],
  ['out of turn and outside the box', setup(), [], struck('us', '6'), ['out_of_turn', 'not_in_box']],
  [
    'in a struck panel anybody, at any time',
    setup({ method: 'struck_panel', turns: { ...blocks, kind: 'together' } }),
    [],
    struck('us', '9'),
    [],
  ],
  ['who was accepted in an earlier round', rounds, round1, struck('us', '3'), ['accepted']],
  ['who was accepted, where back-strikes are allowed', { ...rounds, backStrikes: true }, round1, struck('us', '3'), []],
  ['a member of the second round', rounds, round1, struck('us', '5'), []],
  ['the second side before the first is done', rounds, [], struck('them', '2'), ['out_of_turn']],
  [
    'a challenge against alternates on the jury',
    setup({ alternatesApart: true, alternates: 1 }),
    [],
    struck('them', '1', 'alternate'),
    ['wrong_target'],
  ],
  [
    'nobody is drawn yet',
    setup({ method: 'random_order', replacements: 'drawn' }),
    [],
    struck('them', '2'),
    ['not_in_box'],
  ],
]

test.for(table)('%s', ([, given, events, strike, expected]) => {
  const { outOfOrder } = checkOrder(replay(given, events), strike)
  expect(outOfOrder.map(({ code }) => code).toSorted()).toEqual(expected.toSorted())
})

test('warns about wasted challenges, and each refusal names a way out', () => {
  const state = replay(setup(), [])
  expect(checkOrder(state, struck('them', '15')).told.map(({ code }) => code)).toEqual(['beyond_zone'])
  expect(orderSentence(checkOrder(state, struck('us', '1')).outOfOrder)).toBe(
    'It is the opposing side’s turn. If the court allowed it, record the court’s reason.',
  )
})

/** A seeded linear congruential generator (Numerical Recipes) makes failures reproducible. */
const dice = (seed: number) => {
  let at = seed
  return (below: number) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((at / 2 ** 32) * below)
  }
}

test('asks for leave exactly when out of order in 2,000 random selections, and follows what was allowed', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const roll = dice(seed)
    const method = selectionMethods[roll(selectionMethods.length)]!
    const given = setup({
      method,
      alternates: roll(3),
      alternatesApart: roll(2) === 0,
      backStrikes: roll(3) === 0,
      replacements: method === 'random_order' ? 'drawn' : 'in_order',
      turns: {
        kind: (['alternate', 'blocks', 'together'] as const)[roll(3)]!,
        first: selectionSides[roll(2)]!,
        each: 1 + roll(2),
        passesToEnd: 2,
      },
    })
    const events: SelectionEvent[] = []
    for (let step = 0; step < 12; step++) {
      const state = replay(given, events)
      const side = selectionSides[roll(2)]!
      const jurorId = state.order[roll(state.order.length)]!
      if (given.replacements === 'drawn' && roll(2) === 0 && isLive(state, jurorId) && !state.drawn.includes(jurorId)) {
        events.push({ kind: 'drawn', jurorId })
        continue
      }
      if (roll(5) === 0) {
        events.push(passed(side))
        continue
      }
      const strike = { ...struck(side, jurorId, strikeTargets[roll(2)]), strikeId: `s${step}` }
      const { outOfOrder } = checkOrder(state, strike)
      if (!isLive(state, jurorId)) continue
      const accepted = acceptedSet(state).has(jurorId)
      const isOut =
        (state.turn !== null && state.turn !== side) ||
        (accepted ? !given.backStrikes : isBoxMethod(method) && !state.members.includes(jurorId)) ||
        (given.alternatesApart && findTarget(state, jurorId) !== strike.target)
      expect([seed, step, outOfOrder.length > 0]).toEqual([seed, step, isOut])
      const others = findStops(state, strike).filter(({ code }) => outOfOrder.every((each) => each.code !== code))
      if (others.length > 0) continue
      events.push(strike)
      const after = replay(given, events)
      expect([seed, step, after.out.get(jurorId), after.strikes.get(`s${step}`)?.isSpent]).toEqual([
        seed,
        step,
        'peremptory',
        true,
      ])
    }
  }
})
