import { checkBelow, unsureBelow } from '#contract/videos/doubts.ts'
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

const doubtfulBelow = 0.5

type Certainty = { level: 'unsure' | 'doubtful' | 'differs' | 'changed'; label: string }

export function getCertainty(
  word: Pick<Word, 'confidence' | 'differs' | 'isAbsent' | 'check' | 'heard'>,
): Certainty | null {
  const { confidence, differs, isAbsent, check, heard } = word
  if (isAbsent) return { level: 'differs', label: 'Not in the recording.' }
  if (differs) return { level: 'differs', label: 'May differ from the recording.' }
  const rate = confidence === null ? '' : `Recognition confidence ${Math.floor(confidence * 100)}%.`
  const change = heard === undefined ? '' : `Recognized as “${heard}” and changed to a term from the case.`
  const label = [change, check && `Uncertain ${check}: check the recording.`, rate].filter(Boolean).join(' ')
  if (check) return { level: 'doubtful', label }
  if (confidence !== null && confidence < unsureBelow)
    return { level: confidence < doubtfulBelow ? 'doubtful' : 'unsure', label }
  return change ? { level: 'changed', label } : null
}

export function describeShading(words: readonly Word[]): string {
  return [
    words.some(({ confidence }) => confidence !== null) &&
      `Shaded words: recognition confidence below ${unsureBelow * 100}%, or below ${checkBelow * 100}% for numbers, names, and negations.`,
    words.some(({ differs, isAbsent }) => differs || isAbsent) &&
      'Dashed underline: may differ from the recording or be missing from it.',
    words.some(({ heard }) => heard !== undefined) && 'Double underline: changed to a term from the case.',
  ]
    .filter(Boolean)
    .join(' ')
}
