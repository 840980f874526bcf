import type { Turn, Word } from '#contract/videos/transcript.ts'

export type Piece = { text: string; wordIndex: number | null; from: number; to: number }

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

/** Recognizers report higher confidence for nearly every correct word. */
export const unsureBelow = 0.75
const doubtfulBelow = 0.5

export function getCertainty({ confidence, differs, isAbsent }: Pick<Word, 'confidence' | 'differs' | 'isAbsent'>): {
  level: 'unsure' | 'doubtful' | 'differs'
  label: string
} | null {
  if (isAbsent) return { level: 'differs', label: 'Not in the recording.' }
  if (differs) return { level: 'differs', label: 'May differ from the recording.' }
  if (confidence === null || confidence >= unsureBelow) return null
  return {
    level: confidence < doubtfulBelow ? 'doubtful' : 'unsure',
    label: `Recognition confidence ${Math.floor(confidence * 100)}%.`,
  }
}
