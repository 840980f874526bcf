import type { HedgeLevel } from '#contract/findings/findings.ts'
import { foldText, splitWords } from './sentences.ts'
import { readWordFile } from './grammar.ts'

const lexicon = readWordFile('answers')

export type Answer = {
  text: string
  polarity: 'yes' | 'no' | null
  hedge: HedgeLevel | null
  /** True for silence, a greeting, a number, a request to repeat, or an echo of the question. */
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

export function readAnswer(raw: string, question: string): Answer {
  const text = foldText(raw)
  const asked = foldText(question)
  const spoken = text.replace(/\[[^\]]*\]/g, ' ').trim()
  const words = splitWords(spoken)
  const repeated = spoken.endsWith('?') ? splitWords(asked) : null
  const clarifies = clarify.test(spoken)
  const contentWords = words.filter((word) => !courtesy.test(word)).length
  const polarity = readPolarity(spoken, asked)
  const empty =
    words.length === 0 ||
    clarifies ||
    collective.test(raw.trim()) ||
    (polarity === null && pleasantry.test(spoken)) ||
    (repeated !== null && echoes(words, repeated))
  return empty
    ? { text, polarity: null, hedge: null, empty, clarifies, contentWords }
    : { text, polarity, hedge: readHedge(spoken, polarity), empty, clarifies, contentWords }
}

const collective = /^\(.*\)\W*$|^\((?:collectively|in unison|all|several|jurors|panel)\b[^)]*\)/i

/** If both occur, "yes" wins, as in "No, I would", except in "No, I can't". */
function readPolarity(spoken: string, asked: string): Answer['polarity'] {
  const opensYes = yes.test(spoken)
  const opensNo = no.test(spoken)
  const last = opensYes || opensNo ? undefined : closing.exec(spoken)?.groups?.['last']
  const agrees = opensYes || (last !== undefined && last !== 'no') || (strong.test(spoken) && asksStrength.test(asked))
  if (agrees) return deniedYes.test(spoken) ? 'no' : 'yes'
  return opensNo || last === 'no' ? 'no' : null
}
const deniedYes = /^(?:(?:oh|well),? )?no[, ]+(?:i (?:can't|cannot|don't|wouldn't|couldn't))/

function readHedge(spoken: string, polarity: Answer['polarity']): HedgeLevel | null {
  if (weak.test(spoken) && !/\bi'd want the (?:state|government)\b/.test(spoken)) return 'weak'
  if (polarity !== 'yes' && refusal.test(spoken)) return 'refusal'
  if (soft.test(spoken)) return 'soft'
  return polarity === null ? null : 'firm'
}
