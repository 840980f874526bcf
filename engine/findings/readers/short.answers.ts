import type { Stance } from '#contract/findings/findings.ts'
import { namesMatter } from './content.ts'
import { asksAttitude, type Question, type QuestionTopic } from '../language/question.ts'
import { readProposition } from '../language/rule.questions.ts'
import { commits, findFairnessMatter, findHardshipMatter, findTrouble } from '../classifier/prior.ts'
import { isSmallTalk, mostShortWords, type Reading } from '../reading.ts'
import { matchRules } from '../classifier/rules.ts'
import { admits as admitsFrame, asksAboutTrouble, asksForHardship, isPlainAdmission, mentionsCase } from './stories.ts'
import { splitWords } from '../language/utterance.ts'
import { taxonomy, type Sub } from '../taxonomy.ts'
import { byPersisting, type Verdict } from '../verdict.ts'
import { findAny, readWordFile } from '../language/grammar.ts'

const lexicon = readWordFile('stances')

type Meaning = { sub: Sub; stance: Stance | null; rule: string; confidence: number }

export function readShortAnswer(reading: Reading): Verdict[] {
  const { question, answer, gates, isShort } = reading
  if (question.topic === 'paid' && answer.polarity === null && !gates.silent && isUnpaid(reading))
    return toVerdicts(toHardship('financial', 'answer/not-paid'))
  if (answer.polarity === null || (!isShort && (answer.contentWords > mostShortWords || gates.silent))) return []
  return toVerdicts(getMeaning(reading))
}

function toVerdicts(meaning: Meaning | null): Verdict[] {
  if (!meaning) return []
  const { rule, ...rest } = meaning
  return [{ label: taxonomy[meaning.sub].label, ...rest, trigger: null, rules: [rule] }]
}

const getMeaning = (reading: Reading): Meaning | null =>
  reading.question.topic === null ? getUnsortedMeaning(reading) : meanings[reading.question.topic](reading)

const getUnsortedMeaning = (reading: Reading): Meaning | null =>
  agreesWithOthers(reading) ? admits(reading, 'party_lean', 'answer/agrees-with-belief') : confirms(reading)

const meanings: Record<QuestionTopic, (reading: Reading) => Meaning | null> = {
  undertaking: (reading) =>
    isAffirmed(reading)
      ? undertakes(reading)
      : {
          ...admits(reading, 'explicit_inability', 'answer/refuses-undertaking'),
          sub: toRefusal(reading.question.matter),
        },
  // "No" and "Right" both confirm "So you couldn't be fair?"
  impairment: (reading) =>
    isAffirmed(reading) || reading.question.inability === 'stated'
      ? admits(reading, 'explicit_inability', 'answer/admits-impairment')
      : denies(reading),
  opinion: (reading) => (reading.question.polar ? getLeaning(reading) : null),
  lean: getLeaning,
  hardship: (reading) => (isAffirmed(reading) && !reading.gates.noHardship ? confirmsHardship(reading) : null),
  paid: (reading) => (isUnpaid(reading) ? toHardship('financial', 'answer/not-paid') : confirms(reading)),
  replaceable: (reading) => (isUncovered(reading) ? toHardship('employment_duty', 'answer/no-replacement') : null),
  availability: confirms,
  schedule: confirms,
  documented: confirms,
  disclosure: confirms,
  background: confirms,
  housekeeping: confirms,
  fact: confirms,
  open: confirms,
  nod: confirms,
}

const agreesWithOthers = ({ folded, question, answer }: Reading): boolean =>
  question.asksWhoAgrees && answer.polarity === 'yes' && answer.contentWords <= 1 && isOwnYes.test(folded)
const isOwnYes = /^(?:yes|yeah|yep|i do|i am|i would|i agree|i think so|me|same here|that's me)\b/

function confirmsHardship({ question, hardshipBefore }: Reading): Meaning | null {
  if (!question.polar || /\b(?:any|anyone|anybody)\b/.test(question.text)) return null
  return toHardship(findHardshipMatter(question.text) ?? hardshipBefore ?? 'financial', 'answer/confirms-hardship')
}

const toHardship = (sub: Sub, rule: string, confidence = 0.75): Meaning => ({
  sub,
  stance: 'expressed',
  rule,
  confidence,
})
const wordyConfidence = 0.6

const isUnpaid = ({ folded, question, answer, hardshipBefore }: Reading): boolean =>
  (answer.polarity === 'no' || findAny(runsOut, folded) !== null) &&
  !mentionsCase(folded) &&
  question.polar &&
  !question.negative &&
  (hardshipBefore !== null || whileServing.test(question.text))
const runsOut = readWordFile('troubles').patterns('runs-out')
const whileServing = /\b(?:serv(?:e|ing)|juror|jury|here|trial|weeks?)\b/

const isUncovered = ({ question, answer, hardshipBefore }: Reading): boolean =>
  answer.polarity === 'no' && question.polar && !question.negative && hardshipBefore === 'employment_duty'

/** Answering "Yes" to "So you would need breaks?" confirms the hardship in the question. */
function confirms({ question, answer, hardshipBefore }: Reading): Meaning | null {
  if (hardshipBefore === null || answer.polarity !== 'yes' || question.negative) return null
  if (!puts.test(question.text) || suggestsWayOut(question) || asksOthers.test(question.text)) return null
  return toHardship(findHardshipMatter(question.text) ?? hardshipBefore, 'answer/confirms-hardship')
}
const puts = lexicon.regex('puts-to-juror')
const asksOthers = /\b(?:everyone|they|she|he|understood)\b(?!.*\bnot\b)/
const solves = lexicon.regex('solves')

/** Reads replies about a known hardship. The court sums it up or asks for details, and the juror adds to it. */
export function readFollowUp(reading: Reading): Verdict[] {
  const { question, gates, hardshipBefore } = reading
  if (hardshipBefore === null || gates.noHardship || (gates.silent && !gates.supposed)) return []
  if (asksAttitude(question) || elsewhere.has(question.topic)) return []
  const rule = followUps.find(([, follows]) => follows(reading))?.[0]
  return rule ? toVerdicts(toHardship(nameHardship(reading), rule, wordyConfidence)) : []
}
const elsewhere: ReadonlySet<Question['topic']> = new Set(['disclosure', 'housekeeping'])
const fewestFollowingWords = 2

const nameHardship = ({ folded, question, hardshipBefore }: Reading): Sub =>
  findFiredHardship(folded) ?? findHardshipMatter(question.text) ?? hardshipBefore ?? 'financial'
const findFiredHardship = (folded: string): Sub | null =>
  matchRules(folded).find(({ rule }) => taxonomy[rule.sub].label === 'hardship')?.rule.sub ?? null

const followUps: readonly (readonly [rule: string, follows: (reading: Reading) => boolean])[] = [
  ['answer/details-hardship', addsDetail],
  ['answer/confirms-hardship', agreesWithSummary],
  [
    'answer/no-replacement',
    ({ question, answer }) =>
      question.topic === 'replaceable' && answer.polarity === null && answer.contentWords >= fewestFollowingWords,
  ],
  ['answer/adds-to-hardship', addsToHardship],
  ['answer/no-way-out', hasNoWayOut],
  ['answer/goes-on-about-hardship', continuesHardship],
]

function addsDetail({ question, answer, gates }: Reading): boolean {
  if (answer.contentWords === 0 || answer.polarity === 'no' || suggestsWayOut(question)) return false
  const asksOutcome = asksForOutcome.test(question.text)
  return (asksOutcome && answer.polarity !== 'yes') || (!gates.silent && asksForDetails.test(question.text))
}
const asksForDetails = lexicon.regex('asks-for-details')
const asksForOutcome = lexicon.regex('asks-for-outcome')

function agreesWithSummary({ question, answer, gates, hardshipBefore }: Reading): boolean {
  if (gates.silent || suggestsWayOut(question) || asksOthers.test(question.text)) return false
  const saysSo = puts.test(question.text)
  const isAbout = saysSo || (sumsUp(question) && isAboutHardship(question.text, hardshipBefore))
  if (statesInability.test(question.text) && !asksForEffect.test(question.text))
    return answer.polarity === 'no' || (answer.polarity === 'yes' && sumsUp(question))
  if (question.negative || answer.polarity === 'no') return false
  return answer.polarity === 'yes' ? isAbout : saysSo && answer.contentWords > 0
}
const statesInability = lexicon.regex('states-inability')
const asksForEffect = lexicon.regex('asks-for-effect')
const inverted = lexicon.regex('inverted')
const tellsWho = lexicon.regex('tells-who')
const sumsUp = ({ text }: Question): boolean => !inverted.test(text) && !tellsWho.test(text)
const isAboutHardship = (text: string, sub: Sub | null): boolean =>
  findHardshipMatter(text) !== null || (sub !== null && namesMatter(sub, text))

function hasNoWayOut({ question, answer, gates }: Reading): boolean {
  if (gates.silent || !question.polar || question.negative || answer.polarity !== 'no') return false
  return waysOut.has(question.topic) || suggestsWayOut(question)
}
const waysOut: ReadonlySet<Question['topic']> = new Set(['replaceable', 'schedule'])

function continuesHardship({ folded, follows, question, answer, gates }: Reading): boolean {
  if (follows !== 'hardship' || gates.silent || answer.polarity === 'no') return false
  const isAside = asksForFact.test(question.text) || isSmallTalk(question.text)
  if (question.topic === 'background' || question.asksOfPast || isAside || turnsAway.test(folded)) return false
  return answer.contentWords >= fewestFollowingWords && !suggestsWayOut(question)
}
/**
 * Reads exchanges such as "Who starts out ahead with you, the store or the customer?" "The customer." If the answer is
 * neither, both, or conditional, it doesn't favor either side.
 */
export function readChoice(reading: Reading): Verdict[] {
  const { folded, question, answer, gates } = reading
  const options = /^(?:.*\b(?:who|whom|which|whose)\b.*?,? )(\S+(?: \S+){0,3}) or (\S+(?: \S+){0,3})\?$/.exec(
    question.text,
  )
  if (!options || !asksAttitude(question) || gates.silent || gates.noBias) return []
  if (answer.polarity !== null || answer.contentWords > mostShortWords || abstains.test(folded)) return []
  const named = new Set(
    splitWords(`${options[1]} ${options[2]}`).filter((word) => !/^(?:the|a|an|your|my|his|her|or|one)$/.test(word)),
  )
  if (!splitWords(folded).some((word) => named.has(word))) return []
  return toVerdicts(admits(reading, 'party_lean', 'answer/chooses-side'))
}
const abstains = /\b(?:neither|both|either|depends?|equal(?:ly)?|same|nobody|no one|whoever|whichever|if)\b/
const asksForFact = lexicon.regex('asks-for-fact')
const turnsAway = lexicon.regex('turns-away')

/** Reads answers that confirm a bias would persist, such as "Even then" or "I'd still see her face". */
export function readPersisting(reading: Reading): Verdict[] {
  const { question, concernAbout } = reading
  if (!mayPersist(reading)) return []
  const isProbe = asksAttitude(question) || probes.test(question.text)
  if (!isProbe && !mayProbe(question)) return []
  const persistsStill = persists.test(reading.folded) || isPlainAdmission(reading.folded)
  const keeps = asksAttitude(question) && keepsToBias(reading) && admitsIn(reading)
  if (!(isProbe && persistsStill) && !keeps) return []
  const sub = concernAbout ?? findFairnessMatter(question.matter) ?? 'explicit_inability'
  const confidence = wordyConfidence
  return [{ label: 'bias', sub, stance: 'expressed', confidence, trigger: null, rules: [byPersisting] }]
}

function mayPersist({ folded, question, answer, gates, follows }: Reading): boolean {
  if (follows !== 'bias' || gates.silent || gates.noBias || commits(question, answer) === 'fair') return false
  return !undoes.test(folded) && !isSmallTalk(folded) && !folded.endsWith('?')
}

const admitsIn = ({ folded, question, answer }: Reading): boolean =>
  commits(question, answer) === 'unfair' || answer.polarity === 'no' || admitsFrame(folded)

const mayProbe = ({ topic, text }: Question): boolean => (topic === null || topic === 'open') && isToJuror(text)

function keepsToBias({ question, answer }: Reading): boolean {
  if (answer.polarity === null) return answer.contentWords >= fewestFollowingWords
  return answer.polarity === 'no' && statesInability.test(question.text)
}
const isToJuror = (text: string): boolean => !asksForFact.test(text) && /\byou\b|^\S+( \S+){0,3}$/.test(text)
const probes = lexicon.regex('probes')
const persists = lexicon.regex('persists')
const undoes = lexicon.regex('undoes')

function addsToHardship({ folded, question, answer, gates }: Reading): boolean {
  if (gates.silent || answer.contentWords < fewestAddedWords) return false
  const asksOfLife = question.topic === 'background' || question.topic === 'fact'
  return binds.test(folded) || (!asksOfLife && findFiredHardship(gates.text) !== null)
}
const binds = lexicon.regex('binds')
const fewestAddedWords = 3

const ability = /\b(?:can't|cannot|can not|couldn't|could not|unable to|not be able to|not able to)/g
const suggestsWayOut = ({ text }: Question): boolean => solves.test(text.replaceAll(ability, ''))

/**
 * If the court asks about hardships, an answer that names a hardship is a finding. If the court asks jurors one at a
 * time, a long answer about the juror's own life is also a finding.
 */
export function readTrouble({ folded, question, answer, gates, amongHardships }: Reading): Verdict[] {
  if (!asksAboutTrouble(question) || answer.polarity === 'no') return []
  if (gates.silent || gates.noHardship || mentionsCase(folded)) return []
  const isTold = amongHardships && answer.contentWords >= fewestTroubleWords
  const sub =
    (asksForHardship(question) ? findTrouble(gates.text) : null) ?? (isTold ? findHardshipMatter(folded) : null)
  return sub === null ? [] : toVerdicts(toHardship(sub, 'answer/names-trouble', wordyConfidence))
}
const fewestTroubleWords = 8

/** Returns false for "Right" in response to "You wouldn't hold it against him?", because it confirms the denial. */
const isAffirmed = ({ question, answer }: Reading): boolean =>
  answer.polarity === 'yes' && !(question.negative && question.topic !== 'undertaking')

function getLeaning(reading: Reading): Meaning | null {
  const { question } = reading
  const affirms = isAffirmed(reading)
  // Answering "No" to "Is that still how you feel?" retracts the feeling but doesn't promise anything.
  if (question.restates && !affirms) return null
  if (asksAssent(question))
    return affirms ? undertakes(reading) : admits(reading, 'party_lean', 'answer/refuses-assent')
  return affirms
    ? admits(reading, question.strength ? 'subject_matter' : 'party_lean', 'answer/admits-leaning')
    : denies(reading)
}

const isHedged = ({ answer }: Reading): boolean => answer.hedge === 'weak' || answer.hedge === 'soft'

function undertakes(reading: Reading): Meaning {
  const { question, answer, concernBefore } = reading
  if (isHedged(reading))
    return {
      sub: 'rehabilitation_equivocal',
      stance: 'equivocal',
      rule: 'answer/hedged-undertaking',
      confidence: answer.hedge === 'weak' ? 0.9 : 0.75,
    }
  return (concernBefore ?? question.afterConcern)
    ? { sub: 'rehabilitation', stance: 'rehabilitated', rule: 'answer/firm-undertaking', confidence: 0.8 }
    : { sub: 'unequivocal_fairness', stance: null, rule: 'answer/firm-undertaking', confidence: 0.7 }
}

const admits = (reading: Reading, fallback: Sub, rule: string): Meaning => ({
  sub: findFairnessMatter(reading.question.matter) ?? fallback,
  stance: isHedged(reading) ? 'equivocal' : 'expressed',
  rule,
  confidence: isHedged(reading) ? 0.65 : 0.8,
})

/** "No" to "Did you form an opinion?" is a fact, not a commitment. */
function denies(reading: Reading): Meaning | null {
  if (reading.question.asksOfPast) return null
  return isHedged(reading) ? { ...undertakes(reading), confidence: 0.65 } : undertakes(reading)
}

const assent = /\b(?:presume|agree|accept|trust|believe in|support|understand)\b/
const possibility = lexicon.regex('possibility')
const asksAssent = (question: Question): boolean =>
  !question.restates &&
  (possibility.test(question.text) ||
    (question.topic === 'opinion' && assent.test(question.text) && readProposition(question.text) === 'law'))
export function toRefusal(text: string): Sub {
  if (/\bfair\b|\bimpartial\b|\bopen mind\b|\baside\b|\b(?:the|one) side\b/.test(text)) return 'explicit_inability'
  if (/\bfollow\b.*\b(?:law|rules?|instructions?)\b/.test(text)) return 'cannot_follow_law'
  const sub = findFairnessMatter(text)
  return sub === 'party_lean' || sub === null ? 'explicit_inability' : sub
}
