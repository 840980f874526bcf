/** Judges one answer: who speaks, whether it answers at all, what its question makes it mean, and what its own words say. */
import { readAnswer, type Answer } from '#engine/findings/language/answer.ts'
import { readQuestion, type Question } from '#engine/findings/language/question.ts'
import { foldText } from '#engine/findings/language/sentences.ts'
import { readContent } from './content.ts'
import { readGates } from './gates.ts'
import { matterOfFairness } from './matters.ts'
import { readShortAnswer } from './short.answers.ts'
import { reservationIn } from './stories.ts'
import { isSub, taxonomy, type Sub } from './taxonomy.ts'
import { isConditional, isDoubleNegative, readDifficulty } from './turned.ts'
import type { Utterance, Verdict } from './verdict.ts'

/** Up to this many words beyond yes or no and its courtesies, the question decides where the words themselves say nothing. */
const someContentWords = 6

/**
 * The findings in one utterance, the one that leads first (bias before hardship before key statement); empty where there
 * is none. Only a prospective juror's own words are judged.
 */
export function judgeUtterance(utterance: Utterance): Verdict[] {
  if (utterance.role !== 'juror') return []
  const read = readQuestion(utterance.context)
  const heard = readAnswer(utterance.text, utterance.context)
  if (heard.empty) return []
  const folded = foldText(utterance.text)
  // "You can't be fair, can you?" – "Yes, I can." Who only says yes or no agrees with it either way.
  const isContradicted = read.inability === 'stated' && contradicts.test(folded)
  const question: Question = isContradicted ? { ...read, inability: 'asked' } : read
  const said = isContradicted ? { ...heard, polarity: 'no' as const } : withIdiom(heard, folded, question)
  const turned = readTurned(folded, question)
  if (turned) return [turned]
  const answer = withDifficulty(said, folded, question)
  const meantByQuestion = answer.contentWords === 0 || (answer !== said && answer.contentWords <= fewDifficultyWords)
  if (answer.polarity !== null && meantByQuestion) {
    const short = shortVerdicts(question, answer, utterance)
    return short.length > 0 ? short : disclosed(folded, question, answer)
  }
  const verdicts = readContent(utterance, question, answer)
  if (
    verdicts.length === 0 &&
    answer.polarity !== null &&
    answer.contentWords <= someContentWords &&
    !readGates(folded, question).silent
  ) {
    const short = shortVerdicts(question, answer, utterance)
    if (short.length > 0) return short
  }
  if (verdicts.length === 0) {
    const avoided = readAvoided(folded, question, answer)
    return avoided ? [avoided] : disclosed(folded, question, answer)
  }
  const meant = verdicts.map((each) => inContext(each, question, answer, utterance))
  return [...meant, ...readReservation(meant, folded, question)].sort(
    (a, b) => precedence[a.label] - precedence[b.label] || b.confidence - a.confidence,
  )
}

/**
 * "It would be very hard" refuses what was asked, or admits it; "That wouldn't be hard" the other way round. "I disagree with
 * it" admits the objection that was asked for.
 */
function withDifficulty(answer: Answer, folded: string, question: Question): Answer {
  const objecting = question.topic === 'impairment' && objects.test(folded)
  if (objecting || (asksWhoCannot.test(question.text) && refuses.test(folded)))
    return { ...answer, polarity: 'yes', hedge: answer.hedge === 'refusal' ? 'firm' : (answer.hedge ?? 'firm') }
  const asked = question.topic === 'undertaking' || question.topic === 'impairment'
  const difficulty = asked && question.polar && !plainly.test(folded) ? readDifficulty(folded) : null
  if (difficulty === null) return answer
  const agrees = (difficulty === 'hard') === (question.topic === 'impairment')
  return { ...answer, polarity: agrees ? 'yes' : 'no', hedge: answer.hedge ?? 'firm' }
}

const contradicts =
  /^(?:(?:oh|well|no|yes|yeah|sure|of course|actually|sir|ma'am|your honor|judge),? )*i (?:can|could|would|will)\b(?! ?not\b|'t)/

/** "I don't see why not" undertakes what is asked; "No, it's fine" and "No, I can" deny a hardship or an effect. */
function withIdiom(answer: Answer, folded: string, { topic, polar }: Question): Answer {
  if (topic === 'undertaking' && polar && assents.test(folded))
    return { ...answer, polarity: 'yes', hedge: answer.hedge === 'soft' ? 'soft' : 'firm', contentWords: 0 }
  const isDenied = (topic === 'hardship' || topic === 'impairment' || topic === 'lean') && reassures.test(folded)
  return isDenied ? { ...answer, polarity: 'no', hedge: answer.hedge === 'refusal' ? 'firm' : answer.hedge } : answer
}

const courtesies = "(?:,? (?:sir|ma'am|your honor|judge))?[.!?]*$"
const unable = "i (?:can't|cannot|couldn't|could not|wouldn't|would not|shouldn't)(?: be| do (?:it|that|so))?(?: fair)?"
const assents = new RegExp(
  `^(?:(?:oh|well|um|yes|yeah|no|sure|honestly|absolutely),? )*(?:i (?:don't|do not|can't|cannot|couldn't) (?:really )?(?:see|think of) (?:(?:a|any|one|no) )*(?:reason )?(?:why )?(?:not|${unable})|(?:i (?:see|have) |there's |there is )?no reason (?:why )?(?:not(?: to)?|${unable})|why not|(?:100|a hundred|one hundred) ?(?:percent|%)(?:,? yes)?)${courtesies}`,
)
const reassures = new RegExp(
  `^(?:(?:oh|well|um|honestly),? )*no[,.]? (?:(?:that's|that is|it's|it is|i'm|i am|that would be|that'd be) (?:fine|okay|ok|all right|good)|i (?:can|could|will)(?: (?:do|manage) (?:it|that))?)${courtesies}`,
)

/** "Who can't give him that?" – "I can't" is a yes. */
const asksWhoCannot =
  /\b(?:who|anyone|anybody|someone|somebody|any of you)\b.{0,24}\b(?:can't|cannot|can not|couldn't|could not|won't|wouldn't|would not|don't|doesn't)\b/
const refuses =
  /^(?:(?:well|honestly|sir|ma'am|judge|no),? )*i (?:just |really )?(?:can't|cannot|couldn't|could not|won't|wouldn't|would not|don't)\b/
const objects =
  /^(?:(?:yes|yeah|well|sir|ma'am|i think|honestly|actually|so|and),? )*i(?:'d| would| do| might| really| kind of| just| still)* (?:disagree|object|quarrel|differ|take issue|have (?:a|some|an) (?:problem|trouble|issue|objection|quarrel|difficulty|reservations?|hard time))\b/
/** Who says yes or no in so many words is not read by the rest. */
const plainly =
  /^(?:(?:oh|well|um|uh|so|god),? )*(?:yes|yeah|yep|no(?! (?:problem|trouble|issue|difficulty)s?\b)|nope|nah|sure|absolutely|definitely|of course)\b/
/** Such an answer says no more than that in so many words. */
const fewDifficultyWords = 4

const precedence = { bias: 0, hardship: 1, key_statement: 2 } as const

function shortVerdicts(question: Question, answer: Answer, utterance: Utterance): Verdict[] {
  const short = readShortAnswer(question, answer, utterance.concernBefore)
  if (!short) return []
  const { sub, stance, confidence, rule } = short
  return [{ label: taxonomy[sub].label, sub, confidence, stance, trigger: null, rules: [rule] }]
}

/** "Have you ever been the victim of a crime?" – whatever answers it other than with a no discloses that. */
function disclosed(folded: string, question: Question, answer: Answer): Verdict[] {
  if (
    question.topic !== 'disclosure' ||
    question.about === null ||
    !isSub(question.about) ||
    answer.polarity === 'no' ||
    answer.hedge === 'refusal'
  )
    return []
  const gates = readGates(folded, question)
  if (
    gates.silent ||
    gates.noDisclosure ||
    (answer.polarity === null && answer.contentWords < 2) ||
    folded.endsWith('?')
  )
    return []
  return [
    {
      label: 'key_statement',
      sub: question.about,
      confidence: disclosedConfidence,
      stance: null,
      trigger: null,
      rules: ['answer/discloses'],
    },
  ]
}

/** The question alone says what it is about; what exactly was disclosed no rule has read. */
const disclosedConfidence = 0.55

function readTurned(folded: string, question: Question): Verdict | null {
  const rule = isDoubleNegative(folded)
    ? 'answer/double-negative'
    : isConditional(folded, question)
      ? 'answer/conditional'
      : null
  if (rule === null) return null
  const sub: Sub = matterOfFairness(question.matter) ?? 'explicit_inability'
  return {
    label: 'bias',
    sub,
    confidence: 0.75,
    stance: 'equivocal',
    trigger: { from: 0, to: folded.length },
    rules: [rule],
  }
}

/** Asked whether they can be fair, and neither yes nor no: what is said instead is what a trial team reads. */
function readAvoided(folded: string, question: Question, answer: Answer): Verdict | null {
  const asked = question.topic === 'undertaking' || question.topic === 'impairment' || question.topic === 'lean'
  if (!asked || !question.polar || answer.polarity !== null || answer.contentWords < fewestAvoidingWords) return null
  const gates = readGates(folded, question)
  if (gates.silent || gates.noBias || gates.noDisclosure || folded.endsWith('?')) return null
  return {
    label: 'bias',
    sub: matterOfFairness(question.matter) ?? 'explicit_inability',
    confidence: avoidedConfidence,
    stance: 'equivocal',
    trigger: null,
    rules: ['answer/avoids-question'],
  }
}

/** A long hedged undertaking that is taken back in its second half leaves a bias standing, with a hedge. */
function readReservation(verdicts: readonly Verdict[], folded: string, question: Question): Verdict[] {
  const hedged = verdicts.find(({ sub }) => sub === 'rehabilitation_equivocal')
  const reserved = hedged && !verdicts.some(({ label }) => label === 'bias') ? reservationIn(folded) : null
  return reserved
    ? [
        {
          label: 'bias',
          sub: matterOfFairness(question.matter) ?? 'explicit_inability',
          confidence: reservedConfidence,
          stance: 'equivocal',
          trigger: reserved,
          rules: ['answer/takes-back'],
        },
      ]
    : []
}
/** Read by the form alone: an undertaking, a turn, an admission. */
const reservedConfidence = 0.6

const fewestAvoidingWords = 2
/** Nothing in the words themselves has been recognised. */
const avoidedConfidence = 0.5

/** An undertaking after a concern rehabilitates; the same words without one are plain fairness. */
function inContext(verdict: Verdict, question: Question, answer: Answer, utterance: Utterance): Verdict {
  const afterConcern = utterance.concernBefore ?? question.afterConcern
  if (verdict.sub === 'unequivocal_fairness' || verdict.sub === 'rehabilitation') {
    const isHedged = answer.hedge === 'weak' || readDifficulty(foldText(utterance.text)) === 'hard'
    if (isHedged && question.topic === 'undertaking')
      return { ...verdict, sub: 'rehabilitation_equivocal', stance: 'equivocal' }
    if (verdict.sub === 'unequivocal_fairness' && afterConcern && question.topic !== null && question.topic !== 'open')
      return { ...verdict, sub: 'rehabilitation', stance: 'rehabilitated' }
  }
  return verdict
}
