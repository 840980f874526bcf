import type { Question } from './language/question.ts'
import { splitClauses, splitSentences } from './language/utterance.ts'
import { readWordFile } from './language/grammar.ts'

const lexicon = readWordFile('gates')

const blank = (text: string, from: number, to: number) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)

/** Blanks out quoted text because it's an example or someone else's words. */
function withoutQuotes(folded: string): string {
  let text = folded
  for (const match of folded.matchAll(/"[^"]{2,}"|(?<=[\s,])'(?=[a-z])[^"]{8,}?[.?!]'/g))
    text = blank(text, match.index, match.index + match[0].length)
  return text
}

/** Blanks out "I'm not saying I can't be fair" because the double negative neither promises nor admits anything. */
function withoutDenials(folded: string): string {
  const match = deniedInability.exec(folded)
  return match ? withoutDenials(blank(folded, match.index, match.index + match[0].length)) : folded
}
const deniedInability = lexicon.regex('denied-inability')

const otherVoice = lexicon.regex('other-voice')
const ownVoice = /\b(?:i|i'd|i'm|i've|i'll|me|myself|we|we're|we've)\b/
const joke =
  /\(laugh(?:ter|s|ing)?\)|\blaughter\b|\b(?:just |only )?(?:kidding|joking|i joke)\b|\bha(?:[ ,]*ha)+\b|,? ha[.!]?$/
const disclaimed = lexicon.regex('disclaimed')
const closed = lexicon.regex('closed')
const solved = lexicon.regex('solved')
const stillHard =
  /\b(?:but|except|however|although|problem is|unfortunately|still can't|not paid|only paid|no backup)\b/
const unknowing = lexicon.regex('unknowing')
const accommodated = lexicon.regex('accommodated')
const longAgo = lexicon.regex('long-ago')
const lastsSince = /\b(?:but|still|since|started|now|i have|i've had)\b/
const unlike = lexicon.regex('unlike')
const dislikesEveryday = lexicon.regex('everyday-dislike')
const indifferent = lexicon.regex('indifferent')
const hypothetical = lexicon.regex('hypothetical')

const ownOpening = /^(?:i|i'd|i'm|i've|we|because i|and i|but i)\b/
const continuation = lexicon.regex('goes-on')

export type Gates = {
  text: string
  silent: boolean
  /** True if `silent` is set only because the question is hypothetical. */
  supposed: boolean
  noHardship: boolean
  noBias: boolean
  noDisclosure: boolean
}

export function readGates(folded: string, question: Question): Gates {
  const unquoted = withoutDenials(withoutQuotes(folded))
  const unreported = withoutReports(unquoted)
  const own = unreported ?? unquoted
  const isClosed = closed.test(folded)
  const saysNothing =
    joke.test(folded) ||
    isIndifferent(folded) ||
    (disclaims(folded) && (unreported !== null || /^(?:my|he|she|they|the|his|her)\b/.test(folded))) ||
    !/[a-z]/.test(own)
  return {
    text: own,
    silent: saysNothing || isHypothetical(question),
    supposed: !saysNothing && isHypothetical(question),
    noHardship: isClosed || isSolved(folded) || isLongAgo(folded),
    noBias: dislikesEveryday.test(folded) || (isClosed && !stillAffects.test(folded)),
    noDisclosure: (isClosed || disclosesNothing(folded)) && folded.length < longestDenial,
  }
}
const isLongAgo = (folded: string): boolean => longAgo.test(folded) && !lastsSince.test(folded)
const stillAffects = /\b(?:still|affect|can't|couldn't|wouldn't|hard)\b/
const disclosesNothing = (folded: string): boolean => unknowing.test(folded) || unlike.test(folded)

/** "We had a trip, but we moved it" is resolved. "My boss pays me, but only for a week" isn't. */
function isSolved(folded: string): boolean {
  const match = solved.exec(folded) ?? accommodated.exec(folded)
  return match !== null && !stillHard.test(folded.slice(match.index)) && !stillUnpaid.test(folded)
}
const stillUnpaid = /\b(?:unfortunately|still can't|not paid|only paid|no backup)\b/
/** The maximum length of a denial in characters. Longer answers may still disclose something. */
const longestDenial = 140

function withoutReports(folded: string): string | null {
  let text = folded
  let isReported = false
  for (const sentence of splitSentences(folded)) {
    let isReporting = false
    for (const clause of splitClauses(sentence)) {
      const reported = ownOpening.test(clause.text) ? null : otherVoice.exec(clause.text)
      // Everything from "says" to the end of the clause is reported speech, even "I".
      const isTheirs = reported !== null && !ownVoice.test(clause.text.slice(0, reported.index))
      isReporting = isTheirs || (isReporting && continuation.test(clause.text))
      if (!isReporting) continue
      text = blank(text, clause.from, clause.to)
      isReported = true
    }
  }
  return isReported ? text : null
}

const disclaims = (folded: string): boolean =>
  disclaimed.test(folded) &&
  !stillHard.test(folded.replace(/^.*\bbut\b/, (head) => (disclaimed.test(folded.slice(head.length)) ? '' : head)))

const isIndifferent = (folded: string): boolean =>
  indifferent.test(folded) && !/\b(?:but|except|fair|impartial|both|evidence|bias)\b/.test(folded)

const isHypothetical = ({ text, topic }: Question): boolean =>
  hypothetical.test(text) && topic !== 'undertaking' && topic !== 'impairment' && topic !== 'lean'
