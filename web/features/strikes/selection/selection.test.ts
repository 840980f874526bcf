import { expect, test } from 'vitest'
import type { SelectionSetup } from '#contract/strikes/selection.ts'
import {
  describeAlternates,
  findStrikeProblems,
  getSelectionState,
  isPanelSplit,
  projectSeats,
  describeTurn,
} from './selection.ts'

const ids = Array.from({ length: 40 }, (_, at) => `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`)
const setup: SelectionSetup = {
  method: 'struck_panel',
  jurySize: 12,
  alternates: 0,
  budget: { us: { regular: 10, alternates: 0 }, them: { regular: 6, alternates: 0 } },
  eachDefendant: null,
  alternatesApart: true,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'together', first: 'us', each: 1, passesToEnd: 2 },
  jurors: ids.map((id, at) => ({ id, number: String(at + 1) })),
}
const record = { setup, events: [] }

test('shows the seats if two strikes stand, without touching the record', () => {
  const { seats, refused } = projectSeats(record, [
    { side: 'us', jurorId: ids[6]! },
    { side: 'them', jurorId: ids[11]! },
  ])
  expect(refused).toEqual([])
  expect(seats.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '8', '9', '10', '11', '13', '14'])
  expect(seats.filter(({ isChanged }) => isChanged).map(({ seat }) => seat)[0]).toBe('Seat 7')
  expect(projectSeats(record, []).seats[11]).toEqual({ seat: 'Seat 12', number: '12', isChanged: false })
})

test('rejects more than the budget with a sentence', () => {
  const seven = ids.slice(0, 7).map((jurorId) => ({ side: 'them' as const, jurorId }))
  expect(projectSeats(record, seven).refused).toEqual([expect.stringMatching(/No peremptory challenges remain/)])
})

test('marks the strike zone only if it holds part of the panel', () => {
  const jurors = [
    { id: 'a', status: 'seated' },
    { id: 'b', status: 'in_venire' },
    { id: 'c', status: 'no_show' },
  ] as const
  expect(isPanelSplit(jurors, new Set(['a']))).toBe(true)
  expect(isPanelSplit(jurors, new Set(['a', 'b']))).toBe(false)
  expect(isPanelSplit(jurors, new Set())).toBe(false)
  expect(isPanelSplit(jurors, undefined)).toBe(false)
})

test('says whose turn it is', () => {
  expect(describeTurn(getSelectionState(record))).toBeNull()
  expect(describeTurn({ turn: 'them', phase: 'jury' })).toBe('Their turn')
  expect(describeTurn({ turn: null, phase: 'sworn' })).toBe('The jury is sworn.')
})

test('says where alternates come from', () => {
  const describe = (given: Partial<SelectionSetup>) =>
    describeAlternates(getSelectionState({ setup: { ...setup, ...given }, events: [] }))
  expect(describe({})).toBeNull()
  expect(describe({ alternates: 2 })).toBe('Alternates come after panel position 28.')
  const inLine = 'Alternates are the next jurors in line once the jury is full.'
  expect(describe({ alternates: 2, alternatesApart: false })).toBe(inLine)
  expect(describe({ alternates: 2, method: 'strike_and_replace' })).toBe(inLine)
})

test("warns about a move and asks for leave if it's out of order", () => {
  const inTurns = { ...setup, method: 'strike_and_replace', turns: { ...setup.turns, kind: 'alternate' } } as const
  const state = getSelectionState({ setup: inTurns, events: [] })
  const theirs = {
    kind: 'peremptory',
    madeBy: 'opposing',
    jurorId: ids[0]!,
    target: 'regular',
    defendant: null,
  } as const
  expect(findStrikeProblems(state, theirs)).toEqual({ sentences: ['It is your side’s turn.'], needsLeave: true })
  expect(findStrikeProblems(state, { ...theirs, madeBy: 'us' })).toEqual({ sentences: [], needsLeave: false })
  expect(findStrikeProblems(state, { ...theirs, kind: 'cause' }).sentences).toEqual([])
  const wasted = { ...theirs, jurorId: ids[35]! }
  expect(findStrikeProblems(getSelectionState(record), wasted)).toEqual({
    sentences: ['A challenge to Juror 36 would be wasted. Only the first 28 in line can be seated.'],
    needsLeave: false,
  })
})
