import { findProblems } from './refusals.ts'
import type { SelectionProblem, SelectionState, StruckEvent } from '#contract/strikes/selection.ts'

const orderCodes: readonly SelectionProblem['code'][] = ['out_of_turn', 'not_in_box', 'accepted', 'wrong_target']

export const allowedByCourt = 'If the court allowed it, record the court’s reason.'

/**
 * `outOfOrder` problems require the court's permission. `told` problems are warnings. Budget and juror status are
 * checked elsewhere.
 */
export function checkOrder(
  state: SelectionState,
  strike: Omit<StruckEvent, 'kind'>,
): { outOfOrder: SelectionProblem[]; told: SelectionProblem[] } {
  const problems = findProblems(state, { kind: 'struck', ...strike })
  return {
    outOfOrder: problems.filter(({ code }) => orderCodes.includes(code)),
    told: problems.filter(({ code }) => code === 'beyond_zone'),
  }
}

export const orderSentence = (outOfOrder: readonly SelectionProblem[]): string =>
  [...outOfOrder.map(({ sentence }) => sentence), allowedByCourt].join(' ')
