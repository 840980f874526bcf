import { acceptedSet, candidates, liveInOrder, undrawn } from './line.ts'
import { isBoxMethod, isLive, type SelectionState } from '#contract/strikes/selection.ts'
import { countRemainingBoth } from './budget.ts'

export const regularBlock = (state: SelectionState): number =>
  state.setup.jurySize + countRemainingBoth(state, 'regular')

/**
 * Seated jurors keep their chairs, returning jurors reclaim theirs, and others take the first empty ones. On a struck
 * panel, the remaining jurors sit in order.
 */
export function seatJurors(state: SelectionState): void {
  if (!isBoxMethod(state.setup.method)) {
    const { jury, alternates } = survivors(state)
    state.chairs = [...jury, ...alternates].map(({ jurorId }) => jurorId)
    return
  }
  const { jurySize } = state.setup
  const jury = [...state.accepted.jury, ...(state.phase === 'jury' ? state.members : [])]
  const alternates = [...state.accepted.alternates, ...(state.phase === 'alternates' ? state.members : [])]
  releaseChairs(state, 0, jurySize, new Set(jury))
  releaseChairs(state, jurySize, state.chairs.length, new Set(alternates))
  fillChairs(state, 0, jurySize, jury)
  fillChairs(state, jurySize, state.chairs.length, alternates)
}

function releaseChairs(state: SelectionState, from: number, to: number, present: ReadonlySet<string>): void {
  for (let chair = from; chair < to; chair += 1) {
    const sitting = state.chairs[chair]
    if (!sitting || present.has(sitting)) continue
    state.chairs[chair] = null
    // A juror who goes back in line loses the claim to the chair. A struck juror keeps it.
    if (isLive(state, sitting)) state.lastChairs.delete(sitting)
  }
}

function fillChairs(state: SelectionState, from: number, to: number, who: readonly string[]): void {
  const accepted = acceptedSet(state)
  const isSitting = () => new Set(state.chairs.slice(from, to))
  const before = isSitting()
  for (const id of who.filter((each) => !before.has(each))) {
    const last = state.lastChairs.get(id) ?? -1
    const sitting = last >= from && last < to ? state.chairs[last] : undefined
    if (sitting === undefined || (sitting !== null && accepted.has(sitting))) continue
    state.chairs[last] = id
    if (sitting !== null) state.lastChairs.delete(sitting)
  }
  const seated = isSitting()
  for (const id of who.filter((each) => !seated.has(each))) {
    const chair = state.chairs.indexOf(null, from)
    state.chairs[chair] = id
    state.lastChairs.set(id, chair)
  }
}

export type Sitting = {
  /** `jurorId` is null if there are no jurors left or the court hasn't drawn one yet. */
  jury: { seat: number; jurorId: string | null }[]
  alternates: { seat: number; jurorId: string | null }[]
  toBeDrawn: number
}

const numbered = (ids: readonly (string | null)[], count: number): Sitting['jury'] =>
  Array.from({ length: count }, (_, at) => ({ seat: at + 1, jurorId: ids[at] ?? null }))

/** Assumes that no more strikes are made or reversed. */
export function getSitting(state: SelectionState): Sitting {
  const { jurySize, alternates, method } = state.setup
  if (state.phase === 'sworn') return afterSwearing(state)
  if (!isBoxMethod(method)) return survivors(state)
  const seats = [...state.chairs]
  const seated = new Set(seats)
  const next = candidates(state).filter((id) => !seated.has(id))
  for (const [chair, sitting] of seats.entries()) if (sitting === null) seats[chair] = next.shift() ?? null
  const open = seats.filter((each) => each === null).length
  return {
    jury: numbered(seats.slice(0, jurySize), jurySize),
    alternates: numbered(seats.slice(jurySize), alternates),
    toBeDrawn: Math.min(open, undrawn(state).length),
  }
}

function survivors(state: SelectionState): Sitting {
  const { jurySize, alternates, alternatesApart } = state.setup
  const from = alternatesApart ? regularBlock(state) : jurySize
  const live = liveInOrder(state, from + alternates)
  return {
    jury: numbered(live.slice(0, jurySize), jurySize),
    alternates: numbered(live.slice(from), alternates),
    toBeDrawn: 0,
  }
}

function afterSwearing(state: SelectionState): Sitting {
  const { jurySize, alternates } = state.setup
  const waiting = state.chairs.slice(jurySize).filter((id) => id !== null && isLive(state, id))
  const jury = state.chairs
    .slice(0, jurySize)
    .map((id) => (id !== null && isLive(state, id) ? id : (waiting.shift() ?? null)))
  return { jury: numbered(jury, jurySize), alternates: numbered(waiting, alternates), toBeDrawn: 0 }
}
