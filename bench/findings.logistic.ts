/** Multinomial logistic regression on yes-or-no features, and gradient boosting on numbers. Both are deterministic. */
import { toShares, type Forest, type Tree } from '#engine/findings/learned/forest.ts'

export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

export type Examples = { features: readonly Int32Array[]; targets: readonly number[]; weights: readonly number[] }
export type Linear = { classes: number; weights: Float32Array }

const linearDefaults = { passes: 8, step: 0.015, decay: 2e-4, kept: 0.5, seed: 7 }

/** Half of the features are dropped at random, so that no rare word decides alone. */
export function trainLinear(
  { features, targets, weights }: Examples,
  featureCount: number,
  classes: number,
  options: Partial<typeof linearDefaults> = {},
): Linear {
  const { passes, step, decay, kept, seed } = { ...linearDefaults, ...options }
  const rows = new Float32Array(featureCount * classes)
  const slopes = new Float32Array(featureCount * classes).fill(0.1)
  const random = randomFrom(seed)
  const order = features.map((_, at) => at)
  const scores = new Float64Array(classes)
  for (let pass = 0; pass < passes; pass += 1) {
    shuffle(order, random)
    for (const at of order) {
      const used = features[at]!.filter(() => random() < kept)
      addScores(scores, rows, used, classes, 1 / kept)
      toErrors(scores, targets[at]!, weights[at]!)
      for (const feature of used)
        for (let index = 0; index < classes; index += 1) {
          const place = feature * classes + index
          const slope = scores[index]! + decay * rows[place]!
          if (slope < smallestSlope && slope > -smallestSlope) continue
          slopes[place]! += slope * slope
          rows[place]! -= (step * slope) / Math.sqrt(slopes[place]! + 1e-6)
        }
    }
  }
  return { classes, weights: rows }
}
const smallestSlope = 1e-4

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
}

function addScores(scores: Float64Array, rows: Float32Array, used: Int32Array, classes: number, scale: number): void {
  scores.fill(0)
  for (const feature of used)
    for (let index = 0; index < classes; index += 1) scores[index]! += rows[feature * classes + index]! * scale
}

function toErrors(scores: Float64Array, target: number, weight: number): void {
  const shares = toShares([...scores])
  for (const [index, share] of shares.entries()) scores[index] = weight * (share - Number(index === target))
}

export function scoreLinear({ classes, weights }: Linear, features: Int32Array): number[] {
  const scores = new Float64Array(classes)
  addScores(scores, weights, features, classes, 1)
  return toShares([...scores])
}

const forestDefaults = {
  rounds: 150,
  depth: 3,
  rate: 0.06,
  ridge: 3,
  fewest: 4,
  columns: 0.4,
  rows: 0.7,
  seed: 11,
  bins: 32,
}
type ForestOptions = typeof forestDefaults
type Binned = { bins: Uint8Array; edges: number[][]; width: number }

export function trainForest(
  values: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[],
  classes: number,
  given: Partial<ForestOptions> = {},
): Forest {
  const options = { ...forestDefaults, ...given }
  const random = randomFrom(options.seed)
  const binned = toBins(values, options.bins)
  const start = Array.from({ length: classes }, (_, index) => {
    const mass = targets.reduce((sum, target, at) => sum + (target === index ? weights[at]! : 0), 1)
    return round(Math.log(mass / weights.reduce((sum, weight) => sum + weight, 0)))
  })
  const scores = values.map(() => [...start])
  const rounds: Tree[][] = []
  for (let at = 0; at < options.rounds; at += 1) {
    const columns = [...binned.edges.keys()].filter(
      (index) => random() < options.columns && binned.edges[index]!.length,
    )
    const sample = [...values.keys()].filter(() => random() < options.rows)
    const shares = scores.map(toShares)
    const trees = start.map((_, index) => {
      const slopes = shares.map((each, row) => weights[row]! * (each[index]! - Number(targets[row] === index)))
      const curves = shares.map((each, row) => weights[row]! * Math.max(each[index]! * (1 - each[index]!), 1e-6))
      return growTree({ binned, columns, slopes, curves, options }, sample, options.depth)
    })
    for (const [row, score] of scores.entries())
      for (const [index, tree] of trees.entries()) score[index]! += descendBinned(tree, values[row]!)
    rounds.push(trees)
  }
  return { start, rounds }
}

const round = (value: number) => Math.round(value * 1e4) / 1e4

function descendBinned(tree: Tree, values: readonly number[]): number {
  let at = tree
  while (typeof at !== 'number') at = values[at[0]]! < at[1] ? at[2] : at[3]
  return at
}

function toBins(values: readonly (readonly number[])[], count: number): Binned {
  const width = values[0]!.length
  const bins = new Uint8Array(values.length * width)
  const edges = Array.from({ length: width }, (_, index) => {
    const sorted = Float64Array.from(values, (row) => row[index]!).sort()
    const cuts = Array.from({ length: count - 1 }, (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / count)]!)
    const top = sorted.at(-1)!
    const used = [...new Set(cuts.map(round))].filter((cut) => cut > sorted[0]!)
    const own = used.length === 0 && top > sorted[0]! ? [top] : used
    for (const [row, each] of values.entries())
      bins[row * width + index] = own.filter((edge) => each[index]! >= edge).length
    return own
  })
  return { bins, edges, width }
}

type Growing = {
  binned: Binned
  columns: readonly number[]
  slopes: readonly number[]
  curves: readonly number[]
  options: ForestOptions
}

function growTree(growing: Growing, rows: readonly number[], depth: number): Tree {
  const { slopes, curves, options, binned } = growing
  let [slope, curve] = [0, 0]
  for (const row of rows) {
    slope += slopes[row]!
    curve += curves[row]!
  }
  const split = depth === 0 || rows.length < 2 * options.fewest ? null : findSplit(growing, rows, slope, curve)
  if (!split) return round((-options.rate * slope) / (curve + options.ridge))
  const isLeft = (row: number) => binned.bins[row * binned.width + split.column]! <= split.bin
  const [left, right] = [rows.filter(isLeft), rows.filter((row) => !isLeft(row))]
  const edge = binned.edges[split.column]![split.bin]!
  return [split.column, edge, growTree(growing, left, depth - 1), growTree(growing, right, depth - 1)]
}

function findSplit(
  { binned, columns, slopes, curves, options }: Growing,
  rows: readonly number[],
  slope: number,
  curve: number,
): { column: number; bin: number } | null {
  const sums = new Float64Array(options.bins * 3)
  const gain = (part: number, mass: number) => (part * part) / (mass + options.ridge)
  let best: { column: number; bin: number } | null = null
  let most = 1e-3 + gain(slope, curve)
  for (const column of columns) {
    const count = binned.edges[column]!.length
    sums.fill(0, 0, (count + 1) * 3)
    for (const row of rows) {
      const place = binned.bins[row * binned.width + column]! * 3
      sums[place]! += slopes[row]!
      sums[place + 1]! += curves[row]!
      sums[place + 2]! += 1
    }
    let [left, mass, number] = [0, 0, 0]
    for (let bin = 0; bin < count; bin += 1) {
      left += sums[bin * 3]!
      mass += sums[bin * 3 + 1]!
      number += sums[bin * 3 + 2]!
      if (number < options.fewest || rows.length - number < options.fewest) continue
      const total = gain(left, mass) + gain(slope - left, curve - mass)
      if (total > most) [most, best] = [total, { column, bin }]
    }
  }
  return best
}
