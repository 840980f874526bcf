/** A split goes left if the value at `index` is below `edge`. */
export type Tree = number | readonly [index: number, edge: number, left: Tree, right: Tree]
/** Each round has one tree per outcome. */
export type Forest = { start: readonly number[]; rounds: readonly (readonly Tree[])[] }

export function descend(tree: Tree, values: readonly number[]): number {
  let at = tree
  while (typeof at !== 'number') at = (values[at[0]] ?? 0) < at[1] ? at[2] : at[3]
  return at
}

export function toShares(scores: readonly number[]): number[] {
  const top = Math.max(...scores)
  const masses = scores.map((score) => Math.exp(score - top))
  const sum = masses.reduce((total, mass) => total + mass, 0)
  return masses.map((mass) => mass / sum)
}

export const scoreForest = ({ start, rounds }: Forest, values: readonly number[]): number[] =>
  toShares(start.map((base, outcome) => rounds.reduce((sum, trees) => sum + descend(trees[outcome]!, values), base)))
