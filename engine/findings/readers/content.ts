import type { Stance } from '#contract/findings/findings.ts'
import { listFeatures, listSetting } from '../classifier/features.ts'
import { matchRules, type Fired } from '../classifier/rules.ts'
import type { Gates } from '../gates.ts'
import { asksAttitude, type Question } from '../language/question.ts'
import { splitSentences, splitWords, type Piece } from '../language/utterance.ts'
import { computeScores } from '../classifier/model.ts'
import { commits, findFairnessMatter, getPrior, matterBonus, priorOfOpenQuestion } from '../classifier/prior.ts'
import { findCarryingWords } from '../classifier/resembling.ts'
import { isSmallTalk, mostShortWords, type Reading } from '../reading.ts'
import {
  admits,
  asksAboutTrouble,
  asksForHardship,
  endsWithFairness,
  cutWindows,
  isPlainAdmission,
  isPurelyNarrative,
  longestPlain,
  mentionsCase,
} from './stories.ts'
import { labels, taxonomy, type Label, type Sub } from '../taxonomy.ts'
import { byQuestion, byStance, type Verdict } from '../verdict.ts'
import { findAny, pattern, readWordFile } from '../language/grammar.ts'

const lexicon = readWordFile('stances')

/** Bonuses in log odds, chosen by cross-validation on the tuning half. */
const ruleBonus = 2.5
const softRuleBonus = 1.25
const softSubs: ReadonlySet<Sub> = new Set(['explicit_inability', 'rehabilitation_equivocal', 'unequivocal_fairness'])
const strengthOfWhole: Strength = { ruled: 0.5, unruled: 0.5, ownShare: 0.12 }
const strengthInPart: Strength = { ruled: 0.62, unruled: 0.8, ownShare: 0.4 }
const smallestShare = 0.5
const longestWhole = 80

type Judged = {
  label: Label
  sub: Sub
  confidence: number
  highlight: number
  ownShare: number
  fired: Fired[]
  piece: Piece
}

export function readContent(reading: Reading): Verdict[] {
  const { gates, question } = reading
  // "It wouldn't hurt me financially" denies the hardship in the question.
  if (gates.silent || (gates.noHardship && aboutLife.has(question.topic))) return []
  const sentences = splitSentences(gates.text).filter((each) => !asks(each.text))
  const words = splitWords(gates.text).length
  const judgePiece = toJudge(reading)
  const judged = cutPieces(gates.text, words, sentences).flatMap(({ piece, isWhole }) => {
    const each = judgePiece(piece)
    return each && isStrong(each, isWhole ? strengthOfWhole : strengthInPart) ? [each] : []
  })
  const found = words > longestPlain ? withStory(judged, sentences, reading, judgePiece) : getLeading(judged, reading)
  return found.map((each) => toVerdict(each, reading))
}

/** Returns what the classifier detects without a rule or supporting phrase. These are only possible findings. */
export function readResembling(reading: Reading): Verdict[] {
  const { gates, question } = reading
  if (gates.silent || (gates.noHardship && aboutLife.has(question.topic))) return []
  const judgePiece = toJudge(reading)
  return splitSentences(gates.text)
    .filter((each) => !asks(each.text))
    .flatMap((piece) => {
      const judged = judgePiece(piece)
      if (!judged || judged.confidence < leastResemblance) return []
      const trigger = findCarryingWords(piece, (text) => {
        const without = judgePiece({ ...piece, text })
        return without?.label === judged.label ? without.confidence : 0
      })
      const { label, sub, confidence } = judged
      return trigger ? [{ label, sub, confidence, stance: null, trigger, rules: ['model'] }] : []
    })
}
/** This is lower than the minimum for findings shown by default, which also need a rule or supporting phrase. */
const leastResemblance = 0.5

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

function withStory(
  judged: readonly Judged[],
  sentences: readonly Piece[],
  reading: Reading,
  judgePiece: (piece: Piece) => Judged | null,
): Judged[] {
  const { gates, question } = reading
  const isOwnTrouble =
    asksAboutTrouble(question) &&
    !mentionsCase(gates.text) &&
    matchRules(gates.text).some(({ rule }) => taxonomy[rule.sub].label === 'hardship')
  const isFairEnd = endsWithFairness(sentences)
  const isBlocked = (each: Judged) => each.label === 'bias' && (isOwnTrouble || (isFairEnd && !isSure(each)))
  const relevant = judged.filter((each) => !isPurelyNarrative(each, question) && !isBlocked(each))
  const leading = getLeading(relevant, reading)
  if (isOwnTrouble || isFairEnd || leading.some(({ label }) => label === 'bias')) return leading
  const stances = sentences.flatMap(cutWindows).flatMap((window) => {
    const each = judgePiece(window)
    const counts =
      each?.label === 'bias' &&
      each.fired.some(({ rule }) => taxonomy[rule.sub].label === 'bias') &&
      each.highlight >= strengthInPart.ruled &&
      !isPurelyNarrative(each, question)
    return counts ? [each] : []
  })
  const strongest = stances.toSorted((a, b) => b.confidence - a.confidence)[0]
  return strongest ? [...leading, strongest] : leading
}

/**
 * Returns the part after "but", as in "I'd try, but deep down I'm with the workers", so it can be judged separately.
 */
function cutReservation(sentence: Piece): Piece[] {
  const at = sentence.text.search(/\b(?:but|though|however|except)\b/)
  const text = sentence.text.slice(at)
  return at > 0 && splitWords(text).length >= fewestReservationWords
    ? [{ from: sentence.from + at, to: sentence.to, text }]
    : []
}
const fewestReservationWords = 4

/** If an answer ends with a promise to be fair, a bias finding needs a matching rule and high confidence. */
const isSure = (judged: Judged): boolean => judged.confidence >= 0.85 && isRuled(judged)

/** Prefers parts of an answer with words that support a finding, even if another part has a higher probability. */
function getLeading(judged: readonly Judged[], reading: Reading): Judged[] {
  const totals = new Map<Label, number>()
  const best = new Map<Label, { each: Judged; isSupported: boolean }>()
  for (const each of judged) {
    totals.set(each.label, (totals.get(each.label) ?? 0) + each.confidence)
    const isSupported = isRuled(each) || findSupport(each, reading).length > 0
    const known = best.get(each.label)
    const isBetter =
      known === undefined || (known.isSupported === isSupported ? known.each.confidence < each.confidence : isSupported)
    if (isBetter) best.set(each.label, { each, isSupported })
  }
  const most = Math.max(0, ...totals.values())
  return [...best.values()]
    .map(({ each }) => each)
    .filter(({ label }) => (totals.get(label) ?? 0) >= most * smallestShare)
}

/** Returns true if the juror asks a question, unless it's rhetorical, such as "Why wouldn't you defend yourself?" */
const asks = (sentence: string) => sentence.endsWith('?') && !argues.test(sentence)
const argues = lexicon.regex('argues')

const qualified = /\b(?:but|however|although|though|except|unless|depends|just|only)\b/

function toJudge(reading: Reading): (piece: Piece) => Judged | null {
  const { question, answer, gates } = reading
  const setting = listSetting(question, answer)
  const asked = getPrior(question, answer, qualified.test(gates.text))
  return (piece) => {
    const fired = matchRules(piece.text)
    const prior = aboutLife.has(question.topic) && isPlainAdmission(piece.text) ? priorOfOpenQuestion : asked
    const firedSubs = new Set(fired.map(({ rule }) => rule.sub))
    const scores = computeScores(listFeatures(piece.text, setting, firedSubs))
    for (const sub of firedSubs)
      scores.subs.set(sub, (scores.subs.get(sub) ?? 0) + (softSubs.has(sub) ? softRuleBonus : ruleBonus))
    const none = Math.exp(scores.none + prior.none)
    const masses = [...scores.subs].flatMap(([sub, score]) => {
      const { label } = taxonomy[sub]
      if (isOff(label, sub, gates) || isOutOfPlace(sub, reading, firedSubs, piece.text)) return []
      return [{ sub, label, mass: Math.exp(score + prior.labels[label] + (sub === prior.matter ? matterBonus : 0)) }]
    })
    return toJudged(masses, none, fired, piece)
  }
}

type Mass = { sub: Sub; label: Label; mass: number }

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

/** A relationship or experience is only a disclosure unless the juror says it affects their judgment. */
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

const namesFairness = /\b(?:fair|impartial|bias|open mind|judge|evidence|aside)/
const asksOfInterpreter = /\b(?:interpret|translate|translation|translator)/

const withoutHedge: ReadonlySet<Question['topic']> = new Set([...aboutLife, 'open', 'nod', 'disclosure'])

/** "No, I don't think so" to "Would that affect you?" isn't a hedge if the juror voiced no concern. */
function isHedgeOutOfPlace(
  { question, answer, concernBefore }: Reading,
  fired: ReadonlySet<Sub>,
  text: string,
): boolean {
  if (withoutHedge.has(question.topic) || [...fired].some((each) => taxonomy[each].label === 'bias')) return true
  if (concernBefore !== false) return false
  const isDenied = question.topic !== 'undertaking' && commits(question, answer) === 'fair'
  return isDenied || (!asksAttitude(question) && !namesFairness.test(text))
}

function isOutOfPlace(sub: Sub, reading: Reading, fired: ReadonlySet<Sub>, text: string): boolean {
  const { question } = reading
  if (needsEffect.has(sub)) return !effect.test(text)
  // If the question is about the interpreter, speaking another language isn't a comprehension problem.
  if (sub === 'language_comprehension') return asksOfInterpreter.test(question.text)
  if (sub === 'rehabilitation_equivocal') return isHedgeOutOfPlace(reading, fired, text)
  if (sub === 'unequivocal_fairness')
    return aboutLife.has(question.topic) && !/\b(?:serve|jury|juror|duty|fair)\b/.test(text)
  return sub === 'rehabilitation' && (aboutLife.has(question.topic) || question.topic === 'disclosure')
}

const undertakings: ReadonlySet<Sub> = new Set(['rehabilitation', 'rehabilitation_equivocal', 'unequivocal_fairness'])
const isOff = (label: Label, sub: Sub, gates: Gates) =>
  (label === 'hardship' && gates.noHardship) ||
  (label === 'bias' && gates.noBias) ||
  (label === 'key_statement' && gates.noDisclosure && !undertakings.has(sub))

const supports = new Map(readWordFile('support').entries.map(({ name, sources }) => [name, sources.map(pattern)]))
export const namesMatter = (sub: Sub, text: string): boolean => findAny(supports.get(sub) ?? [], text) !== null

function findSupport(judged: Judged, reading: Reading): string[] {
  if (namesOwnMatter(judged, reading)) return [`words/${judged.sub}`]
  if (tiesToAskedHardship(judged, reading)) return ['words/tied']
  if (judged.label !== 'bias') return []
  if (mayState(reading) && takesStance(judged.piece.text)) return [byStance]
  const isAnswered = takesStance(judged.piece.text) || answersUnfair(reading)
  if (reading.question.asksOfPast && !admits(judged.piece.text) && !isPlainAdmission(judged.piece.text)) return []
  return isAnswered && asksOfFairness(reading) ? [byQuestion] : []
}

/** Returns false if the subject of a bias comes up only because the juror is explaining a hardship. */
function namesOwnMatter({ label, sub, piece }: Judged, { question, hardshipBefore }: Reading): boolean {
  const isHardshipTalk =
    label === 'bias' && hardshipBefore !== null && !asksAttitude(question) && !mentionsCase(piece.text)
  return !isHardshipTalk && findAny(supports.get(sub) ?? supports.get(label) ?? [], piece.text) !== null
}

/**
 * Returns true if the court asked about hardships and the juror mentions a date, a need, or something they can't do.
 */
const tiesToAskedHardship = ({ label, piece }: Judged, { question }: Reading): boolean =>
  label === 'hardship' && asksForHardship(question) && tied.test(piece.text)

const asksOfFairness = (reading: Reading): boolean =>
  (asksAttitude(reading.question) && !asksOfVisit.test(reading.question.text)) ||
  (isOutsideHardships(reading) && reading.question.topic === null && asksOfJudging(reading.question.text))

/** Excludes `pretrial_opinion`, because "So you haven't heard anything?" asks for a fact. */
function asksOfJudging(text: string): boolean {
  const matter = findFairnessMatter(text)
  return matter !== null && matter !== 'pretrial_opinion'
}

/** "What did you think of the experience?" asks about jury duty, not about the case. */
const asksOfVisit =
  /\b(?:experience|jury (?:duty|service)|(?:coming|being) (?:down )?here|the drive|satisfied|handled|treated)\b/

const isOutsideHardships = ({ hardshipBefore, amongHardships }: Reading): boolean =>
  hardshipBefore === null && !amongHardships

const answersUnfair = ({ question, answer }: Reading): boolean =>
  answer.contentWords > mostShortWords && commits(question, answer) === 'unfair'

/** Returns false for answers about a seat, lunch, or a relative, because they don't show how the juror would decide. */
const takesStance = (text: string): boolean => !isSmallTalk(text) && (stance.test(text) || admits(text))
const stance = lexicon.regex('takes-stance')
const tied = lexicon.regex('tied')
const mayState = (reading: Reading): boolean =>
  isOutsideHardships(reading) && (reading.question.topic === 'open' || reading.question.topic === 'nod')

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
const politelyRefuses = /\bi don't (?:think|believe) (?:that )?i (?:can|could|would|'d)\b/g

export function getStance(label: Label, sub: Sub, text: string): Stance | null {
  if (label === 'bias')
    return hedges.test(text.replaceAll(politelyRefuses, '')) && sub !== 'explicit_inability' ? 'equivocal' : 'expressed'
  if (label === 'hardship') return 'expressed'
  if (sub === 'rehabilitation_equivocal') return 'equivocal'
  return sub === 'rehabilitation' ? 'rehabilitated' : null
}
