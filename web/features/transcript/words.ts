import type { Turn, Word } from '#contract/videos/transcript.ts'

/** A stretch of a turn's text: a word with its time, or what stands between words. */
export type Piece = { text: string; wordIndex: number | null; from: number; to: number }

/** The turn's text cut at its words, so that punctuation and spacing stay exactly as they were written. */
export function splitPieces({ text, words }: Pick<Turn, 'text' | 'words'>): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  const push = (to: number, wordIndex: number | null) => {
    if (to > position) pieces.push({ text: text.slice(position, to), wordIndex, from: position, to })
    position = to
  }
  for (const [index, word] of words.entries()) {
    const found = text.indexOf(word.text, position)
    if (found < 0) continue
    push(found, null)
    push(found + word.text.length, index)
  }
  push(text.length, null)
  return pieces
}

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
