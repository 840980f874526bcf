import { expect, test } from 'vitest'
import type { SelectionSetup } from '#contract/strikes/selection.ts'
import { projectJury } from './project.ts'

const setup = (more: Partial<SelectionSetup> = {}): SelectionSetup => ({
  method: 'struck_panel',
  jurySize: 2,
  alternates: 0,
  budget: { us: { regular: 1, alternates: 0 }, them: { regular: 1, alternates: 0 } },
  eachDefendant: null,
  alternatesApart: false,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'together', first: 'us', each: 1, passesToEnd: 2 },
  jurors: Array.from({ length: 8 }, (_, at) => ({ id: `${at + 1}`, number: `${at + 1}` })),
  ...more,
})
const project = (given: SelectionSetup, leans: Record<string, number> = {}) => {
  const { sitting, strikes } = projectJury(given, [], new Map(Object.entries(leans)))
  return {
    jury: sitting.jury.map(({ jurorId }) => jurorId),
    strikes: strikes.map(({ side, jurorId }) => `${side} ${jurorId}`),
  }
}

test('each side strikes the worst juror for it within the strike zone', () => {
  const leans = { 2: 2, 3: -1, 4: -2, 5: -2, 8: 2 }
  expect(project(setup(), leans)).toEqual({ jury: ['1', '3'], strikes: ['us 4', 'them 2'] })
})

test('counts unrated jurors as 0 and strikes the first in line among equals', () => {
  expect(project(setup(), { 1: 1 })).toEqual({ jury: ['3', '4'], strikes: ['us 2', 'them 1'] })
  expect(project(setup())).toEqual({ jury: ['3', '4'], strikes: ['us 1', 'them 2'] })
})

test('in a box, sides take turns striking only seated jurors', () => {
  const box = setup({
    method: 'strike_and_replace',
    turns: { kind: 'alternate', first: 'them', each: 1, passesToEnd: 2 },
  })
  expect(project(box, { 1: 2, 2: -1, 3: -2, 4: -2 })).toEqual({ jury: ['4', '2'], strikes: ['them 1', 'us 3'] })
})

test('starts from the record and spends individual challenges of defendants', () => {
  const given = setup({
    jurySize: 1,
    budget: { us: { regular: 0, alternates: 0 }, them: { regular: 3, alternates: 0 } },
    eachDefendant: { side: 'them', each: 1, defendants: ['First', 'Second'] },
  })
  const struck = { kind: 'struck', strikeId: 'a', side: 'them', jurorId: '1', target: 'regular' } as const
  const { sitting, strikes } = projectJury(given, [struck], new Map())
  expect([sitting.jury, strikes.map(({ jurorId }) => jurorId)]).toEqual([[{ seat: 1, jurorId: '4' }], ['2', '3']])
})

test('waits for the court to draw, and leaves a sworn jury alone', () => {
  const drawn = setup({ method: 'random_order', replacements: 'drawn' })
  expect(project(drawn)).toEqual({ jury: [null, null], strikes: [] })
  expect(projectJury(setup(), [{ kind: 'sworn' }], new Map()).strikes).toEqual([])
})
