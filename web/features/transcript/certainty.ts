import type { Word } from '#contract/videos/transcript.ts'

/** Below these a reader should listen again; recognisers report more for nearly every word that is right. */
export const unsureBelow = 0.75
const doubtfulBelow = 0.5

/** How unsure the recogniser was of a word; null where it was sure or nobody measured it. */
export function getCertainty({ confidence }: Pick<Word, 'confidence'>): {
  level: 'unsure' | 'doubtful'
  label: string
} | null {
  if (confidence === null || confidence >= unsureBelow) return null
  return {
    level: confidence < doubtfulBelow ? 'doubtful' : 'unsure',
    label: `Recognised with ${Math.floor(confidence * 100)} % certainty.`,
  }
}
