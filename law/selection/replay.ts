import { apply, begin } from './apply.ts'
import { findStops } from './refusals.ts'
import type { SelectionEvent, SelectionProblem, SelectionSetup, SelectionState } from '#contract/strikes/selection.ts'

/** Events that have only these problems did take place in court, so they are replayed. */
const isFollowed = ({ code }: SelectionProblem): boolean =>
  code === 'no_strikes_left' || code === 'name_defendant' || code === 'wrong_target' || code === 'accepted'

export function replay(setup: SelectionSetup, events: readonly SelectionEvent[]): SelectionState {
  const state = begin(setup)
  for (const [at, event] of events.entries()) {
    const problems = findStops(state, event)
    for (const problem of problems) state.problems.push({ at, event, problem })
    if (problems.every(isFollowed)) apply(state, event)
  }
  return state
}

export function whatIf(
  setup: SelectionSetup,
  events: readonly SelectionEvent[],
  more: readonly SelectionEvent[],
): { state: SelectionState; refused: { event: SelectionEvent; sentence: string }[] } {
  const state = replay(setup, events)
  const refused: { event: SelectionEvent; sentence: string }[] = []
  for (const event of more) {
    const [stopping] = findStops(state, event)
    if (stopping) refused.push({ event, sentence: stopping.sentence })
    else apply(state, event)
  }
  return { state, refused }
}
