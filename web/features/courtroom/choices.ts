import { checkOrder } from '#law/selection/order.ts'
import { findProblems } from '#law/selection/refusals.ts'
import { remaining } from '#law/selection/budget.ts'
import type { SelectionSide, SelectionState, StruckEvent } from '#contract/strikes/selection.ts'
import { findTarget } from '#law/selection/zone.ts'
import type { MoveInput, Strike } from '#contract/strikes/strikes.ts'

export type Choice =
  | { kind: 'said'; madeBy: 'us' | 'opposing' | 'court'; strikeKind: 'cause' | 'peremptory' }
  | { kind: 'exercise'; strike: Strike; move: 'exercise' | 'exercise_unapproved' }
  | { kind: 'rule'; strike: Strike; ruling: 'granted' | 'denied' | 'disallowed' | 'reserved' }
  | { kind: 'step'; step: 'drawn' | 'moved_last' }

export type Details = Pick<MoveInput, 'courtAllowed' | 'judgeWords' | 'remedy' | 'remedyRestored'> & {
  defendant: string | null
}

const who = { us: 'We', opposing: 'They', court: 'The court' } as const

export function describeChoice(choice: Choice): string {
  if (choice.kind === 'rule') return `Record “${choice.ruling}”`
  if (choice.kind === 'exercise') return `Exercise ${choice.strike.label}`
  if (choice.kind === 'step') return choice.step === 'drawn' ? 'Drawn by the court' : 'Moved to the end by the court'
  if (choice.madeBy === 'court') return 'For cause, on the court’s own motion'
  return `${who[choice.madeBy]} ${choice.strikeKind === 'cause' ? 'challenge for cause' : 'strike'}`
}

export function findDefendants(choice: Choice, state: SelectionState | null): SelectionSide | null {
  const own = state?.setup.eachDefendant
  if (!own || own.defendants.length === 0) return null
  if (choice.kind !== 'said' || choice.strikeKind !== 'peremptory') return null
  const side = choice.madeBy === 'us' ? 'us' : 'them'
  return own.side === side ? side : null
}

/** Returns null while joint challenges remain, then the first defendant with challenges left. */
export function getDefaultDefendant(choice: Choice, state: SelectionState | null): string | null {
  const side = findDefendants(choice, state)
  if (!state || side === null) return null
  const { joint, defendants } = remaining(state, side)
  return joint === 0 ? (defendants.find(({ left }) => left > 0)?.defendant ?? null) : null
}

function toStruckEvent(
  choice: Choice,
  jurorId: string,
  state: SelectionState,
  defendant: string | null,
): Omit<StruckEvent, 'kind'> | null {
  const own = defendant === null ? {} : { defendant }
  if (choice.kind === 'said' && choice.strikeKind === 'peremptory' && choice.madeBy !== 'court') {
    const side = choice.madeBy === 'us' ? 'us' : 'them'
    return { strikeId: 'new', side, jurorId, target: findTarget(state, jurorId), ...own }
  }
  if (choice.kind !== 'exercise' || choice.strike.kind !== 'peremptory') return null
  const { id: strikeId, target, defendant: named } = choice.strike
  return { strikeId, side: 'us', jurorId, target, ...(named !== null && { defendant: named }) }
}

export function findChoiceProblems(
  choice: Choice,
  jurorId: string,
  state: SelectionState | null,
  defendant: string | null,
): { sentences: string[]; needsLeave: boolean } {
  if (!state) return { sentences: [], needsLeave: false }
  if (choice.kind === 'step') {
    const found = findProblems(state, { kind: choice.step, jurorId })
    return { sentences: found.map(({ sentence }) => sentence), needsLeave: false }
  }
  const strike = toStruckEvent(choice, jurorId, state, defendant)
  if (!strike) return { sentences: [], needsLeave: false }
  return {
    sentences: findProblems(state, { kind: 'struck', ...strike }).map(({ sentence }) => sentence),
    needsLeave: checkOrder(state, strike).outOfOrder.length > 0,
  }
}
