/** How alike the voices of stretches are: the same questions, answered by cepstra or by a neural model's vectors. */
import { dimensions } from './cepstra.ts'
import * as mixtures from './mixture.ts'
import { getRow, type Voiceprints } from './prints.ts'

/** Stretches are named by their place in the voiceprints. */
export type VoiceSpace = {
  /** Direction of a voice, of length one: voices are compared by their angle. */
  describe: (members: readonly number[]) => Float64Array
  /** A voice as `score` wants it. */
  adapt(members: readonly number[]): Float64Array
  /** How well a stretch fits a voice; only comparable within one stretch. */
  score(voice: Float64Array, stretch: number): number
  /** A stretch that fits its voice hardly better than the next stays nobody's, where people named the voices. */
  leastMargin: number
  /** Below this silhouette the voices are not told apart: it is one. */
  leastSilhouette: number
}

export function buildSpace(prints: Voiceprints): VoiceSpace {
  return prints.kind === 'spectrum' ? spectrumSpace(prints) : embeddingSpace(prints)
}

/** A row of the voiceprints: frames, then the counts, then the departures. */
export const statisticsWidth = 1 + mixtures.parts + mixtures.parts * dimensions

export const rowOfStatistics = ({ frames, counts, departures }: mixtures.Statistics): Float32Array => {
  const row = new Float32Array(statisticsWidth)
  row[0] = frames
  row.set(counts, 1)
  row.set(departures, 1 + mixtures.parts)
  return row
}

function spectrumSpace(prints: Voiceprints): VoiceSpace {
  if (prints.mixture === null) throw new Error('voiceprints without their mixture')
  const { weights, means, variances } = prints.mixture
  const mixture: mixtures.Mixture = {
    weights: Float64Array.from(weights),
    means: Float64Array.from(means),
    variances: Float64Array.from(variances),
  }
  const collectStatistics = (stretch: number): mixtures.StatisticsView => {
    const row = getRow(prints, stretch)
    return {
      frames: row[0] ?? 0,
      counts: row.subarray(1, 1 + mixtures.parts),
      departures: row.subarray(1 + mixtures.parts),
    }
  }
  const addUp = (members: readonly number[]): mixtures.Statistics => {
    const sum = mixtures.noStatistics()
    for (const stretch of members) mixtures.addStatistics(sum, collectStatistics(stretch))
    return sum
  }
  return {
    describe: (members) => mixtures.describeVoice(mixture, addUp(members)),
    adapt: (members) => mixtures.adaptMeans(addUp(members)),
    score: (voice, stretch) => mixtures.scoreVoice(mixture, voice, collectStatistics(stretch)),
    leastMargin: 0.02,
    leastSilhouette: 0.1,
  }
}

/** Vectors count by the time they were heard for; their angle is the likeness. */
function embeddingSpace(prints: Voiceprints): VoiceSpace {
  const getLength = (vector: ArrayLike<number>): number => {
    let sum = 0
    for (let i = 0; i < vector.length; i += 1) sum += vector[i]! ** 2
    return Math.sqrt(sum) || 1
  }
  const describe = (members: readonly number[]): Float64Array => {
    const sum = new Float64Array(prints.width)
    for (const stretch of members) {
      const [row, span] = [getRow(prints, stretch), prints.stretches[stretch]!]
      const weight = (span.endMs - span.startMs) / getLength(row)
      for (let i = 0; i < sum.length; i += 1) sum[i]! += row[i]! * weight
    }
    const length = getLength(sum)
    return sum.map((value) => value / length)
  }
  return {
    describe,
    adapt: describe,
    score(voice, stretch) {
      const row = getRow(prints, stretch)
      let dot = 0
      for (let i = 0; i < voice.length; i += 1) dot += voice[i]! * row[i]!
      return dot / getLength(row)
    },
    leastMargin: 0.05,
    leastSilhouette: 0.12,
  }
}
