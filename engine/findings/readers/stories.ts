import type { Question } from '../language/question.ts'
import { splitClauses, splitSentences, splitWords, type Piece } from '../language/utterance.ts'
import { findFrames } from '../classifier/features.ts'
import type { Label } from '../taxonomy.ts'
import { readWordFile } from '../language/grammar.ts'

const lexicon = readWordFile('stances')

/** The maximum length in words. The median juror turn is three words. */
export const longestPlain = 40
const longestSentence = 25
const fewestWindowWords = 6

/** Returns pairs of adjacent clauses. In longer windows, the juror's stance would be diluted. */
export function cutWindows(sentence: Piece): Piece[] {
  if (splitWords(sentence.text).length <= longestSentence) return []
  const clauses = splitClauses(sentence)
  return clauses.flatMap((clause, at) => {
    const end = clauses[at + 1] ?? clause
    const text = sentence.text.slice(clause.from - sentence.from, end.to - sentence.from)
    return splitWords(text).length >= fewestWindowWords ? [{ from: clause.from, to: end.to, text }] : []
  })
}

const standsNow = lexicon.regex('stands-now')
const past =
  /\b(?:was|were|had|did|went|came|told|said|took|got|saw|gave|kept|found|knew|left|lost|met|ran|used to|[a-z]{3,}ed)\b/
const ahead = lexicon.regex('ahead')
const asksForTrouble: ReadonlySet<Question['topic']> = new Set([
  'hardship',
  'availability',
  'paid',
  'replaceable',
  'schedule',
  'documented',
])

const namesTrouble =
  /\b(?:problems?|issues?|conflicts?|hardships?|difficult(?:y|ies)|troubles?|scheduling|your schedule|length of (?:the|this) trial|(?:hardship|excuse) (?:form|sheet|request)|asked to be excused|have (?:a|any) (?:trip|travel|surgery|appointments?|vacation)s?)\b/

export const asksAboutTrouble = (question: Question): boolean =>
  asksForTrouble.has(question.topic) ||
  question.asksForHardship ||
  ((question.topic === 'open' || question.topic === null) && namesTrouble.test(question.text))

/** Excludes questions about the details of a hardship, such as "Would you be paid?" */
export const asksForHardship = (question: Question): boolean =>
  question.asksForHardship ||
  (asksAboutTrouble(question) && (question.topic === null || asksForOne.has(question.topic)))
const asksForOne: ReadonlySet<Question['topic']> = new Set(['hardship', 'availability', 'open'])

const caseWords = lexicon.regex('case-words')
export const mentionsCase = (folded: string): boolean => caseWords.test(folded)

/**
 * Returns true if the juror only describes the past and doesn't state a current view (bias) or a future effect
 * (hardship).
 */
export function isPurelyNarrative(reading: { label: Label; piece: Piece }, question: Question): boolean {
  const { text } = reading.piece
  if (reading.label === 'bias') return past.test(text) && !standsNow.test(text)
  if (reading.label === 'hardship') return !asksAboutTrouble(question) && past.test(text) && !ahead.test(text)
  return false
}

const turn =
  /\b(?:but|though|however|except|just|the (?:thing|problem|trouble|truth|fact) is|that said|even so|still)\b/
const admitting: ReadonlySet<string> = new Set([
  'effect',
  'unable',
  'hardly',
  'feeling',
  'dislike',
  'leaning',
  'verdict on people',
])

export const admits = (folded: string): boolean => findFrames(folded).some((frame) => admitting.has(frame))

const plain = lexicon.regex('plain-admission')
const notAdmitted = lexicon.regex('not-admitted')

/** Returns false for "if I can't be fair" and "nobody said I can't be fair". */
export const isPlainAdmission = (folded: string): boolean =>
  splitSentences(folded).some(
    (sentence) =>
      !keepsToLaw(sentence.text) &&
      splitClauses(sentence).some(({ text }) => plain.test(text) && !notAdmitted.test(text)),
  )

const lawAbiding = lexicon.regex('keeps-to-law')
export const keepsToLaw = (folded: string): boolean => lawAbiding.test(folded)

const intrudes = lexicon.regex('intrudes')

const endsFairly = lexicon.regex('ends-fairly')

export function endsWithFairness(sentences: readonly Piece[]): boolean {
  const last = sentences.at(-1)?.text ?? ''
  return (
    endsFairly.test(last) &&
    !/\b(?:but|except|unless|can't|couldn't|wouldn't|hard|want to see|want somebody)\b/.test(last)
  )
}

export function findReservation(folded: string): { from: number; to: number } | null {
  if (splitWords(folded).length <= longestPlain) return null
  const from = folded.search(turn)
  return from > 0 && (intrudes.test(folded.slice(from)) || admits(folded.slice(from)))
    ? { from, to: folded.length }
    : null
}
