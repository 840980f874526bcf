/** Who is in line for a seat: live jurors in order of call who are not accepted yet. */
import { isLive, type SelectionState } from './selection.ts'

export const acceptedSet = ({ accepted }: SelectionState): Set<string> =>
  new Set([...accepted.jury, ...accepted.alternates])

export const liveInOrder = (state: SelectionState): string[] => state.order.filter((id) => isLive(state, id))

/** Where the court draws, only those already drawn: nobody knows who comes next. */
export function candidates(state: SelectionState): string[] {
  const taken = acceptedSet(state)
  const line = state.setup.replacements === 'drawn' ? state.drawn : state.order
  return line.filter((id) => isLive(state, id) && !taken.has(id))
}

/** Live jurors whom the court has not drawn yet; none where everybody comes in order. */
export function undrawn(state: SelectionState): string[] {
  if (state.setup.replacements !== 'drawn') return []
  const known = new Set([...state.drawn, ...acceptedSet(state)])
  return liveInOrder(state).filter((id) => !known.has(id))
}
