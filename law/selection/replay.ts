/** From what was set and what happened to how things stand. Nothing is kept between calls: the record is all there is. */
import { apply, begin } from './apply.ts'
import { findStops } from './refusals.ts'
import type { SelectionEvent, SelectionProblem, SelectionSetup, SelectionState } from '#contract/strikes/selection.ts'

/** What a court did stays done even against the rules, and is told; the others cannot have happened as recorded. */
const isFollowed = ({ code }: SelectionProblem): boolean =>
  code === 'no_strikes_left' || code === 'name_defendant' || code === 'wrong_target' || code === 'accepted'

/** The state after all events. What stopped or should have been stopped stands in `problems`. */
export function replay(setup: SelectionSetup, events: readonly SelectionEvent[]): SelectionState {
  const state = begin(setup)
  for (const [at, event] of events.entries()) {
    const problems = findStops(state, event)
    for (const problem of problems) state.problems.push({ at, event, problem })
    if (problems.every(isFollowed)) apply(state, event)
  }
  return state
}

/**
 * How things would stand after more events, which are refused where the record would refuse them. The record itself
 * is not touched: the events are followed on a state of their own.
 */
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
