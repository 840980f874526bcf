import { readAnswer, splitClauses, foldText, splitSentences } from './utterance.ts'
import { readQuestion } from './question.ts'
import { readWordFile } from './grammar.ts'

const lexicon = readWordFile('wording')

type Wording = 'positive' | 'negative' | 'mixed' | 'neutral'

const good = lexicon.regex('good', 'g')
const bad = lexicon.regex('bad', 'g')
const negation = lexicon.regex('negation')
const fixedPositive = lexicon.regex('fixed-positive')

/**
 * Returns +1, -1, or 0. A list of sentiment words would misread "I don't think I could be fair", so this doesn't use
 * one.
 */
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

function readTones(answer: string, question: string): number[] {
  const read = readAnswer(foldText(answer), foldText(question))
  if (read.empty) return []
  const { topic, polar, negative } = readQuestion(question)
  if (read.contentWords <= 2 && read.polarity !== null && polar && topic !== null) {
    const yes = read.polarity === 'yes' && !negative
    if (topic === 'undertaking' || topic === 'availability' || topic === 'paid') return [yes ? 1 : -1]
    if (topic === 'impairment' || topic === 'lean' || topic === 'hardship') return [yes ? -1 : 1]
  }
  return splitSentences(read.text)
    .flatMap((sentence) => splitClauses(sentence).map((clause) => readTone(clause.text)))
    .filter((tone) => tone !== 0)
}

const mixedShare = 0.3

export function readWording(pairs: readonly { question: string; answer: string }[]): Wording | null {
  if (pairs.length === 0) return null
  const tones = pairs.flatMap((pair) => readTones(pair.answer, pair.question))
  const positive = tones.filter((tone) => tone > 0).length
  const negative = tones.length - positive
  if (tones.length === 0) return 'neutral'
  if (Math.min(positive, negative) / tones.length >= mixedShare) return 'mixed'
  return positive > negative ? 'positive' : 'negative'
}
