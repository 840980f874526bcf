/** In line: live jurors in order of call who haven't been accepted. */
import { isLive, type SelectionState } from '#contract/strikes/selection.ts'

export const acceptedSet = ({ accepted }: SelectionState): Set<string> =>
  new Set([...accepted.jury, ...accepted.alternates])

/** At most `atMost` live jurors in order of call. */
export function liveInOrder(state: SelectionState, atMost = Infinity): string[] {
  const found: string[] = []
  for (const id of state.order) {
    if (found.length >= atMost) break
    if (isLive(state, id)) found.push(id)
  }
  return found
}

/**
 * At most `atMost` jurors in line. If the court draws, only those already drawn. Stops early, because a box needs a
 * few of hundreds after every event.
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

/** Live jurors not yet drawn; empty if jurors are called in order. */
export function undrawn(state: SelectionState): string[] {
  if (state.setup.replacements !== 'drawn') return []
  const known = new Set([...state.drawn, ...acceptedSet(state)])
  return liveInOrder(state).filter((id) => !known.has(id))
}
