import { dimensions } from './spectrum/cepstra.ts'
import * as mixtures from './spectrum/mixture.ts'
import { getRow, type Voiceprints } from './prints.ts'

/** Members and stretches are indexes into the voiceprints. */
export type VoiceSpace = {
  /** Returns a unit vector. */
  describe: (members: readonly number[]) => Float64Array
  adapt(members: readonly number[]): Float64Array
  /** Scores are comparable only for the same segment. */
  score(voice: Float64Array, stretch: number): number
  /** Minimum lead over the next-best voice. If all voices are named, a segment with a smaller lead stays unassigned. */
  leastMargin: number
  /** If the silhouette is lower than this, there is only one voice. */
  leastSilhouette: number
}

export function buildSpace(prints: Voiceprints): VoiceSpace {
  return prints.kind === 'spectrum' ? spectrumSpace(prints) : embeddingSpace(prints)
}

/** Each row contains frames, counts, and deviations. */
export const statisticsWidth = 1 + mixtures.parts + mixtures.parts * dimensions

export const toStatisticsRow = ({ frames, counts, departures }: mixtures.Statistics): Float32Array => {
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
