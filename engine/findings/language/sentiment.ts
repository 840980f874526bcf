/** Sentiment of the wording of answers; it says nothing about a feeling. Own rules, because word lists flip on "I don't think I could be fair". */
import { readAnswer } from './answer.ts'
import { readQuestion } from './question.ts'
import { splitClauses, foldText, splitSentences } from './sentences.ts'

type Wording = 'positive' | 'negative' | 'mixed' | 'neutral'

const good =
  /\b(?:fair|impartial|open[- ]mind(?:ed)?|objective|happy|glad|love|like|enjoy|enjoyed|respect|trust|good|great|fine|comfortable|willing|confident|wonderful|excellent|positive|support|honou?red|pleased|grateful|helpful|best|interesting|honest|able|no problem|pleasure|proud|appreciate)\b/g
const bad =
  /\b(?:bias(?:ed)?|unfair|prejudiced?|hate|dislike|distrust|afraid|scared|fear|worried|worry|anxious|anxiety|nervous|angry|upset|terrible|awful|horrible|bad|hard|difficult|difficulty|hardship|problems?|trouble|struggle|pain|painful|hurt|impossible|lose|losing|lost|sick|cancer|died|dead|disgust(?:ed|ing)?|liar|lie|lies|crooked|corrupt|burden|stress(?:ful|ed)?|sorry|unfortunately|unable|uncomfortable|negative|against|worse|worst|damage|detrimental|despicable|cheat)\b/g
const negation =
  /\b(?:not|no|never|n't|can't|cannot|don't|doesn't|didn't|won't|wouldn't|couldn't|isn't|wasn't|aren't|haven't|without|nothing|hardly|barely|neither|nor|ain't|unlikely)\b/
/** "I have no doubt", "can't complain": the denial is part of a positive phrase. */
const fixedPositive =
  /\b(?:no (?:doubt|problem|trouble|issue|issues|difficulty|bias|prejudice|hard feelings|concerns?)|can't complain|not (?:a |at all a )?problem|wouldn't (?:be a problem|bother|matter|affect|change)|nothing against)\b/

/** +1, -1 or 0 for one clause: what its words say, turned round where they are denied. */
function readTone(clause: string): number {
  if (fixedPositive.test(clause)) return 1
  const score = [...clause.matchAll(good)].length - [...clause.matchAll(bad)].length
  const denied = negation.test(clause) || /n't\b/.test(clause)
  if (score === 0)
    return denied && /\b(?:i|me|my)\b/.test(clause) && /\b(?:can|could|able|want|afford|trust|believe)/.test(clause)
      ? -1
      : 0
  return Math.sign(denied ? -score : score)
}

/** Tones of one answer; a short one takes its tone from its question ("Would that be a hardship?" "Yes."). */
function readTones(answer: string, question: string): number[] {
  const read = readAnswer(answer, question)
  if (read.empty) return []
  const { topic, polar, negative } = readQuestion(question)
  if (read.contentWords <= 2 && read.polarity !== null && polar && topic !== null) {
    const yes = read.polarity === 'yes' && !negative
    if (topic === 'undertaking' || topic === 'availability' || topic === 'paid') return [yes ? 1 : -1]
    if (topic === 'impairment' || topic === 'lean' || topic === 'hardship') return [yes ? -1 : 1]
  }
  return splitSentences(foldText(answer))
    .flatMap((sentence) => splitClauses(sentence).map((clause) => readTone(clause.text)))
    .filter((tone) => tone !== 0)
}

/** The weaker tone makes the wording mixed where it has at least this share of all tones. */
const mixedShare = 0.3

/** The wording of many answers together; null where there are none. */
export function readWording(pairs: readonly { question: string; answer: string }[]): Wording | null {
  if (pairs.length === 0) return null
  const tones = pairs.flatMap((pair) => readTones(pair.answer, pair.question))
  const positive = tones.filter((tone) => tone > 0).length
  const negative = tones.length - positive
  if (tones.length === 0) return 'neutral'
  if (Math.min(positive, negative) / tones.length >= mixedShare) return 'mixed'
  return positive > negative ? 'positive' : 'negative'
}
