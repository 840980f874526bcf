/** What the words of an answer say by themselves: rules and the trained part together. */
import type { Stance } from '#contract/findings/findings.ts'
import { listFeatures, listSetting } from './features.ts'
import { fireRules, type Fired } from './rules.ts'
import type { Gates } from './gates.ts'
import { asksAttitude, type Question } from './language/question.ts'
import { splitSentences, splitWords, type Piece } from './language/sentences.ts'
import { scoresFrom } from './model.ts'
import { findFairnessMatter, getPrior, matterBonus } from './prior.ts'
import type { Reading } from './reading.ts'
import { admits, asksWhatIsWrong, closesFairly, cutWindows, isOnlyTold, longestPlain, namesTheCase } from './stories.ts'
import { labels, taxonomy, type Label, type Sub } from './taxonomy.ts'
import type { Verdict } from './verdict.ts'
import { findAny, pattern, readWordFile } from './language/grammar.ts'

const lexicon = readWordFile('stances')

/** A rule speaks this much louder than a word (in the logarithm of the odds); chosen on the tuning half by cross-validation. */
const ruleBonus = 2.5
/** Patterns that many other sub-categories share by their nature speak more softly. */
const softRuleBonus = 1.25
const softSubs: ReadonlySet<Sub> = new Set(['explicit_inability', 'rehabilitation_equivocal', 'unequivocal_fairness'])
/**
 * From which probability of any highlight a stretch counts where a rule fired for its label, and where the trained part
 * speaks alone; its own label must then also be this sure.
 */
const strengthOfWhole: Strength = { ruled: 0.5, unruled: 0.5, ownShare: 0.12 }
const strengthInPart: Strength = { ruled: 0.62, unruled: 0.8, ownShare: 0.4 }
/** A label needs at least this share of what the strongest label gathers over all sentences. */
const smallestShare = 0.5
/** Longer answers are judged sentence by sentence only: the words of a long story point everywhere. */
const longestWhole = 80

/** One stretch of an answer by itself: the label that leads, by the trained part and the rules together. */
type Judged = {
  label: Label
  sub: Sub
  confidence: number
  highlight: number
  ownShare: number
  fired: Fired[]
  piece: Piece
}

/** Verdicts from the words themselves, at most one a label. */
export function readContent(reading: Reading): Verdict[] {
  const { gates, question } = reading
  // "It wouldn't hurt me financially": what was asked about is denied, and nothing else was asked.
  if (gates.silent || (gates.noHardship && aboutLife.has(question.topic))) return []
  const sentences = splitSentences(gates.text).filter((each) => !asks(each.text))
  const words = splitWords(gates.text).length
  const judgePiece = toJudge(reading)
  const judged = cutPieces(gates.text, words, sentences).flatMap(({ piece, isWhole }) => {
    const each = judgePiece(piece)
    return each && isStrong(each, isWhole ? strengthOfWhole : strengthInPart) ? [each] : []
  })
  const found = words > longestPlain ? withStory(judged, sentences, reading, judgePiece) : getLeading(judged)
  return found.map((each) => toVerdict(each, reading))
}

/** The whole answer where it is no long story, its sentences where there are several, and what follows a "but" in them. */
function cutPieces(text: string, words: number, sentences: readonly Piece[]): { piece: Piece; isWhole: boolean }[] {
  const whole = words <= longestWhole && sentences.length > 0 ? [{ from: 0, to: text.length, text }] : []
  const parts = sentences.length > 1 || whole.length === 0 ? sentences : []
  return [
    ...whole.map((piece) => ({ piece, isWhole: true })),
    ...[...parts, ...sentences.flatMap(cutReservation)].map((piece) => ({ piece, isWhole: false })),
  ]
}

type Strength = { ruled: number; unruled: number; ownShare: number }

function isStrong(judged: Judged, { ruled, unruled, ownShare }: Strength): boolean {
  return isRuled(judged) ? judged.highlight >= ruled : judged.highlight >= unruled && judged.ownShare >= ownShare
}

const isRuled = ({ fired, sub }: Judged): boolean => fired.some(({ rule }) => rule.sub === sub)

/** Of a story: not what is only told, no bias beside a hardship of one's own or a fair end, and the stance in one clause. */
function withStory(
  judged: readonly Judged[],
  sentences: readonly Piece[],
  { gates, question }: Reading,
  judgePiece: (piece: Piece) => Judged | null,
): Judged[] {
  const isOwnTrouble =
    asksWhatIsWrong(question) &&
    !namesTheCase(gates.text) &&
    fireRules(gates.text).some(({ rule }) => taxonomy[rule.sub].label === 'hardship')
  const isFairEnd = closesFairly(sentences)
  const isBlocked = (each: Judged) => each.label === 'bias' && (isOwnTrouble || (isFairEnd && !isSure(each)))
  const leading = getLeading(judged.filter((each) => !isOnlyTold(each, question) && !isBlocked(each)))
  if (isOwnTrouble || isFairEnd || leading.some(({ label }) => label === 'bias')) return leading
  const stances = sentences.flatMap(cutWindows).flatMap((window) => {
    const each = judgePiece(window)
    const counts =
      each?.label === 'bias' &&
      each.fired.some(({ rule }) => taxonomy[rule.sub].label === 'bias') &&
      each.highlight >= strengthInPart.ruled &&
      !isOnlyTold(each, question)
    return counts ? [each] : []
  })
  const strongest = stances.toSorted((a, b) => b.confidence - a.confidence)[0]
  return strongest ? [...leading, strongest] : leading
}

/** "I'd try, but deep down I'm with the workers": what follows the turn is judged by itself too. */
function cutReservation(sentence: Piece): Piece[] {
  const at = sentence.text.search(/\b(?:but|though|however|except)\b/)
  const text = sentence.text.slice(at)
  return at > 0 && splitWords(text).length >= fewestReservationWords
    ? [{ from: sentence.from + at, to: sentence.to, text }]
    : []
}
const fewestReservationWords = 4

/** Beside a fair ending a bias counts only where a rule has read it and little speaks against it. */
const isSure = (judged: Judged): boolean => judged.confidence >= 0.85 && isRuled(judged)

/** The best of each label. In a story of many sentences a label that hardly any of them carries is chance. */
function getLeading(judged: readonly Judged[]): Judged[] {
  const totals = new Map<Label, number>()
  const best = new Map<Label, Judged>()
  for (const each of judged) {
    totals.set(each.label, (totals.get(each.label) ?? 0) + each.confidence)
    const known = best.get(each.label)
    if (!known || known.confidence < each.confidence) best.set(each.label, each)
  }
  const most = Math.max(0, ...totals.values())
  return [...best.values()].filter(({ label }) => (totals.get(label) ?? 0) >= most * smallestShare)
}

/** A juror's own question says nothing, except one that argues: "Why wouldn't you defend yourself?" */
const asks = (sentence: string) => sentence.endsWith('?') && !argues.test(sentence)
const argues = lexicon.regex('argues')

/** A yes or no that is taken back in the same breath commits to nothing. */
const qualified = /\b(?:but|however|although|though|except|unless|depends|just|only)\b/

/** Judges stretches of one answer: what they share (the question, what it lets one expect) is worked out once. */
function toJudge({ question, answer, gates }: Reading): (piece: Piece) => Judged | null {
  const setting = listSetting(question, answer)
  const prior = getPrior(question, answer, qualified.test(gates.text))
  return (piece) => {
    const fired = fireRules(piece.text)
    const firedSubs = new Set(fired.map(({ rule }) => rule.sub))
    const scores = scoresFrom(listFeatures(piece.text, setting, firedSubs))
    for (const sub of firedSubs)
      scores.subs.set(sub, (scores.subs.get(sub) ?? 0) + (softSubs.has(sub) ? softRuleBonus : ruleBonus))
    const none = Math.exp(scores.none + prior.none)
    const masses = [...scores.subs].flatMap(([sub, score]) => {
      const { label } = taxonomy[sub]
      if (isOff(label, sub, gates) || isOutOfPlace(sub, question, firedSubs, piece.text)) return []
      return [{ sub, label, mass: Math.exp(score + prior.labels[label] + (sub === prior.matter ? matterBonus : 0)) }]
    })
    return toJudged(masses, none, fired, piece)
  }
}

type Mass = { sub: Sub; label: Label; mass: number }

/** The label with the most mass, and in it the sub-category with the most. */
function toJudged(masses: readonly Mass[], none: number, fired: Fired[], piece: Piece): Judged | null {
  let sum = none
  const byLabel: Record<Label, number> = { hardship: 0, bias: 0, key_statement: 0 }
  for (const { label, mass } of masses) {
    sum += mass
    byLabel[label] += mass
  }
  const label = labels.reduce((a, b) => (byLabel[b] > byLabel[a] ? b : a))
  const top = masses.reduce<Mass | null>(
    (best, each) => (each.label === label && (!best || best.mass < each.mass) ? each : best),
    null,
  )
  if (!top) return null
  const { sub, mass } = top
  return { label, sub, confidence: byLabel[label] / sum, highlight: 1 - none / sum, ownShare: mass / sum, fired, piece }
}

/** Words that state an effect on the juror's judgment; without one, a tie or an experience is disclosed and no more. */
const effect = lexicon.regex('effect')
const needsEffect: ReadonlySet<Sub> = new Set(['relationship', 'experience_based', 'pretrial_opinion', 'occupational'])
const aboutLife: ReadonlySet<Question['topic']> = new Set([
  'background',
  'housekeeping',
  'paid',
  'replaceable',
  'schedule',
  'documented',
  'hardship',
  'fact',
])

/** A hedge is a hedged undertaking only where something was to be undertaken, and not beside an admission. */
function isOutOfPlace(sub: Sub, question: Question, fired: ReadonlySet<Sub>, text: string): boolean {
  if (needsEffect.has(sub)) return !effect.test(text)
  if (sub === 'rehabilitation_equivocal')
    return (
      aboutLife.has(question.topic) ||
      question.topic === 'open' ||
      question.topic === 'nod' ||
      question.topic === 'disclosure' ||
      [...fired].some((each) => taxonomy[each].label === 'bias')
    )
  if (sub === 'unequivocal_fairness')
    return aboutLife.has(question.topic) && !/\b(?:serve|jury|juror|duty|fair)\b/.test(text)
  return sub === 'rehabilitation' && aboutLife.has(question.topic)
}

const undertakings: ReadonlySet<Sub> = new Set(['rehabilitation', 'rehabilitation_equivocal', 'unequivocal_fairness'])
const isOff = (label: Label, sub: Sub, gates: Gates) =>
  (label === 'hardship' && gates.noHardship) ||
  (label === 'bias' && gates.noBias) ||
  (label === 'key_statement' && gates.noDisclosure && !undertakings.has(sub))

const supports = new Map(readWordFile('support').entries.map(({ name, sources }) => [name, sources.map(pattern)]))
/** What backs up the classifier where no rule fired: words that name the matter, or a question about fairness. */
function findSupport({ label, sub, piece }: Judged, reading: Reading): string[] {
  const { question, answer } = reading
  if (findAny(supports.get(sub) ?? supports.get(label) ?? [], piece.text)) return [`words/${sub}`]
  if (label === 'bias' && mayState(reading) && admits(piece.text)) return ['words/stance']
  const isFree = reading.hardshipBefore === null && !reading.amongHardships
  const isAsked =
    label === 'bias' &&
    (asksAttitude(question) || (isFree && question.topic === null && findFairnessMatter(question.text) !== null)) &&
    answer.contentWords >= fewestAnsweringWords
  return isAsked && !acknowledges.test(piece.text) ? [byQuestion] : []
}
/** True where nobody asked about a hardship, so that a stated feeling may be about the case. */
const mayState = ({ question, hardshipBefore, amongHardships }: Reading): boolean =>
  hardshipBefore === null && !amongHardships && (question.topic === 'open' || question.topic === 'nod')
/** The question gives the answer its meaning; no single word of it does. */
const byQuestion = 'question/fairness'
const fewestAnsweringWords = 2
const acknowledges = lexicon.regex('acknowledges')

function toVerdict(judged: Judged, reading: Reading): Verdict {
  const { label, sub, confidence, fired, piece } = judged
  const { text } = reading
  const own = fired.filter(({ rule }) => rule.sub === sub)
  const support = own.length === 0 ? findSupport(judged, reading) : []
  const range = own[0] ?? { from: 0, to: piece.text.trimEnd().length }
  return {
    label,
    sub,
    confidence,
    stance: getStance(label, sub, piece.text),
    trigger: support.includes(byQuestion)
      ? null
      : { from: piece.from + range.from, to: Math.min(text.length, piece.from + range.to) },
    rules: [...new Set(own.map(({ rule }) => rule.id)), ...support, 'model'],
  }
}

const hedges = lexicon.regex('hedges')

function getStance(label: Label, sub: Sub, text: string): Stance | null {
  if (label === 'bias') return hedges.test(text) && sub !== 'explicit_inability' ? 'equivocal' : 'expressed'
  if (label === 'hardship') return 'expressed'
  if (sub === 'rehabilitation_equivocal') return 'equivocal'
  return sub === 'rehabilitation' ? 'rehabilitated' : null
}
