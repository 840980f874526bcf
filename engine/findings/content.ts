/** What the words of an answer say by themselves: rules and the trained part together. */
import type { Answer } from '#engine/findings/language/answer.ts'
import type { Question } from '#engine/findings/language/question.ts'
import { foldText, sentencesOf, wordsOf, type Piece } from '#engine/findings/language/sentences.ts'
import { featuresOf } from './features.ts'
import { fireRules, type Fired } from './fire.ts'
import { readGates, type Gates } from './gates.ts'
import { scoresFrom } from './model.ts'
import { matterBonus, priorOf } from './prior.ts'
import { asksWhatIsWrong, closesFairly, isOnlyTold, longestPlain, namesTheCase, windowsOf } from './stories.ts'
import { isSub, taxonomy, type Label, type Sub } from './taxonomy.ts'
import type { Utterance, Verdict } from './verdict.ts'

/** A rule speaks this much louder than a word (in the logarithm of the odds); chosen on the tuning half by cross-validation. */
const ruleBonus = 2.5
/** Patterns that many other sub-categories share by their nature speak more softly. */
const softRuleBonus = 1.25
const softSubs: ReadonlySet<Sub> = new Set(['explicit_inability', 'rehabilitation_equivocal', 'unequivocal_fairness'])
/** Probability of any highlight from which a stretch counts: the whole utterance, and one sentence of several. */
const enough = 0.5
const enoughInPart = 0.62
/** The same where no rule fired and the trained part speaks alone; its own label must also be this sure. */
const enoughUnruled = 0.5
const enoughUnruledInPart = 0.8
const surestUnruled = 0.12
const surestUnruledInPart = 0.4
/** A label needs at least this share of what the strongest label gathers over all sentences. */
const smallestShare = 0.5
/** Longer answers are judged sentence by sentence only: the words of a long story point everywhere. */
const longestWhole = 80

type Reading = {
  label: Label
  sub: Sub
  confidence: number
  highlight: number
  ownShare: number
  fired: Fired[]
  piece: Piece
}

/** Verdicts from the words themselves, at most one a label. */
export function readContent(utterance: Utterance, question: Question, answer: Answer): Verdict[] {
  const folded = foldText(utterance.text)
  const gates = readGates(folded, question)
  // "It wouldn't hurt me financially": what was asked about is denied, and nothing else was asked.
  if (gates.silent || (gates.noHardship && aboutLife.has(question.topic))) return []
  const sentences = sentencesOf(gates.text).filter((each) => !asks(each.text))
  const whole =
    wordsOf(gates.text).length <= longestWhole && sentences.length > 0
      ? [{ from: 0, to: gates.text.length, text: gates.text }]
      : []
  const pieces = sentences.length > 1 || whole.length === 0 ? [...whole, ...sentences] : whole
  pieces.push(...sentences.flatMap(reservationOf))
  const story = wordsOf(gates.text).length > longestPlain
  const ownTrouble =
    story &&
    asksWhatIsWrong(question) &&
    !namesTheCase(gates.text) &&
    fireRules(gates.text).some(({ rule }) => taxonomy[rule.sub].label === 'hardship')
  const fairEnd = story && closesFairly(sentences)
  const windows = story && !fairEnd && !ownTrouble ? sentences.flatMap(windowsOf) : []
  const readings = pieces.flatMap((piece, at) => {
    const reading = readPiece(piece, question, answer, gates)
    if (!reading || (story && isOnlyTold(reading, question))) return []
    if (reading.label === 'bias' && (ownTrouble || (fairEnd && !sureBias(reading)))) return []
    const ruled = reading.fired.some(({ rule }) => rule.sub === reading.sub)
    const threshold =
      at === 0 && whole.length > 0 ? (ruled ? enough : enoughUnruled) : ruled ? enoughInPart : enoughUnruledInPart
    return reading.highlight >= threshold &&
      (ruled || reading.ownShare >= (at === 0 && whole.length > 0 ? surestUnruled : surestUnruledInPart))
      ? [reading]
      : []
  })
  const stance = strongest(
    windows.flatMap((piece) => {
      const reading = readPiece(piece, question, answer, gates)
      const counts =
        reading?.label === 'bias' &&
        reading.fired.some(({ rule }) => taxonomy[rule.sub].label === 'bias') &&
        reading.highlight >= enoughInPart &&
        !isOnlyTold(reading, question)
      return counts ? [reading] : []
    }),
  )
  const leading = leadingReadings(readings)
  const found = stance && !leading.some(({ label }) => label === 'bias') ? [...leading, stance] : leading
  return found.map((reading) => toVerdict(reading, answer, utterance))
}

/** "I'd try, but deep down I'm with the workers": what follows the turn is judged by itself too. */
function reservationOf(sentence: Piece): Piece[] {
  const at = sentence.text.search(/\b(?:but|though|however|except)\b/)
  const text = sentence.text.slice(at)
  return at > 0 && wordsOf(text).length >= fewestReservationWords
    ? [{ from: sentence.from + at, to: sentence.to, text }]
    : []
}
const fewestReservationWords = 4

/** Beside a fair ending a bias counts only where a rule has read it and little speaks against it. */
const sureBias = (reading: Reading): boolean =>
  reading.confidence >= 0.85 && reading.fired.some(({ rule }) => rule.sub === reading.sub)

const strongest = (readings: readonly Reading[]): Reading | null =>
  readings.reduce<Reading | null>((best, each) => (best && best.confidence >= each.confidence ? best : each), null)

/** The best reading of each label. In a story of many sentences a label that hardly any of them carries is chance. */
function leadingReadings(readings: readonly Reading[]): Reading[] {
  const totals = new Map<Label, number>()
  const best = new Map<Label, Reading>()
  for (const reading of readings) {
    totals.set(reading.label, (totals.get(reading.label) ?? 0) + reading.confidence)
    const known = best.get(reading.label)
    if (!known || known.confidence < reading.confidence) best.set(reading.label, reading)
  }
  const most = Math.max(0, ...totals.values())
  return [...best.values()].filter((reading) => (totals.get(reading.label) ?? 0) >= most * smallestShare)
}

/** A juror's own question says nothing, except one that argues: "Why wouldn't you defend yourself?" */
const asks = (sentence: string) =>
  sentence.endsWith('?') &&
  !/^(?:and |but |so |i mean,? )?(?:why (?:would|wouldn't|isn't|doesn't|not|should)|how (?:can|could|am i supposed)|who(?:'s| is| would) (?:going|gonna))/.test(
    sentence,
  )

/** A yes or no that is taken back in the same breath commits to nothing. */
const qualified = /\b(?:but|however|although|though|except|unless|depends|just|only)\b/

function readPiece(piece: Piece, question: Question, answer: Answer, gates: Gates): Reading | null {
  const fired = fireRules(piece.text)
  const firedSubs = new Set(fired.map(({ rule }) => rule.sub))
  const scores = scoresFrom(featuresOf(piece.text, question, answer, firedSubs))
  const prior = priorOf(question, answer, qualified.test(gates.text))
  const none = scores.none + prior.none
  for (const sub of firedSubs)
    scores.subs.set(sub, (scores.subs.get(sub) ?? 0) + (softSubs.has(sub) ? softRuleBonus : ruleBonus))
  let sum = Math.exp(none)
  const byLabel: Record<Label, number> = { hardship: 0, bias: 0, key_statement: 0 }
  const top = new Map<Label, { sub: Sub; mass: number }>()
  for (const [sub, score] of scores.subs) {
    const { label } = taxonomy[sub]
    if (isOff(label, sub, gates) || isOutOfPlace(sub, question, firedSubs, piece.text)) continue
    const mass = Math.exp(score + prior.labels[label] + (sub === prior.matter ? matterBonus : 0))
    sum += mass
    byLabel[label] += mass
    const known = top.get(label)
    if (!known || known.mass < mass) top.set(label, { sub, mass })
  }
  const highlight = 1 - Math.exp(none) / sum
  const label = (['bias', 'hardship', 'key_statement'] as const).reduce((a, b) => (byLabel[b] > byLabel[a] ? b : a))
  const sub = top.get(label)?.sub
  return sub && isSub(sub)
    ? {
        label,
        sub,
        confidence: byLabel[label] / sum,
        highlight,
        ownShare: (top.get(label)?.mass ?? 0) / sum,
        fired,
        piece,
      }
    : null
}

/** Words that state an effect on the juror's judgment; without one, a tie or an experience is disclosed and no more. */
const effect =
  /\b(?:would|could|can't|cannot|couldn't|wouldn't|'d|feel|feels|felt|fair|impartial|hard|difficult|tough|affect|influence|angry|upset|emotional|bias|biased|opinion|guilty|believe|trust|lean|side|against|bring|close|still|trouble|relive|mad|uncomfortable|afraid|scared|worr(?:y|ied)|hate|distrust|same thing|too|think|mind|conclusion|clear|stay with|forget|convinced|decided|petition|never liked|trigger|know how|none of it|what happened|look at everybody|look for|everybody|everyone)\b|i'd\b/
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

function toVerdict({ label, sub, confidence, fired, piece }: Reading, answer: Answer, utterance: Utterance): Verdict {
  const own = fired.filter(({ rule }) => rule.sub === sub)
  const range = own[0] ?? { from: 0, to: piece.text.trimEnd().length }
  const hedged =
    /\b(?:probably|maybe|might|may|possibly|perhaps|guess|suppose|kind of|sort of|a little|a bit|tend to|i think|i don't think|not sure|somewhat|could be|likely)\b/.test(
      piece.text,
    )
  return {
    label,
    sub,
    confidence,
    stance:
      label === 'bias'
        ? hedged && sub !== 'explicit_inability'
          ? 'equivocal'
          : 'expressed'
        : sub === 'rehabilitation_equivocal'
          ? 'equivocal'
          : sub === 'rehabilitation'
            ? 'rehabilitated'
            : label === 'hardship'
              ? 'expressed'
              : null,
    trigger: { from: piece.from + range.from, to: Math.min(utterance.text.length, piece.from + range.to) },
    rules: [...new Set(own.map(({ rule }) => rule.id)), 'model'],
  }
}
