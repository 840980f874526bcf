/**
 * Members of a round who haven't been struck when it ends are accepted. Strike-and-replace is a single round that
 * refills chairs immediately. Rounds without back-strikes refill chairs at the start of the next round.
 */
import { remaining } from './budget.ts'
import { candidates, undrawn } from './line.ts'
import {
  isLive,
  otherSide,
  type SelectionSide,
  type SelectionState,
  selectionSides,
} from '#contract/strikes/selection.ts'

export function startRound(state: SelectionState): void {
  state.round += 1
  state.members = []
  state.pace = { next: state.setup.turns.first, strikes: 0, passes: 0, done: [], hasMoved: false }
}

const isOneByOne = (state: SelectionState) => state.setup.method === 'rounds_no_back' && state.phase === 'alternates'

function capacity({ setup, phase, accepted }: SelectionState, oneByOne: boolean): number {
  if (phase === 'jury') return setup.jurySize - accepted.jury.length
  const open = setup.alternates - accepted.alternates.length
  return oneByOne ? Math.min(1, open) : open
}

function getPhase({ setup, accepted }: SelectionState): 'jury' | 'alternates' | 'complete' {
  if (accepted.jury.length < setup.jurySize) return 'jury'
  return accepted.alternates.length < setup.alternates ? 'alternates' : 'complete'
}

/** Terminates because every pass of the loop accepts a juror, ends the round, or exhausts the queue of jurors. */
export function resolveRounds(state: SelectionState): void {
  for (;;) {
    const phase = getPhase(state)
    if (phase !== state.phase) {
      state.phase = phase
      startRound(state)
    }
    if (phase === 'complete') {
      state.members = []
      state.turn = null
      return
    }
    const seats = capacity(state, isOneByOne(state))
    const isFilling = state.setup.method !== 'rounds_no_back' || !state.pace.hasMoved
    const line = candidates(state, seats)
    state.members = isFilling ? line : state.members.filter((id) => isLive(state, id)).slice(0, seats)
    const waitsForDraw = state.members.length < seats && undrawn(state).length > 0
    if (waitsForDraw || (state.members.length === 0 && line.length === 0)) {
      state.turn = null
      return
    }
    if (state.members.length > 0 && !isOver(state)) {
      state.turn = state.setup.turns.kind === 'together' ? null : state.pace.next
      return
    }
    state.accepted[phase === 'jury' ? 'jury' : 'alternates'].push(...state.members)
    startRound(state)
  }
}

const countRemaining = (state: SelectionState, side: SelectionSide): number =>
  remaining(state, side).left[state.phase === 'alternates' ? 'alternate' : 'regular']

export function isOver(state: SelectionState, left = (side: SelectionSide) => countRemaining(state, side)): boolean {
  const { turns } = state.setup
  const isDone = (side: SelectionSide) => left(side) === 0 || state.pace.done.includes(side)
  if (turns.kind !== 'alternate') {
    if (selectionSides.every(isDone)) return true
    if (turns.kind === 'blocks') state.pace.next = isDone(turns.first) ? otherSide(turns.first) : turns.first
    return false
  }
  if (state.pace.passes >= turns.passesToEnd || selectionSides.every((side) => left(side) === 0)) return true
  if (left(state.pace.next) === 0) {
    // A side without challenges passes automatically, so one pass by the other side ends the round.
    if (state.pace.passes > 0) return true
    state.pace.next = otherSide(state.pace.next)
    state.pace.strikes = 0
  }
  return false
}

export function returnToRound(
  state: SelectionState,
  strike: { jurorId: string; round: number; stood: string; target: string },
): void {
  const { jurorId, round, stood, target } = strike
  if (!isLive(state, jurorId)) return
  const isClosed = stood === 'member' && round < state.round
  if (stood === 'accepted' || isClosed) {
    // Nobody else struck this juror in that round, so the juror would have been accepted.
    const list = state.accepted[target === 'alternate' ? 'alternates' : 'jury']
    const size = target === 'alternate' ? state.setup.alternates : state.setup.jurySize
    list.push(jurorId)
    if (list.length > size) list.splice(size - 1, 1)
  } else if (stood === 'member') {
    const place = new Map(state.order.map((id, at) => [id, at]))
    state.members = [...state.members, jurorId].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  }
}
