import { readWordFile } from './grammar.ts'
export type Piece = {
  from: number
  to: number
  /** Lowercase text with plain quotes, the same length as the original. */
  text: string
}

/** Maps characters one to one, so positions match the original. */
export function foldText(text: string): string {
  const plain = text.replace(/[‘’ʼ]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-')
  if (onlyAscii.test(plain)) return plain.toLowerCase()
  let folded = ''
  for (const character of plain) {
    const lower = character.toLowerCase()
    folded += lower.length === character.length ? lower : character
  }
  return folded
}

// oxlint-disable-next-line no-control-regex
const onlyAscii = /^[\x00-\x7f]*$/
const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|no|st|jr|sr|vs|v|hon|prof|sgt|det|lt|capt|inc|co|dept|[a-z]|[ap]\.m|u\.s)\.$/

function cut(text: string, offset: number, boundary: RegExp): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  const push = (end: number) => {
    const raw = text.slice(start, end)
    const trimmed = raw.trim()
    if (/[a-z0-9]/.test(trimmed)) {
      const from = offset + start + (raw.length - raw.trimStart().length)
      pieces.push({ from, to: from + trimmed.length, text: trimmed })
    }
    start = end
  }
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length
    if (match[0].includes('.') && abbreviation.test(text.slice(Math.max(0, match.index - 12), match.index + 1)))
      continue
    push(end)
  }
  push(text.length)
  return pieces
}

export function splitSentences(folded: string): Piece[] {
  return cut(folded, 0, /[.?!]+["')]*(?=\s|$)|;/g)
}

export function splitClauses(sentence: Piece): Piece[] {
  return cut(sentence.text, sentence.from, clauseEdge)
}
const clauseEdge = readWordFile('wording').regex('clause-edge', 'g')

export function splitWords(folded: string): string[] {
  return (folded.match(/[a-z0-9$%]+(?:[-'][a-z0-9]+)*/g) ?? []).filter(
    (word) => !/^(?:u[hm]+|e[rh]+m?|hmm+|mm+|ah+)$/.test(word),
  )
}
