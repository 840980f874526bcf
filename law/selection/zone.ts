/** The strike zone ends at this position among live jurors: seats + our strikes + their strikes. */
import { countRemainingBoth, remaining } from './budget.ts'
import { regularBlock } from './chairs.ts'
import { acceptedSet, candidates, liveInOrder, undrawn } from './line.ts'
import { isBoxMethod, type SelectionState, type StrikeTarget } from '#contract/strikes/selection.ts'

type InLine = {
  jurorId: string
  position: number
  /** Strikes needed before this juror is seated. 0 if already seated. */
  needs: number
}

export type Zone = {
  seatsLeft: number
  inReach: InLine[]
  /**
   * The last position that could still be seated: `end` if both sides use all strikes, `endByUs` if only we do,
   * `endByThem` if only they do, and `endWithout` if neither does.
   */
  end: number
  endByUs: number
  endByThem: number
  endWithout: number
  yetToBeDrawn: number
}

export function zone(state: SelectionState): Record<StrikeTarget, Zone> {
  const { setup, accepted, phase } = state
  if (phase === 'sworn') return { regular: reach([], 0, 0, 0, 0, 0), alternate: reach([], 0, 0, 0, 0, 0) }
  const isBox = isBoxMethod(setup.method)
  // With back-strikes, accepted jurors can still be struck.
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
  // A struck panel has a separate block for alternates. In a box, the next juror in line is the first alternate.
  const from = isBox || !setup.alternatesApart ? seats : regularBlock(state)
  const extra = isBox && setup.alternatesApart && seats > 0 ? countRemainingBoth(state, 'regular') : 0
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
