import { dimensions } from './cepstra.ts'

/** Of the values tried, 16 performed best on recordings of 4 to 5 minutes. */
export const parts = 16
const rounds = 12
const leastSpread = 0.02

/** Gaussian mixture of all voices in a recording. Each segment is described by how it deviates from the mixture. */
export type Mixture = { weights: Float64Array; means: Float64Array; variances: Float64Array }

/** Frame counts and summed deviations per component. */
export type Statistics = { frames: number; counts: Float64Array; departures: Float64Array }
export type StatisticsView = { frames: number; counts: ArrayLike<number>; departures: ArrayLike<number> }

function weigh(mixture: Mixture, constants: Float64Array, values: Float32Array, at: number, into: Float64Array): void {
  let best = -Infinity
  for (let p = 0; p < parts; p += 1) {
    let sum = 0
    for (let d = 0, i = p * dimensions; d < dimensions; d += 1, i += 1)
      sum += (values[at + d]! - mixture.means[i]!) ** 2 / mixture.variances[i]!
    into[p] = constants[p]! - sum / 2
    best = Math.max(best, into[p]!)
  }
  let total = 0
  for (let p = 0; p < parts; p += 1) total += into[p] = Math.exp(into[p]! - best)
  for (let p = 0; p < parts; p += 1) into[p]! /= total
}

function measureConstants({ weights, variances }: Mixture): Float64Array {
  return weights.map((weight, p) => {
    const spread = variances.subarray(p * dimensions, (p + 1) * dimensions)
    return Math.log(weight) - spread.reduce((sum, value) => sum + Math.log(2 * Math.PI * value), 0) / 2
  })
}

export function learnMixture(values: Float32Array): Mixture {
  const frames = values.length / dimensions
  const mean = new Float64Array(dimensions)
  const spread = new Float64Array(dimensions)
  for (let i = 0; i < values.length; i += 1) mean[i % dimensions]! += values[i]! / frames
  for (let i = 0; i < values.length; i += 1)
    spread[i % dimensions]! += (values[i]! - mean[i % dimensions]!) ** 2 / frames
  const mixture: Mixture = {
    weights: new Float64Array(parts).fill(1 / parts),
    means: Float64Array.from({ length: parts * dimensions }, (_, i) => {
      const frame = Math.floor(((Math.floor(i / dimensions) + 0.5) * frames) / parts)
      return values[frame * dimensions + (i % dimensions)]!
    }),
    variances: Float64Array.from({ length: parts * dimensions }, (_, i) => Math.max(1e-6, spread[i % dimensions]!)),
  }
  const shares = new Float64Array(parts)
  for (let round = 0; round < rounds; round += 1) {
    const constants = measureConstants(mixture)
    const counts = new Float64Array(parts).fill(1e-6)
    const [sums, squares] = [new Float64Array(parts * dimensions), new Float64Array(parts * dimensions)]
    for (let frame = 0; frame < frames; frame += 1) {
      weigh(mixture, constants, values, frame * dimensions, shares)
      for (let p = 0; p < parts; p += 1) {
        const share = shares[p]!
        if (share < 1e-4) continue
        counts[p]! += share
        for (let d = 0, i = p * dimensions; d < dimensions; d += 1, i += 1) {
          const value = values[frame * dimensions + d]!
          sums[i]! += share * value
          squares[i]! += share * value * value
        }
      }
    }
    for (let i = 0; i < sums.length; i += 1) {
      const count = counts[Math.floor(i / dimensions)]!
      mixture.means[i] = sums[i]! / count
      mixture.variances[i] = Math.max(
        leastSpread * spread[i % dimensions]! + 1e-6,
        squares[i]! / count - mixture.means[i]! ** 2,
      )
    }
    for (let p = 0; p < parts; p += 1) mixture.weights[p] = counts[p]! / frames
  }
  return mixture
}

export function gatherStatistics(mixture: Mixture, values: Float32Array): Statistics {
  const constants = measureConstants(mixture)
  const shares = new Float64Array(parts)
  const statistics = noStatistics()
  for (let at = 0; at < values.length; at += dimensions) {
    weigh(mixture, constants, values, at, shares)
    for (let p = 0; p < parts; p += 1) {
      const share = shares[p]!
      statistics.counts[p]! += share
      for (let d = 0, i = p * dimensions; d < dimensions; d += 1, i += 1)
        statistics.departures[i]! += share * (values[at + d]! - mixture.means[i]!)
    }
  }
  statistics.frames = values.length / dimensions
  return statistics
}

export const noStatistics = (): Statistics => ({
  frames: 0,
  counts: new Float64Array(parts),
  departures: new Float64Array(parts * dimensions),
})

export function addStatistics(into: Statistics, more: StatisticsView): void {
  into.frames += more.frames
  for (let p = 0; p < parts; p += 1) into.counts[p]! += more.counts[p]!
  for (let i = 0; i < into.departures.length; i += 1) into.departures[i]! += more.departures[i]!
}

/** Relevance factor for MAP adaptation, in frames. */
const relevance = 16

export function adaptMeans({ counts, departures }: Statistics): Float64Array {
  return departures.map((sum, i) => sum / (counts[Math.floor(i / dimensions)]! + relevance))
}

/** Returns a vector of unit length because voices are compared by angle. */
export function describeVoice(mixture: Mixture, statistics: Statistics): Float64Array {
  const scaled = adaptMeans(statistics).map(
    (shift, i) => shift * Math.sqrt(mixture.weights[Math.floor(i / dimensions)]! / mixture.variances[i]!),
  )
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0)) || 1
  return scaled.map((value) => value / length)
}

/** Returns the first-order log likelihood ratio per frame. */
export function scoreVoice(mixture: Mixture, shifts: Float64Array, stretch: StatisticsView): number {
  let score = 0
  for (let i = 0; i < shifts.length; i += 1) {
    const shift = shifts[i]!
    score +=
      (shift * (stretch.departures[i]! - (stretch.counts[Math.floor(i / dimensions)]! * shift) / 2)) /
      mixture.variances[i]!
  }
  return score / Math.max(1, stretch.frames)
}
