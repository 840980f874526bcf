import { apply, begin } from './apply.ts'
import { findStops } from './refusals.ts'
import type { SelectionEvent, SelectionProblem, SelectionSetup, SelectionState } from '#contract/strikes/selection.ts'

/** Replays what the court did even if it broke a rule, and skips events that can't have happened. */
const isFollowed = ({ code }: SelectionProblem): boolean =>
  code === 'no_strikes_left' || code === 'name_defendant' || code === 'wrong_target' || code === 'accepted'

/** `problems` lists every event that broke a rule. */
export function replay(setup: SelectionSetup, events: readonly SelectionEvent[]): SelectionState {
  const state = begin(setup)
  for (const [at, event] of events.entries()) {
    const problems = findStops(state, event)
    for (const problem of problems) state.problems.push({ at, event, problem })
    if (problems.every(isFollowed)) apply(state, event)
  }
  return state
}

/** Returns the state after more events without changing the record. Rejects events that the record would reject. */
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
