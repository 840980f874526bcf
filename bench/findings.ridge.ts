/** Multinomial ridge regression on yes-or-no features that count more the rarer they are. It is deterministic. */
import type { Examples, Linear } from './findings.logistic.ts'

const defaults = { ridge: 1, passes: 40 }

export function trainRidge({ features, targets, weights }: Examples, featureCount: number, classes: number): Linear {
  const rarity = weighFeatures(features, featureCount)
  const scales = features.map((own) => 1 / Math.sqrt(own.reduce((sum, id) => sum + rarity[id]! ** 2, 1e-9)))
  const rows = new Float32Array(featureCount * classes)
  for (let index = 0; index < classes; index += 1) {
    const wanted = Float64Array.from(targets, (target) => Number(target === index) - 1 / classes)
    const shares = solve(wanted, (vector) => {
      const sums = gather(vector)
      return Float64Array.from(vector, (value, at) => score(sums, at) + (defaults.ridge / weights[at]!) * value)
    })
    for (const [id, sum] of gather(shares).entries()) rows[id * classes + index] = sum * rarity[id]!
  }
  return { classes, weights: rows }

  function gather(vector: Float64Array): Float64Array {
    const sums = new Float64Array(featureCount)
    for (const [at, own] of features.entries())
      for (const id of own) sums[id]! += vector[at]! * scales[at]! * rarity[id]!
    return sums
  }
  function score(sums: Float64Array, at: number): number {
    return features[at]!.reduce((sum, id) => sum + sums[id]! * rarity[id]!, 0) * scales[at]!
  }
}

function weighFeatures(features: readonly Int32Array[], count: number): Float64Array {
  const uses = new Float64Array(count)
  for (const own of features) for (const id of own) uses[id]! += 1
  return uses.map((use) => Math.log(features.length / Math.max(use, 1)))
}

const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0)

/** Conjugate gradients. */
function solve(wanted: Float64Array, multiply: (vector: Float64Array) => Float64Array): Float64Array {
  const solution = new Float64Array(wanted.length)
  const rest = Float64Array.from(wanted)
  let direction = Float64Array.from(rest)
  let error = dot(rest, rest)
  for (let pass = 0; pass < defaults.passes && error > 1e-9; pass += 1) {
    const moved = multiply(direction)
    const step = error / dot(direction, moved)
    for (const at of solution.keys()) {
      solution[at]! += step * direction[at]!
      rest[at]! -= step * moved[at]!
    }
    const next = dot(rest, rest)
    direction = direction.map((value, at) => rest[at]! + (next / error) * value)
    error = next
  }
  return solution
}
