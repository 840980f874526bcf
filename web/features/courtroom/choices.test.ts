import { expect, test } from 'vitest'
import { replay } from '#law/selection/replay.ts'
import type { SelectionEvent, SelectionSetup } from '#contract/strikes/selection.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { type Choice, findDefendants, findChoiceProblems, getDefaultDefendant } from './choices.ts'

const setup: SelectionSetup = {
  method: 'strike_and_replace',
  jurySize: 2,
  alternates: 0,
  budget: { us: { regular: 3, alternates: 0 }, them: { regular: 3, alternates: 0 } },
  eachDefendant: { side: 'us', each: 1, defendants: ['First', 'Second'] },
  alternatesApart: false,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'alternate', first: 'us', each: 1, passesToEnd: 2 },
  jurors: ['1', '2', '3', '4'].map((number) => ({ id: number, number })),
}
const state = (...events: SelectionEvent[]) => replay(setup, events)
const joint: SelectionEvent = { kind: 'struck', strikeId: 's', side: 'us', jurorId: '1', target: 'regular' }
const passed: SelectionEvent = { kind: 'passed', side: 'them' }
const we: Choice = { kind: 'said', madeBy: 'us', strikeKind: 'peremptory' }
const they: Choice = { ...we, madeBy: 'opposing' }

test("offers a defendant's own challenge to the side that has them, joint ones first", () => {
  expect([findDefendants(we, state()), findDefendants(they, state())]).toEqual(['us', null])
  expect(findDefendants({ ...we, strikeKind: 'cause' }, state())).toBeNull()
  expect(getDefaultDefendant(we, state())).toBeNull()
  expect(getDefaultDefendant(we, state(joint, passed))).toBe('First')
  const first: SelectionEvent = { ...joint, strikeId: 't', jurorId: '2', defendant: 'First' }
  expect(getDefaultDefendant(we, state(joint, passed, first, passed))).toBe('Second')
})

test('warns about a strike before it counts, and asks for leave if needed', () => {
  expect(findChoiceProblems(we, '1', state(), null)).toEqual({ sentences: [], needsLeave: false })
  expect(findChoiceProblems(they, '1', state(), null)).toEqual({
    sentences: ['It is your side’s turn.'],
    needsLeave: true,
  })
  expect(findChoiceProblems(we, '2', state(joint, passed), null)).toEqual({
    sentences: ['No joint challenges remain. Choose the defendant exercising an individual challenge.'],
    needsLeave: false,
  })
  expect(findChoiceProblems(we, '2', state(joint, passed), 'First').sentences).toEqual([])
  const prepared = { id: 'p', kind: 'peremptory', target: 'regular', defendant: null } as Strike
  const exercise: Choice = { kind: 'exercise', strike: prepared, move: 'exercise' }
  expect(findChoiceProblems(exercise, '4', state(), null)).toMatchObject({ needsLeave: true })
  expect(
    findChoiceProblems({ ...exercise, strike: { ...prepared, kind: 'cause' } }, '4', state(), null).sentences,
  ).toEqual([])
  expect(findChoiceProblems({ kind: 'step', step: 'drawn' }, '4', state(), null).sentences).toHaveLength(1)
  expect(findChoiceProblems(they, '1', null, null)).toEqual({ sentences: [], needsLeave: false })
})
