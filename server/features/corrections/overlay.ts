import type { Turn, Word } from '#contract/videos/transcript.ts'

export type Spoken = Pick<Turn, 'text' | 'words'> & { lines: NonNullable<Turn['lines']> | null }
export type Patch = { from: number; to: number; newText: string }

const splitTokens = (text: string): { from: number; to: number }[] =>
  [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({ from: index, to: index + word.length }))

export const countWords = (text: string): number => splitTokens(text).length

export function joinText(text: string, { from, to }: Pick<Patch, 'from' | 'to'>): string | null {
  const tokens = splitTokens(text)
  const [first, last] = [tokens[from], tokens[to]]
  return first && last ? text.slice(first.from, last.to) : null
}

/** Patch positions count whitespace-separated words of the original. Patches must not overlap and must be within the text. */
export function applyPatches(original: Spoken, patches: readonly Patch[]): Spoken {
  return patches.toSorted((a, b) => b.from - a.from).reduce(applyPatch, original)
}

function applyPatch({ text, words, lines }: Spoken, { from, to, newText }: Patch): Spoken {
  const tokens = splitTokens(text)
  const [first, last] = [tokens[from], tokens[to]]
  if (!first || !last) return { text, words, lines }
  const spoken = newText === '' ? [] : newText.split(' ')
  const [before, after] = [text.slice(0, first.from), text.slice(last.to)]
  return {
    text: newText === '' ? joinAround(before, after) : before + newText + after,
    words:
      words.length === 0
        ? words
        : [...words.slice(0, from), ...getTimes(spoken, words.slice(from, to + 1)), ...words.slice(to + 1)],
    lines: lines && moveLines(lines, { from, to }, spoken.length, tokens.length),
  }
}

const joinAround = (before: string, after: string): string =>
  before.trim() === '' || after.trim() === '' ? (before + after).trim() : `${before.trimEnd()} ${after.trimStart()}`

/** A replacement with the same number of words keeps their times. Otherwise, times are estimated from word lengths. */
function getTimes(spoken: readonly string[], replaced: readonly Word[]): Word[] {
  const [first, last] = [replaced[0], replaced.at(-1)]
  if (!first || !last) return []
  if (spoken.length === replaced.length)
    return replaced.map(({ startMs, endMs, estimated }, at) => {
      const text = spoken[at] ?? ''
      return { text, startMs, endMs, confidence: null, estimated }
    })
  const letters = spoken.reduce((sum, word) => sum + word.length, 0)
  const spanMs = last.endMs - first.startMs
  let said = 0
  const timeNow = () => first.startMs + Math.round((spanMs * said) / letters)
  return spoken.map((text) => {
    const startMs = timeNow()
    said += text.length
    return { text, startMs, endMs: timeNow(), confidence: null, estimated: true }
  })
}

function moveLines(
  lines: NonNullable<Turn['lines']>,
  { from, to }: Pick<Patch, 'from' | 'to'>,
  count: number,
  total: number,
): NonNullable<Turn['lines']> {
  const grown = count - (to - from + 1)
  return lines
    .map((line) => {
      if (line.word <= from) return line
      const word = line.word > to ? line.word + grown : Math.min(line.word, from + Math.max(0, count - 1))
      return { ...line, word }
    })
    .filter(({ word }) => word < total + grown)
}
