/** What an answer commits to: yes or no, how firmly, or nothing at all. */
import type { HedgeLevel } from '#contract/findings/findings.ts'
import { foldText, splitWords } from './sentences.ts'
import { readWordFile } from './grammar.ts'

const lexicon = readWordFile('answers')

export type Answer = {
  /** The folded words. */
  text: string
  polarity: 'yes' | 'no' | null
  hedge: HedgeLevel | null
  /** True where nothing is answered: silence, a greeting, a number, a request to repeat, the question again. */
  empty: boolean
  /** True where the juror asks for the question again or does not follow it. */
  clarifies: boolean
  /** Words beyond the yes or no and its courtesies. */
  contentWords: number
}

const yes = lexicon.regex('yes')
const no = lexicon.regex('no')
/** The yes or no may come last: "Of that kind of person, yes." */
const closing = lexicon.regex('closing')
const refusal = lexicon.regex('refusal')
const weak = lexicon.regex('weak')
const soft = lexicon.regex('soft')
const clarify = lexicon.regex('clarify')
const pleasantry = lexicon.regex('pleasantry')
const courtesy = lexicon.regex('courtesy')

/** True where a question in return gives the question back: most of its words. */
function echoes(words: readonly string[], asked: readonly string[]): boolean {
  const own = words.filter((word) => asked.includes(word) || /^(?:i|me|my|would|do|can|am)$/.test(word))
  return words.length >= 3 && own.length >= words.length * 0.7
}

const asksStrength = /\bstrong(?:ly)?\b|\bfirmly\b|\bscale (?:of|from)\b|\bone to ten\b/
const strong = lexicon.regex('strong')

/** Reads an answer; `question` is the raw question, used to recognise an echo and a question for how strong a feeling is. */
export function readAnswer(raw: string, question: string): Answer {
  const text = foldText(raw)
  const asked = foldText(question)
  const spoken = text.replace(/\[[^\]]*\]/g, ' ').trim()
  const words = splitWords(spoken)
  const repeated = spoken.endsWith('?') ? splitWords(asked) : null
  const clarifies = clarify.test(spoken)
  const contentWords = words.filter((word) => !courtesy.test(word)).length
  const polarity = readPolarity(spoken, asked)
  // "Yes" and "No" are answers although they are courteous; "Thank you" is not.
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

/** "(Collectively) Yes.": many voices are nobody's own words. */
const collective = /^\(.*\)\W*$|^\((?:collectively|in unison|all|several|jurors|panel)\b[^)]*\)/i

/** Yes where both are said ("No, I would"), except for a "No, I can't". */
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
