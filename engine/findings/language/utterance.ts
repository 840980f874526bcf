import type { HedgeLevel } from '#contract/findings/findings.ts'
import { readWordFile } from './grammar.ts'

export type Piece = {
  from: number
  to: number
  /** Lowercase text with plain quotation marks. It's the same length as the original. */
  text: string
}

/** Replaces each character with exactly one character, so positions match the original. */
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

const lexicon = readWordFile('answers')

export type Answer = {
  text: string
  polarity: 'yes' | 'no' | null
  hedge: HedgeLevel | null
  empty: boolean
  clarifies: boolean
  contentWords: number
}

const yes = lexicon.regex('yes')
const no = lexicon.regex('no')
const closing = lexicon.regex('closing')
const refusal = lexicon.regex('refusal')
const weak = lexicon.regex('weak')
const soft = lexicon.regex('soft')
const clarify = lexicon.regex('clarify')
const pleasantry = lexicon.regex('pleasantry')
const courtesy = lexicon.regex('courtesy')

function echoes(words: readonly string[], asked: readonly string[]): boolean {
  const own = words.filter((word) => asked.includes(word) || /^(?:i|me|my|would|do|can|am)$/.test(word))
  return words.length >= 3 && own.length >= words.length * 0.7
}

const asksStrength = /\bstrong(?:ly)?\b|\bfirmly\b|\bscale (?:of|from)\b|\bone to ten\b/
const strong = lexicon.regex('strong')

/** The text must be folded. */
export function readAnswer(text: string, asked: string): Answer {
  const spoken = text.replace(/\[[^\]]*\]/g, ' ').trim()
  const polarity = readPolarity(spoken, asked)
  const words = splitWords(spoken)
  const repeated = spoken.endsWith('?') ? splitWords(asked) : null
  const clarifies = clarify.test(spoken)
  const contentWords = words.filter((word) => !courtesy.test(word)).length
  const empty =
    words.length === 0 ||
    clarifies ||
    collective.test(text.trim()) ||
    (polarity === null && pleasantry.test(spoken)) ||
    (repeated !== null && echoes(words, repeated))
  return empty
    ? { text, polarity: null, hedge: null, empty, clarifies, contentWords }
    : { text, polarity, hedge: readHedge(spoken, polarity), empty, clarifies, contentWords }
}

const collective = /^\(.*\)\W*$|^\((?:collectively|in unison|all|several|jurors|panel)\b[^)]*\)/

/** If an answer has both, "yes" wins, as in "No, I would". "No, I can't" is an exception. */
function readPolarity(spoken: string, asked: string): Answer['polarity'] {
  const opensYes = yes.test(spoken)
  const opensNo = no.test(spoken)
  const last =
    opensYes || opensNo
      ? undefined
      : (closing.exec(spoken)?.groups?.['last'] ?? standsAlone.exec(spoken)?.groups?.['last'])
  const agrees = opensYes || (last !== undefined && last !== 'no') || (strong.test(spoken) && asksStrength.test(asked))
  if (agrees) return deniedYes.test(spoken) ? 'no' : 'yes'
  return opensNo || last === 'no' ? 'no' : null
}
/** "With a gun? No. Never." */
const standsAlone =
  /[.?!] (?:so,? |and,? )?(?<last>yes|yeah|no)(?:(?:,? (?:sir|ma'am|your honor|judge))?[.!](?= |$)|,? i (?:suppose|guess|would|do|could|can't|couldn't)\b)/
const deniedYes = /^(?:(?:oh|well),? )?no[, ]+(?:i (?:can't|cannot|don't|wouldn't|couldn't))/

/** "No, I don't know him" and "Yes, that's how it should be" aren't hedged. */
const ownIgnorance = lexicon.regex('own-ignorance', 'g')

function readHedge(spoken: string, polarity: Answer['polarity']): HedgeLevel | null {
  if (weak.test(spoken.replaceAll(ownIgnorance, ' ')) && !/\bi'd want the (?:state|government)\b/.test(spoken))
    return 'weak'
  if (polarity !== 'yes' && refusal.test(spoken)) return 'refusal'
  if (soft.test(spoken)) return 'soft'
  return polarity === null ? null : 'firm'
}
