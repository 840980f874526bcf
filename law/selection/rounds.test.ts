/**
 * Based on a real federal trial: ten defense and six government challenges in groups of twelve, with the defense first
 * in each round and no back-strikes. Jurors after the first round are made up.
 */
import { expect, test } from 'vitest'
import { remaining } from './budget.ts'
import { getSitting } from './chairs.ts'
import { findProblems } from './refusals.ts'
import { replay } from './replay.ts'
import type { SelectionEvent, SelectionSetup, SelectionSide, StruckEvent } from '#contract/strikes/selection.ts'
import { zone } from './zone.ts'

const numbers = ['4', '5', '7', '11', '12', '15', '17', '18', '19', '49', '69', '70']
const after = Array.from({ length: 24 }, (_, at) => `${at + 101}`)
const setup: SelectionSetup = {
  method: 'rounds_no_back',
  jurySize: 12,
  alternates: 2,
  budget: { us: { regular: 10, alternates: 1 }, them: { regular: 6, alternates: 1 } },
  eachDefendant: null,
  alternatesApart: true,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'blocks', first: 'us', each: 1, passesToEnd: 2 },
  jurors: [...numbers, ...after].map((number) => ({ id: number, number })),
}

const struck = (side: SelectionSide, jurorId: string, target: StruckEvent['target'] = 'regular'): SelectionEvent => ({
  kind: 'struck',
  strikeId: `${side} ${jurorId}`,
  side,
  jurorId,
  target,
})
const passed = (side: SelectionSide): SelectionEvent => ({ kind: 'passed', side })
const renewals = ['7', '11', '15', '12'].flatMap((jurorId): SelectionEvent[] => [
  { kind: 'challenged', strikeId: `cause ${jurorId}`, side: 'us', jurorId },
  { kind: 'ruled', strikeId: `cause ${jurorId}`, ruling: 'denied' },
])
const defense = ['4', '5', '7', '11', '15'].map((number) => struck('us', number))
const government = ['49', '69', '70'].map((number) => struck('them', number))
const round1 = [...renewals, ...defense, passed('us'), ...government]
const left = (events: SelectionEvent[]) => {
  const state = replay(setup, events)
  return [remaining(state, 'us').left.regular, remaining(state, 'them').left.regular]
}

test('counts the first round: five of ten, three of six, and free cause challenges', () => {
  expect(left(renewals)).toEqual([10, 6])
  expect(left([...renewals, ...defense])).toEqual([5, 6])
  expect(left(round1)).toEqual([5, 3])
  const state = replay(setup, round1)
  expect(state.problems).toEqual([])
  const cause = [...state.strikes.values()].filter(({ kind }) => kind === 'cause')
  expect(cause.map(({ jurorId, status }) => [jurorId, status])).toEqual([
    ['7', 'denied'],
    ['11', 'denied'],
    ['15', 'denied'],
    ['12', 'denied'],
  ])
  expect(state.strikes.get('them 70')).toMatchObject({ number: 3, round: 1 })
})

test('the defense goes first, then the government, until each is done', () => {
  const turn = (events: SelectionEvent[]) => replay(setup, events).turn
  expect([turn([]), turn(defense), turn([...defense, passed('us')]), turn(round1)]).toEqual([
    'us',
    'us',
    'them',
    'them',
  ])
})

test('accepts four of the first twelve for good and refills the group to twelve', () => {
  const state = replay(setup, [...round1, passed('them')])
  expect([state.round, state.turn, state.accepted.jury]).toEqual([2, 'us', ['12', '17', '18', '19']])
  expect(state.members).toEqual(after.slice(0, 8))
  expect(findProblems(state, struck('us', '12')).map(({ sentence }) => sentence)).toContain(
    'Juror 12 was accepted in an earlier round, and this court doesn’t allow back-strikes.',
  )
  expect(findProblems(state, struck('us', '103'))).toEqual([])
  expect(zone(state).regular).toMatchObject({ seatsLeft: 8, end: 16, endByUs: 13, endByThem: 11, endWithout: 8 })
  expect(zone(state).regular.inReach.at(-1)).toEqual({ jurorId: '116', position: 16, needs: 8 })
})

test('moves a late juror to the end of the order', () => {
  const state = replay(setup, [...round1, { kind: 'moved_last', jurorId: '101' }, passed('them')])
  expect(state.members).toEqual(after.slice(1, 9))
  expect(state.order.at(-1)).toBe('101')
})

test("the second round uses what's left, then alternates come one by one", () => {
  const round2 = ['101', '102', '103', '104', '105'].map((number) => struck('us', number))
  const rest = [...round1, passed('them'), ...round2, struck('them', '106'), passed('them')]
  const state = replay(setup, rest)
  expect([left(rest), state.round, state.members.length]).toEqual([[0, 2], 3, 6])
  expect(state.turn).toBe('them')
  const full = replay(setup, [...rest, passed('them')])
  expect([full.phase, full.accepted.jury.length, full.members]).toEqual(['alternates', 12, ['115']])
  const alternate = [struck('us', '115', 'alternate'), passed('them'), struck('them', '117', 'alternate')]
  const last = replay(setup, [...rest, passed('them'), ...alternate])
  expect(last.problems).toEqual([])
  expect([last.phase, last.accepted.alternates]).toEqual(['complete', ['116', '118']])
  const { jury } = getSitting(last)
  expect(jury.map((each) => each.jurorId).sort()).toEqual(
    ['12', '17', '18', '19', '107', '108', '109', '110', '111', '112', '113', '114'].sort(),
  )
})
