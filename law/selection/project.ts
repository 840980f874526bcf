import {
  otherSide,
  type SelectionEvent,
  type SelectionSetup,
  type SelectionSide,
  type SelectionState,
  type StruckEvent,
} from '#contract/strikes/selection.ts'
import { apply } from './apply.ts'
import { remaining } from './budget.ts'
import { getSitting, type Sitting } from './chairs.ts'
import { findProblems } from './refusals.ts'
import { replay } from './replay.ts'
import { findTarget, zone } from './zone.ts'

export type Projection = {
  sitting: Sitting
  /** In the order in which they would be made. */
  strikes: { side: SelectionSide; jurorId: string }[]
}

/** Prevents an endless loop. No real selection has this many strikes and passes. */
const mostSteps = 500

/**
 * Projects the jury if both sides use every strike. We strike the lowest-rated juror who could still be seated, and the
 * other side strikes the highest-rated. Unrated jurors count as 0. Ties go to the first in line.
 */
export function projectJury(
  setup: SelectionSetup,
  events: readonly SelectionEvent[],
  leans: ReadonlyMap<string, number>,
): Projection {
  const state = replay(setup, events)
  const strikes: Projection['strikes'] = []
  for (let step = 0; step < mostSteps && (state.phase === 'jury' || state.phase === 'alternates'); step += 1) {
    const event = findNextStrike(state, leans, `projected ${step}`) ?? findNextPass(state)
    if (!event) break
    if (event.kind === 'struck') strikes.push({ side: event.side, jurorId: event.jurorId })
    apply(state, event)
  }
  return { sitting: getSitting(state), strikes }
}

function findNextStrike(
  state: SelectionState,
  leans: ReadonlyMap<string, number>,
  strikeId: string,
): StruckEvent | undefined {
  const { regular, alternate } = zone(state)
  const line = [...new Set([...regular.inReach, ...alternate.inReach].map(({ jurorId }) => jurorId))]
  for (const side of listSides(state)) {
    const scoreForSide = (jurorId: string) => (leans.get(jurorId) ?? 0) * (side === 'us' ? 1 : -1)
    const worstFirst = line.toSorted((a, b) => scoreForSide(a) - scoreForSide(b))
    const defendant = findDefendant(state, side)
    for (const jurorId of worstFirst) {
      const target = findTarget(state, jurorId)
      const event = { kind: 'struck' as const, strikeId, side, jurorId, target, ...defendant }
      if (findProblems(state, event).length === 0) return event
    }
  }
  return undefined
}

function findNextPass({ turn }: SelectionState): SelectionEvent | undefined {
  return turn === null ? undefined : { kind: 'passed', side: turn }
}

/** Without turns, the side with more strikes left goes first. */
function listSides(state: SelectionState): SelectionSide[] {
  if (state.turn !== null) return [state.turn]
  const count = (side: SelectionSide) => {
    const { left } = remaining(state, side)
    return state.setup.alternatesApart ? left.regular + left.alternate : left.regular
  }
  const { first } = state.setup.turns
  const second = otherSide(first)
  return count(first) >= count(second) ? [first, second] : [second, first]
}

function findDefendant(state: SelectionState, side: SelectionSide): { defendant?: string } {
  const { joint, defendants } = remaining(state, side)
  const own = joint === 0 ? defendants.find(({ left }) => left > 0) : undefined
  return own ? { defendant: own.defendant } : {}
}
