import { expect, test } from 'vitest'
import type { Queued } from './courtQueue.ts'
import { budgetsWith, marksOf } from './pending.ts'

const meter = { total: 10, used: 9, remaining: 1 }
const budgets = {
  us: { regular: meter, alternates: { total: 1, used: 0, remaining: 1 } },
  them: { regular: meter, alternates: { total: 1, used: 0, remaining: 1 } },
  separate: true,
}
const said = (patch: object, problem: string | null = null): Queued => ({
  act: {
    kind: 'said',
    eventId: 'e',
    exerciseId: 'x',
    at: '',
    jurorId: 'j1',
    jurorNumber: '1',
    strikeId: 's',
    madeBy: 'us',
    strikeKind: 'peremptory',
    target: 'regular',
    ...patch,
  },
  problem,
})

test('what waits is counted as used, on its side and target', () => {
  const found = budgetsWith({ budgets, strikes: [] }, [
    said({}),
    said({ madeBy: 'opposing', target: 'alternate' }),
    said({ strikeKind: 'cause' }),
  ])
  expect(found?.us.regular).toEqual({ total: 10, used: 10, remaining: 0 })
  expect(found?.them.regular).toEqual(meter)
  expect(found?.them.alternates).toEqual({ total: 1, used: 1, remaining: 0 })
})

test('what was refused is not counted, and is marked as not taken', () => {
  const queue = [said({}, 'No peremptory challenges remain.')]
  expect(budgetsWith({ budgets, strikes: [] }, queue)).toEqual(budgets)
  expect(marksOf(queue)).toEqual(new Map([['j1', 'Not taken']]))
  expect(marksOf([said({})])).toEqual(new Map([['j1', 'Waits for the line']]))
})

test('without a budget there is none', () => {
  expect(budgetsWith({ budgets: null, strikes: [] }, [said({})])).toBeNull()
})
