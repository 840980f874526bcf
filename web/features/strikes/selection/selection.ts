import { checkOrder } from '#law/selection/order.ts'
import { findProblems } from '#law/selection/refusals.ts'
import {
  isBoxMethod,
  type SelectionEvent,
  type SelectionSide,
  type SelectionState,
} from '#contract/strikes/selection.ts'
import { getSitting, regularBlock } from '#law/selection/chairs.ts'
import { replay, whatIf } from '#law/selection/replay.ts'
import { findTarget, zone } from '#law/selection/zone.ts'
import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { newId } from '#web/platform/newId.ts'
import { isOut } from '../strikeLabels.ts'

export type HypotheticalStrike = { side: SelectionSide; jurorId: string }
type Record = NonNullable<StrikeBoard['selection']>

export const getSelectionState = ({ setup, events }: Record): SelectionState => replay(setup, events)

export function describeTurn({ turn, phase }: Pick<SelectionState, 'turn' | 'phase'>): string | null {
  if (phase === 'sworn') return 'The jury is sworn.'
  if (phase === 'complete') return 'The jury is complete.'
  if (turn === null) return null
  return turn === 'us' ? 'Our turn' : 'Their turn'
}

/** Returns null if the court seats no alternates. */
export function describeAlternates(state: SelectionState): string | null {
  const { alternates, alternatesApart, method } = state.setup
  if (alternates === 0) return null
  if (isBoxMethod(method) || !alternatesApart) return 'Alternates are the next jurors in line once the jury is full.'
  return `Alternates come after panel position ${regularBlock(state)}.`
}

export const getReach = (state: SelectionState): ReadonlySet<string> =>
  new Set(zone(state).regular.inReach.map(({ jurorId }) => jurorId))

/** Returns false if the strike zone holds all or none of the panel, so that marking its jurors says nothing. */
export function isPanelSplit(
  jurors: readonly Pick<BoardJuror, 'id' | 'status'>[],
  zoneIds: ReadonlySet<string> | undefined,
): boolean {
  const panel = jurors.filter((each) => !isOut(each))
  return panel.some(({ id }) => zoneIds?.has(id)) && !panel.every(({ id }) => zoneIds?.has(id))
}

export function projectSeats(record: Record, supposed: readonly HypotheticalStrike[]) {
  const state = getSelectionState(record)
  const events: SelectionEvent[] = supposed.map(({ side, jurorId }) => ({
    kind: 'struck',
    strikeId: newId(),
    side,
    jurorId,
    target: findTarget(state, jurorId),
  }))
  const { state: then, refused } = whatIf(record.setup, record.events, events)
  const [now, later] = [getSitting(state), getSitting(then)]
  const listSeats = (block: 'jury' | 'alternates', word: string) =>
    later[block].map(({ seat, jurorId }, at) => ({
      seat: `${word} ${seat}`,
      number: jurorId === null ? null : (then.numbers.get(jurorId) ?? null),
      isChanged: jurorId !== now[block][at]?.jurorId,
    }))
  return {
    seats: [...listSeats('jury', 'Seat'), ...listSeats('alternates', 'Alternate')],
    refused: refused.map(({ sentence }) => sentence),
  }
}

export type StrikeAttempt = Pick<Strike, 'kind' | 'madeBy' | 'jurorId' | 'target' | 'defendant'> & { id?: string }

export function findStrikeProblems(
  state: SelectionState | null,
  { id = 'new', kind, madeBy, jurorId, target, defendant }: StrikeAttempt,
): { sentences: string[]; needsLeave: boolean } {
  if (!state || kind !== 'peremptory' || madeBy === 'court' || !state.numbers.has(jurorId)) {
    return { sentences: [], needsLeave: false }
  }
  const side = madeBy === 'us' ? 'us' : 'them'
  const strike = { strikeId: id, side, jurorId, target, ...(defendant !== null && { defendant }) } as const
  return {
    sentences: findProblems(state, { kind: 'struck', ...strike }).map(({ sentence }) => sentence),
    needsLeave: checkOrder(state, strike).outOfOrder.length > 0,
  }
}
