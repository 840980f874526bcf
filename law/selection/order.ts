/** The order of a selection: what a peremptory needs the court's leave for, and what is only said of it. */
import { findProblems } from './refusals.ts'
import type { SelectionProblem, SelectionState, StruckEvent } from '#contract/strikes/selection.ts'

/** Whose turn it is, whom the box holds, who is accepted, which seat a juror is considered for: a court may set these aside. */
const orderCodes: readonly SelectionProblem['code'][] = ['out_of_turn', 'not_in_box', 'accepted', 'wrong_target']

export const allowedByCourt = 'If the court allowed it, record the court’s reason.'

/**
 * What speaks against a peremptory now. `outOfOrder` is recorded only as allowed by the court, in words; `told` stops
 * nothing; budget and standing of the juror are asked elsewhere, because they have ways out of their own.
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

/** One sentence for a refusal: what is out of order, and the way out. */
export const orderSentence = (outOfOrder: readonly SelectionProblem[]): string =>
  [...outOfOrder.map(({ sentence }) => sentence), allowedByCourt].join(' ')
