import { dimensions } from './cepstra.ts'
import { parts } from './mixture.ts'
import { getRow, type Voiceprints } from '#engine/voice/prints.ts'

/**
 * Evidence that segments belong to one voice, from a hierarchical model: each person has a mean, segments deviate from
 * their person's mean, and frames deviate from their segment's mean. The likelihood is exact, so an extra voice is kept
 * only if it improves the fit.
 */
export type Evidence = {
  /** Precision per component. */
  weights: Float64Array
  sums: Float64Array
  value: number
}

/**
 * Variances as fractions of the recording's variance: between segments of one voice, and within a segment. The second
 * is increased because neighboring frames are correlated.
 */
const stretchSpread = 0.3
const frameSpread = 10
const leastFrames = 0.5
/** Variance between people. Higher coefficients vary less. */
const peopleSpread = Float64Array.from({ length: dimensions }, (_, d) => 0.26 * Math.exp(-d / 14))
const largeProduct = 1e250

export function gatherEvidence(prints: Voiceprints): Evidence[] {
  const variances = prints.mixture?.variances ?? []
  const deviations = Float64Array.from(variances, Math.sqrt)
  return prints.stretches.map((_, stretch) => {
    const row = getRow(prints, stretch)
    const weights = new Float64Array(parts)
    const sums = new Float64Array(parts * dimensions)
    for (let p = 0; p < parts; p += 1) {
      const frames = row[1 + p]!
      if (frames < leastFrames) continue
      weights[p] = 1 / (stretchSpread + frameSpread / frames)
      for (let i = p * dimensions; i < (p + 1) * dimensions; i += 1)
        sums[i] = (weights[p]! * row[1 + parts + i]!) / frames / deviations[i]!
    }
    return { weights, sums, value: measure(weights, sums) }
  })
}

function measure(weights: Float64Array, sums: Float64Array): number {
  let value = 0
  for (let p = 0; p < parts; p += 1) {
    const weight = weights[p]!
    if (weight < 1e-9) continue
    let [squares, product] = [0, 1]
    for (let d = 0, i = p * dimensions; d < dimensions; d += 1, i += 1) {
      const ratio = 1 + weight * peopleSpread[d]!
      squares += (sums[i]! ** 2 * peopleSpread[d]!) / ratio
      product *= ratio
      if (product > largeProduct) {
        value -= Math.log(product) / 2
        product = 1
      }
    }
    value += (squares - Math.log(product)) / 2
  }
  return value
}

const [sumOfWeights, sumOfSums] = [new Float64Array(parts), new Float64Array(parts * dimensions)]

/** Adds evidence, or subtracts it if `sign` is -1. Uses a shared buffer that the next call overwrites. */
function mix(a: Evidence, b: Evidence, sign: 1 | -1): number {
  for (let p = 0; p < parts; p += 1) sumOfWeights[p] = a.weights[p]! + sign * b.weights[p]!
  for (let i = 0; i < sumOfSums.length; i += 1) sumOfSums[i] = a.sums[i]! + sign * b.sums[i]!
  return measure(sumOfWeights, sumOfSums)
}

export function addUpEvidence(members: readonly Evidence[]): Evidence {
  const weights = new Float64Array(parts)
  const sums = new Float64Array(parts * dimensions)
  for (const each of members) {
    for (let p = 0; p < parts; p += 1) weights[p]! += each.weights[p]!
    for (let i = 0; i < sums.length; i += 1) sums[i]! += each.sums[i]!
  }
  return { weights, sums, value: measure(weights, sums) }
}

/**
 * Returns the log likelihood gained by assigning `stretch` to this voice instead of a new one. `isOwn` means that the
 * voice already includes it.
 */
export const compareEvidence = (voice: Evidence, stretch: Evidence, isOwn: boolean): number =>
  isOwn ? voice.value - mix(voice, stretch, -1) - stretch.value : mix(voice, stretch, 1) - voice.value - stretch.value
