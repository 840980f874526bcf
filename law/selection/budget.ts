/** How many challenges a side has left. Never negative: what was used beyond the number is told apart. */
import type { SelectionSetup, SelectionSide, StrikeState, StrikeTarget } from '#contract/strikes/selection.ts'

/** All that a budget follows from: who has only that can count without replaying the selection. */
export type SpendingState = {
  setup: Pick<SelectionSetup, 'budget' | 'alternatesApart' | 'eachDefendant'>
  strikes: ReadonlyMap<string, Pick<StrikeState, 'kind' | 'side' | 'isSpent' | 'target' | 'defendant'>>
}

export type Remaining = {
  /** "4 of 10" is `left.regular` of `allowed.regular`. Where the two are one number, both show that number. */
  allowed: Record<StrikeTarget, number>
  used: Record<StrikeTarget, number>
  left: Record<StrikeTarget, number>
  /** Used beyond the number, as the record of a court may show. */
  excess: Record<StrikeTarget, number>
  /** Of the regular ones, where defendants have some to use alone: what is left jointly, and to each. */
  joint: number | null
  defendants: { defendant: string; left: number }[]
}

const countSpent = (state: SpendingState, side: SelectionSide) =>
  [...state.strikes.values()].filter((each) => each.kind === 'peremptory' && each.side === side && each.isSpent)

/** Challenges of one side that are allowed, used and left, against each target. */
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

/** How many more jurors both sides together can take of those in line for a target. */
export const leftOfBoth = (state: SpendingState, target: StrikeTarget): number =>
  remaining(state, 'us').left[target] + remaining(state, 'them').left[target]
