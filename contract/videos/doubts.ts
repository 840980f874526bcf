import type { Turn, Word } from './transcript.ts'

export const unsureBelow = 0.75
/** Numbers, names, and negations need higher confidence because one wrong word changes the meaning. */
export const checkBelow = 0.9

export const doubtMark = '[?]'
export const doubtLegend = `${doubtMark} marks a number, name, or negation recognized with less than ${checkBelow * 100}% confidence, or a name changed to match the case.`

const isDoubtful = ({ check, heard }: Pick<Word, 'check' | 'heard'>): boolean =>
  check !== undefined || heard !== undefined

export function markDoubts({ text, words }: Pick<Turn, 'text' | 'words'>): string {
  let position = 0
  let marked = ''
  for (const word of words) {
    const found = text.indexOf(word.text, position)
    if (found < 0) continue
    const end = found + word.text.length
    marked += text.slice(position, end)
    if (isDoubtful(word)) marked += ` ${doubtMark}`
    position = end
  }
  return marked + text.slice(position)
}

export const hasDoubts = (turns: readonly Pick<Turn, 'words'>[]): boolean =>
  turns.some(({ words }) => words.some(isDoubtful))
