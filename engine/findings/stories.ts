/** Long answers: a story about something else, in which one clause carries what the teller makes of it. */
import type { Question } from './language/question.ts'
import { splitClauses, splitWords, type Piece } from './language/sentences.ts'
import { findFrames } from './features.ts'
import type { Label } from './taxonomy.ts'
import { readWordFile } from './language/grammar.ts'

const lexicon = readWordFile('stances')

/** Answers of more words than this are stories; the median of a juror's turns is three. */
export const longestPlain = 40
/** Sentences up to this long are judged whole and need no windows. */
const longestSentence = 25
const fewestWindowWords = 6

/** Neighbouring clauses of a long sentence, two by two: a stance hardly ever needs more, and the rest of the story drowns it. */
export function cutWindows(sentence: Piece): Piece[] {
  if (splitWords(sentence.text).length <= longestSentence) return []
  const clauses = splitClauses(sentence)
  return clauses.flatMap((clause, at) => {
    const end = clauses[at + 1] ?? clause
    const text = sentence.text.slice(clause.from - sentence.from, end.to - sentence.from)
    return splitWords(text).length >= fewestWindowWords ? [{ from: clause.from, to: end.to, text }] : []
  })
}

/** The teller now, or as a juror: what is felt, wanted, refused or expected, not what happened then. */
const standsNow = lexicon.regex('stands-now')
const past =
  /\b(?:was|were|had|did|went|came|told|said|took|got|saw|gave|kept|found|knew|left|lost|met|ran|used to|[a-z]{3,}ed)\b/
/** Life and duty ahead: what would make it a hardship to serve, not what was hard then. */
const ahead = lexicon.regex('ahead')
const asksForTrouble: ReadonlySet<Question['topic']> = new Set([
  'hardship',
  'availability',
  'paid',
  'replaceable',
  'schedule',
  'documented',
])

const namesTrouble = /\b(?:problem|issue|conflict|hardship|difficulty|trouble)\b/

/** True where the question is for what makes serving hard, not for what stands against being fair. */
export const asksWhatIsWrong = (question: Question): boolean =>
  asksForTrouble.has(question.topic) || (question.topic === 'open' && namesTrouble.test(question.text))

const caseWords = lexicon.regex('case-words')
/** True where an answer speaks of the case, its people or of judging; a story without any is about the juror's own life. */
export const namesTheCase = (folded: string): boolean => caseWords.test(folded)

/** True where a stretch of a story only tells: a bias in it needs the teller's stance, a hardship something still ahead. */
export function isOnlyTold(reading: { label: Label; piece: Piece }, question: Question): boolean {
  const { text } = reading.piece
  if (reading.label === 'bias') return past.test(text) && !standsNow.test(text)
  if (reading.label === 'hardship') return !asksWhatIsWrong(question) && past.test(text) && !ahead.test(text)
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

/** True where a stretch admits a feeling, a leaning or an effect. */
export const admits = (folded: string): boolean => findFrames(folded).some((frame) => admitting.has(frame))

const intrudes = lexicon.regex('intrudes')

/** How a fair-minded story ends: "… I take people one at a time", "so no, I don't believe that it would". */
const endsFairly = lexicon.regex('ends-fairly')

/** True where the last sentence of a long answer states fairness and nothing after a "but" in it takes that back. */
export function closesFairly(sentences: readonly Piece[]): boolean {
  const last = sentences.at(-1)?.text ?? ''
  return (
    endsFairly.test(last) &&
    !/\b(?:but|except|unless|can't|couldn't|wouldn't|hard|want to see|want somebody)\b/.test(last)
  )
}

/**
 * The part of a long answer that takes back what was undertaken: "I'd do my best to listen, but I'd be sitting there wanting
 * somebody to pay." Null where nothing is taken back, or what follows the turn admits nothing.
 */
export function reservationIn(folded: string): { from: number; to: number } | null {
  if (splitWords(folded).length <= longestPlain) return null
  const from = folded.search(turn)
  return from > 0 && (intrudes.test(folded.slice(from)) || admits(folded.slice(from)))
    ? { from, to: folded.length }
    : null
}
