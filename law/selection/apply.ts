/** Applies events without checking them. See refusals.ts for the checks. */
import { seatJurors, getSitting } from './chairs.ts'
import { remaining } from './budget.ts'
import { isOver, returnToRound, resolveRounds } from './rounds.ts'
import {
  isBoxMethod,
  isLive,
  otherSide,
  type SelectionEvent,
  type SelectionSetup,
  type SelectionSide,
  type SelectionState,
  type StrikeState,
} from '#contract/strikes/selection.ts'

export function begin(setup: SelectionSetup): SelectionState {
  const state: SelectionState = {
    setup,
    order: setup.jurors.map(({ id }) => id),
    numbers: new Map(setup.jurors.map(({ id, number }) => [id, number])),
    out: new Map(),
    strikes: new Map(),
    phase: 'jury',
    round: 1,
    accepted: { jury: [], alternates: [] },
    members: [],
    drawn: [],
    chairs: Array.from({ length: setup.jurySize + setup.alternates }, () => null),
    lastChairs: new Map(),
    turn: null,
    pace: { next: setup.turns.first, strikes: 0, passes: 0, done: [], hasMoved: false },
    problems: [],
  }
  settle(state)
  return state
}

export function settle(state: SelectionState): void {
  if (state.phase === 'sworn') {
    state.turn = null
    return
  }
  if (isBoxMethod(state.setup.method)) resolveRounds(state)
  else completePanel(state)
  seatJurors(state)
}

/** A struck panel is complete when each side has passed or has no challenges left. */
function completePanel(state: SelectionState): void {
  const countAllRemaining = (side: SelectionSide) => {
    const { left } = remaining(state, side)
    return state.setup.alternatesApart ? left.regular + left.alternate : left.regular
  }
  state.phase = isOver(state, countAllRemaining) || !state.order.some((id) => isLive(state, id)) ? 'complete' : 'jury'
  state.turn = state.phase === 'complete' || state.setup.turns.kind === 'together' ? null : state.pace.next
}

function leave(
  state: SelectionState,
  jurorId: string,
  why: 'peremptory' | 'cause' | 'hardship' | 'excused' | 'no_show' | 'dismissed',
) {
  state.out.set(jurorId, why)
  const stays = (id: string) => id !== jurorId
  state.accepted = { jury: state.accepted.jury.filter(stays), alternates: state.accepted.alternates.filter(stays) }
  state.members = state.members.filter(stays)
}

const nextNumber = (state: SelectionState, side: SelectionSide, kind: StrikeState['kind']): number => {
  const taken = new Set(
    [...state.strikes.values()]
      .filter((each) => each.side === side && each.kind === kind && each.status !== 'void')
      .map((each) => each.number),
  )
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

function returnStruckJuror(state: SelectionState, strike: StrikeState): void {
  if (state.phase === 'sworn') {
    // The jury is already sworn, so the juror stays out.
    if (state.out.get(strike.jurorId) === 'peremptory') state.out.set(strike.jurorId, 'excused')
    return
  }
  if (state.out.get(strike.jurorId) === 'peremptory') {
    state.out.delete(strike.jurorId)
    if (isBoxMethod(state.setup.method)) returnToRound(state, strike)
  }
  state.pace.passes = 0
  state.pace.strikes = 0
  state.pace.done = state.pace.done.filter((side) => side !== strike.side)
  state.pace.next = strike.side
}

type EventOf<Kind extends SelectionEvent['kind']> = SelectionEvent & { kind: Kind }
type Change<Kind extends SelectionEvent['kind']> = (state: SelectionState, event: EventOf<Kind>) => void

function findPlace({ accepted, members }: SelectionState, jurorId: string): StrikeState['stood'] {
  if (accepted.jury.includes(jurorId) || accepted.alternates.includes(jurorId)) return 'accepted'
  return members.includes(jurorId) ? 'member' : 'waiting'
}

function keepStrike(
  state: SelectionState,
  given: Pick<
    StrikeState,
    'id' | 'kind' | 'side' | 'jurorId' | 'target' | 'stood' | 'defendant' | 'status' | 'isSpent'
  >,
): void {
  const number = nextNumber(state, given.side, given.kind)
  state.strikes.set(given.id, { ...given, number, round: state.round })
}

function moveTurn({ pace, setup }: SelectionState, side: SelectionSide): void {
  pace.hasMoved = true
  pace.passes = 0
  pace.strikes = side === pace.next ? pace.strikes + 1 : 1
  pace.next = pace.strikes >= setup.turns.each ? otherSide(side) : side
  if (pace.next !== side) pace.strikes = 0
}

const cancelStrike: Change<'voided' | 'withdrawn' | 'disallowed'> = (state, event) => {
  const strike = state.strikes.get(event.strikeId)!
  const stood = strike.status
  strike.status = event.kind === 'voided' ? 'void' : event.kind
  if (event.kind === 'voided' || (event.kind === 'disallowed' && event.restoresStrike)) strike.isSpent = false
  if (strike.kind === 'cause') {
    if (stood === 'granted' && state.out.get(strike.jurorId) === 'cause') state.out.delete(strike.jurorId)
    return
  }
  returnStruckJuror(state, strike)
  if (event.kind === 'disallowed' && !event.reseatsJuror && isLive(state, strike.jurorId))
    leave(state, strike.jurorId, 'excused')
}

const changes: { [Kind in SelectionEvent['kind']]: Change<Kind> } = {
  struck: (state, { strikeId: id, side, jurorId, target, defendant = null }) => {
    const stood = findPlace(state, jurorId)
    keepStrike(state, {
      ...{ id, kind: 'peremptory', side, jurorId, target, stood, defendant },
      ...{ status: 'stands', isSpent: true },
    })
    leave(state, jurorId, 'peremptory')
    moveTurn(state, side)
  },
  passed: ({ pace }, { side }) => {
    pace.hasMoved = true
    pace.passes += 1
    pace.strikes = 0
    pace.next = otherSide(side)
    if (!pace.done.includes(side)) pace.done.push(side)
  },
  voided: cancelStrike,
  withdrawn: cancelStrike,
  disallowed: cancelStrike,
  challenged: (state, { strikeId: id, side, jurorId }) =>
    keepStrike(state, {
      ...{ id, kind: 'cause', side, jurorId, target: 'regular', stood: 'member', defendant: null },
      ...{ status: 'pending', isSpent: false },
    }),
  ruled: (state, { strikeId, ruling }) => {
    const strike = state.strikes.get(strikeId)!
    if (strike.status === 'granted' && ruling !== 'granted' && state.out.get(strike.jurorId) === 'cause')
      state.out.delete(strike.jurorId)
    strike.status = ruling
    if (ruling === 'granted' && isLive(state, strike.jurorId)) leave(state, strike.jurorId, 'cause')
  },
  removed: (state, { jurorId, why }) => leave(state, jurorId, why),
  reinstated: (state, { jurorId }) => void state.out.delete(jurorId),
  drawn: (state, { jurorId }) => void state.drawn.push(jurorId),
  moved_last: (state, { jurorId }) => {
    const isOther = (id: string) => id !== jurorId
    state.order = [...state.order.filter(isOther), jurorId]
    state.members = state.members.filter(isOther)
    state.drawn = state.drawn.filter(isOther)
  },
  added: (state, { jurorId, number }) => {
    state.order.push(jurorId)
    state.numbers.set(jurorId, number)
  },
  sworn: (state) => {
    const { jury, alternates } = getSitting(state)
    state.chairs = [...jury, ...alternates].map(({ jurorId }) => jurorId)
    state.members = []
    state.phase = 'sworn'
  },
}

export function apply(state: SelectionState, event: SelectionEvent): void {
  const change = changes[event.kind] as Change<SelectionEvent['kind']>
  change(state, event)
  settle(state)
}
