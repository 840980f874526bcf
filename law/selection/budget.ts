import type { SelectionSetup, SelectionSide, StrikeState, StrikeTarget } from '#contract/strikes/selection.ts'

export type SpendingState = {
  setup: Pick<SelectionSetup, 'budget' | 'alternatesApart' | 'eachDefendant'>
  strikes: ReadonlyMap<string, Pick<StrikeState, 'kind' | 'side' | 'isSpent' | 'target' | 'defendant'>>
}

export type Remaining = {
  /** If both targets share one budget, both entries show the same number. */
  allowed: Record<StrikeTarget, number>
  used: Record<StrikeTarget, number>
  left: Record<StrikeTarget, number>
  excess: Record<StrikeTarget, number>
  /** Joint challenges left. Null unless defendants have individual challenges. */
  joint: number | null
  defendants: { defendant: string; left: number }[]
}

const countSpent = (state: SpendingState, side: SelectionSide) =>
  [...state.strikes.values()].filter((each) => each.kind === 'peremptory' && each.side === side && each.isSpent)

export function remaining(state: SpendingState, side: SelectionSide): Remaining {
  const { budget, alternatesApart, eachDefendant } = state.setup
  const spent = countSpent(state, side)
  const count = (target: StrikeTarget) => spent.filter((each) => each.target === target).length
  const apart = alternatesApart
    ? { regular: budget[side].regular, alternate: budget[side].alternates }
    : both(budget[side].regular + budget[side].alternates)
  const used = alternatesApart ? { regular: count('regular'), alternate: count('alternate') } : both(spent.length)
  const own = eachDefendant?.side === side ? eachDefendant : null
  return {
    allowed: apart,
    used,
    left: {
      regular: Math.max(0, apart.regular - used.regular),
      alternate: Math.max(0, apart.alternate - used.alternate),
    },
    excess: {
      regular: Math.max(0, used.regular - apart.regular),
      alternate: Math.max(0, used.alternate - apart.alternate),
    },
    ...(own && own.defendants.length > 0
      ? shares(own, apart.regular, alternatesApart ? spent.filter((each) => each.target === 'regular') : spent)
      : { joint: null, defendants: [] }),
  }
}

const both = (number: number): Record<StrikeTarget, number> => ({ regular: number, alternate: number })

function shares(
  { each, defendants }: { each: number; defendants: string[] },
  allowed: number,
  spent: { defendant: string | null }[],
): Pick<Remaining, 'joint' | 'defendants'> {
  const jointly = spent.filter(({ defendant }) => defendant === null).length
  return {
    joint: Math.max(0, allowed - each * defendants.length - jointly),
    defendants: defendants.map((name) => ({
      defendant: name,
      left: Math.max(0, each - spent.filter(({ defendant }) => defendant === name).length),
    })),
  }
}

export const countRemainingBoth = (state: SpendingState, target: StrikeTarget): number =>
  remaining(state, 'us').left[target] + remaining(state, 'them').left[target]
