/** Who is in line for a seat: live jurors in order of call who are not accepted yet. */
import { isLive, type SelectionState } from '#contract/strikes/selection.ts'

export const acceptedSet = ({ accepted }: SelectionState): Set<string> =>
  new Set([...accepted.jury, ...accepted.alternates])

/** Live jurors in order of call: the first so many, or all. */
export function liveInOrder(state: SelectionState, atMost = Infinity): string[] {
  const found: string[] = []
  for (const id of state.order) {
    if (found.length >= atMost) break
    if (isLive(state, id)) found.push(id)
  }
  return found
}

/**
 * The first so many in line, or all. Where the court draws, only those already drawn: nobody knows who comes next.
 * A box needs the first few of hundreds after every event, so it looks no further than them.
 */
export function candidates(state: SelectionState, atMost = Infinity): string[] {
  const taken = acceptedSet(state)
  const found: string[] = []
  for (const id of state.setup.replacements === 'drawn' ? state.drawn : state.order) {
    if (found.length >= atMost) break
    if (isLive(state, id) && !taken.has(id)) found.push(id)
  }
  return found
}

/** Live jurors whom the court has not drawn yet; none where everybody comes in order. */
export function undrawn(state: SelectionState): string[] {
  if (state.setup.replacements !== 'drawn') return []
  const known = new Set([...state.drawn, ...acceptedSet(state)])
  return liveInOrder(state).filter((id) => !known.has(id))
}
