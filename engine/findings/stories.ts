/** Long answers: a story about something else, in which one clause carries what the teller makes of it. */
import type { Question } from './language/question.ts'
import { splitClauses, splitWords, type Piece } from './language/sentences.ts'
import { findFrames } from './features.ts'
import type { Label } from './taxonomy.ts'

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
const standsNow =
  /\b(?:i'd|i'll|i'm|i am|i would|i will|i could|i might|i can(?:'t|not)?|i couldn't|i wouldn't|i won't|i don't|i do|i still|i just|i always|i never|i know|i think|i feel|i believe|i guess|i see|i hear|i hate|i trust|i have (?:a|no|to|strong|very|trouble)|i've (?:already|always|never|got|had it|known)|my (?:feelings?|bias|opinion|mind|back|stomach|blood|gut|heart)|(?:to|with|for|makes?|makes it hard for) me\b)/
const past =
  /\b(?:was|were|had|did|went|came|told|said|took|got|saw|gave|kept|found|knew|left|lost|met|ran|used to|[a-z]{3,}ed)\b/
/** Life and duty ahead: what would make it a hardship to serve, not what was hard then. */
const ahead =
  /\b(?:i(?: do)? (?:have|need|take care|care for|work|get paid|can't|cannot|couldn't|won't|would|will|am)|i'(?:m|ve|d|ll)|(?:is|are|'s|'re) (?:getting|having|in|sick|scheduled|due|supposed|going)|hardship|afford|next (?:week|month)|planned|booked|supposed to|(?:has|have) to|needs?|sit (?:here|for|through)|seven weeks|serving)\b/
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

const caseWords =
  /\b(?:fair(?:ly)?|impartial(?:ly|ity)?|objective|bias(?:ed)?|prejudiced?|guilty|innocent|defendants?|plaintiffs?|accused|prosecut(?:or|ors|ion)|police|officers?|cops?|testif(?:y|ies)|testimony|trust|verdicts?|opinions?|lawsuits?|news|politics?|political|beliefs?|the (?:case|charges|parties)|this (?:case|man|kind of case)|against (?:him|her|them))\b/
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

const intrudes =
  /\bi(?:'d| would| might| keep| could)?(?: always| still| just)? (?:be )?(?:think|thinking|see|seeing|hear|hearing|wonder|wondering|remember|remembering) (?:about|of|that|it|him|her|them|all)\b|\b(?:the (?:minute|moment|second)|as soon as|every time|whenever)\b/

/** How a fair-minded story ends: "… I take people one at a time", "so no, I don't believe that it would". */
const endsFairly =
  /\b(?:i(?:'d| would| could| can| will|'ll|'m going to)? (?:still |always |just )?(?:listen to|be fair|treat|take (?:people|each|everyone|it|them) (?:one|as)|judge (?:each|every|him|her|them) (?:on|by)|decide (?:it )?on|go by|keep an open mind|make up my own mind)|you'd have to (?:show|prove)|same as (?:with )?any(?:body|one)|and nothing else|so no,? i don't|i don't (?:think|believe) (?:that )?(?:it|that) would)\b/

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
  return from > 0 &&
    (intrudes.test(folded.slice(from)) || findFrames(folded.slice(from)).some((frame) => admitting.has(frame)))
    ? { from, to: folded.length }
    : null
}
