/** Jurors in line are live, are in order of call, and haven't been accepted yet. */
import { isLive, type SelectionState } from '#contract/strikes/selection.ts'

export const acceptedSet = ({ accepted }: SelectionState): Set<string> =>
  new Set([...accepted.jury, ...accepted.alternates])

export function liveInOrder(state: SelectionState, atMost = Infinity): string[] {
  const found: string[] = []
  for (const id of state.order) {
    if (found.length >= atMost) break
    if (isLive(state, id)) found.push(id)
  }
  return found
}

/**
 * If replacements are drawn, returns only drawn jurors. Stops at `atMost` jurors because this runs after every event
 * and panels have hundreds of jurors.
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

export function undrawn(state: SelectionState): string[] {
  if (state.setup.replacements !== 'drawn') return []
  const known = new Set([...state.drawn, ...acceptedSet(state)])
  return liveInOrder(state).filter((id) => !known.has(id))
}
