/**
 * How far down the line the jury can reach. With so many seats and so many challenges left, the last juror who can sit
 * is the one at seats + ours + theirs among live jurors; a challenge beyond is wasted.
 */
import { leftOfBoth, remaining } from './budget.ts'
import { regularBlock } from './chairs.ts'
import { acceptedSet, candidates, liveInOrder, undrawn } from './line.ts'
import { isBoxMethod, type SelectionState, type StrikeTarget } from '#contract/strikes/selection.ts'

type InLine = {
  jurorId: string
  /** Among live jurors in line, from 1. */
  position: number
  /** How many of those before must be challenged until this juror has a seat: 0 for who sits already. */
  needs: number
}

export type Zone = {
  seatsLeft: number
  /** Jurors within reach, in order. */
  inReach: InLine[]
  /** The position of the last one within reach: in the worst case, if only we challenge, only they, or nobody. */
  end: number
  endByUs: number
  endByThem: number
  endWithout: number
  /** Of those, how many the court has yet to draw: anybody of the venire. */
  yetToBeDrawn: number
}

/** The zone of regular seats and of alternates, worked out anew from the state after every event. */
export function zone(state: SelectionState): Record<StrikeTarget, Zone> {
  const { setup, accepted, phase } = state
  if (phase === 'sworn') return { regular: reach([], 0, 0, 0, 0, 0), alternate: reach([], 0, 0, 0, 0, 0) }
  const isBox = isBoxMethod(setup.method)
  // While back-strikes are allowed an accepted juror is as good as one in the box.
  const isOpen = !isBox || setup.backStrikes
  const taken = acceptedSet(state)
  const chosen = new Set(accepted.alternates)
  const line = !isBox
    ? liveInOrder(state)
    : isOpen
      ? [...liveInOrder(state).filter((id) => taken.has(id) && !chosen.has(id)), ...candidates(state)]
      : candidates(state)
  const seats = isOpen ? setup.jurySize : setup.jurySize - accepted.jury.length
  const us = remaining(state, 'us').left
  const them = remaining(state, 'them').left
  const hidden = undrawn(state).length
  const regular = reach(line, 0, seats, seats > 0 ? us.regular : 0, seats > 0 ? them.regular : 0, hidden)
  const alternateSeats = setup.alternates - accepted.alternates.length
  if (alternateSeats === 0) return { regular, alternate: reach([], 0, 0, 0, 0, 0) }
  // In a panel the alternates' block follows the jury's; in a box the first alternate may be whoever follows the jury.
  const from = isBox || !setup.alternatesApart ? seats : regularBlock(state)
  const extra = isBox && setup.alternatesApart && seats > 0 ? leftOfBoth(state, 'regular') : 0
  return { regular, alternate: reach(line, from, alternateSeats + extra, us.alternate, them.alternate, hidden) }
}

function reach(
  line: readonly string[],
  from: number,
  seatsLeft: number,
  us: number,
  them: number,
  hidden: number,
): Zone {
  const known = Math.max(0, line.length - from)
  const within = (number: number) => Math.min(known + hidden, number)
  const end = within(seatsLeft + us + them)
  return {
    seatsLeft,
    inReach: line.slice(from, from + end).map((jurorId, at) => ({
      jurorId,
      position: from + at + 1,
      needs: Math.max(0, at + 1 - seatsLeft),
    })),
    end: from + end,
    endByUs: from + within(seatsLeft + us),
    endByThem: from + within(seatsLeft + them),
    endWithout: from + within(seatsLeft),
    yetToBeDrawn: Math.max(0, end - known),
  }
}

/** Against which seats a challenge of this juror would count. */
export function findTarget(state: SelectionState, jurorId: string): StrikeTarget {
  const { method, alternates, alternatesApart } = state.setup
  if (alternates === 0) return 'regular'
  if (isBoxMethod(method)) {
    return state.accepted.alternates.includes(jurorId) ||
      (state.phase !== 'jury' && !state.accepted.jury.includes(jurorId))
      ? 'alternate'
      : 'regular'
  }
  if (!alternatesApart) return 'regular'
  const position = liveInOrder(state).indexOf(jurorId)
  return position >= regularBlock(state) ? 'alternate' : 'regular'
}
