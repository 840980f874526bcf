/** What each event changes. Whether it may happen is asked before, in refusals.ts. */
import { takeChairs, whoSits } from './chairs.ts'
import { remaining } from './budget.ts'
import { isOver, returnToRound, settleRounds } from './rounds.ts'
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
  if (isBoxMethod(state.setup.method)) settleRounds(state)
  else settlePanel(state)
  takeChairs(state)
}

/** A struck panel has no box: it is complete when nobody has a challenge left or all have passed. */
function settlePanel(state: SelectionState): void {
  const leftOfAll = (side: SelectionSide) => {
    const { left } = remaining(state, side)
    return state.setup.alternatesApart ? left.regular + left.alternate : left.regular
  }
  state.phase = isOver(state, leftOfAll) || !state.order.some((id) => isLive(state, id)) ? 'complete' : 'jury'
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

/** A challenge that did not stand: the side has the turn again. */
function comeBack(state: SelectionState, strike: StrikeState): void {
  if (state.phase === 'sworn') {
    // Too late to sit: the challenge no longer stands, and the juror is out all the same.
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

/** Changes the state by one event. */
export function apply(state: SelectionState, event: SelectionEvent): void {
  switch (event.kind) {
    case 'struck': {
      const { strikeId, side, jurorId, target } = event
      const { jury, alternates } = state.accepted
      const stood =
        jury.includes(jurorId) || alternates.includes(jurorId)
          ? 'accepted'
          : state.members.includes(jurorId)
            ? 'member'
            : 'waiting'
      state.strikes.set(strikeId, {
        id: strikeId,
        kind: 'peremptory',
        side,
        jurorId,
        target,
        stood,
        defendant: event.defendant ?? null,
        number: nextNumber(state, side, 'peremptory'),
        status: 'stands',
        isSpent: true,
        round: state.round,
      })
      leave(state, jurorId, 'peremptory')
      state.pace.hasMoved = true
      state.pace.passes = 0
      state.pace.strikes = side === state.pace.next ? state.pace.strikes + 1 : 1
      state.pace.next = state.pace.strikes >= state.setup.turns.each ? otherSide(side) : side
      if (state.pace.next !== side) state.pace.strikes = 0
      break
    }
    case 'passed':
      state.pace.hasMoved = true
      state.pace.passes += 1
      state.pace.strikes = 0
      state.pace.next = otherSide(event.side)
      if (!state.pace.done.includes(event.side)) state.pace.done.push(event.side)
      break
    case 'voided':
    case 'withdrawn':
    case 'disallowed': {
      const strike = state.strikes.get(event.strikeId)!
      const stood = strike.status
      strike.status = event.kind === 'voided' ? 'void' : event.kind
      if (event.kind === 'voided' || (event.kind === 'disallowed' && event.restoresStrike)) strike.isSpent = false
      if (strike.kind === 'cause') {
        if (stood === 'granted' && state.out.get(strike.jurorId) === 'cause') state.out.delete(strike.jurorId)
        break
      }
      comeBack(state, strike)
      if (event.kind === 'disallowed' && !event.reseatsJuror && isLive(state, strike.jurorId))
        leave(state, strike.jurorId, 'excused')
      break
    }
    case 'challenged':
      state.strikes.set(event.strikeId, {
        id: event.strikeId,
        kind: 'cause',
        side: event.side,
        jurorId: event.jurorId,
        target: 'regular',
        stood: 'member',
        defendant: null,
        number: nextNumber(state, event.side, 'cause'),
        status: 'pending',
        isSpent: false,
        round: state.round,
      })
      break
    case 'ruled': {
      const strike = state.strikes.get(event.strikeId)!
      if (strike.status === 'granted' && event.ruling !== 'granted' && state.out.get(strike.jurorId) === 'cause') {
        state.out.delete(strike.jurorId)
      }
      strike.status = event.ruling
      if (event.ruling === 'granted' && isLive(state, strike.jurorId)) leave(state, strike.jurorId, 'cause')
      break
    }
    case 'removed':
      leave(state, event.jurorId, event.why)
      break
    case 'reinstated':
      state.out.delete(event.jurorId)
      break
    case 'drawn':
      state.drawn.push(event.jurorId)
      break
    case 'moved_last':
      state.order = [...state.order.filter((id) => id !== event.jurorId), event.jurorId]
      state.members = state.members.filter((id) => id !== event.jurorId)
      state.drawn = state.drawn.filter((id) => id !== event.jurorId)
      break
    case 'added':
      state.order.push(event.jurorId)
      state.numbers.set(event.jurorId, event.number)
      break
    case 'sworn': {
      const { jury, alternates } = whoSits(state)
      state.chairs = [...jury, ...alternates].map(({ jurorId }) => jurorId)
      state.members = []
      state.phase = 'sworn'
      break
    }
  }
  settle(state)
}
