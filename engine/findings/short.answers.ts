import type { Stance } from '#contract/findings/findings.ts'
import type { Question } from './language/question.ts'
import { readProposition } from './language/rule.questions.ts'
import { findFairnessMatter, findHardshipMatter } from './prior.ts'
import type { Reading } from './reading.ts'
import { asksAboutTrouble, mentionsCase } from './stories.ts'
import { taxonomy, type Sub } from './taxonomy.ts'
import type { Verdict } from './verdict.ts'
import { readWordFile } from './language/grammar.ts'

const lexicon = readWordFile('stances')

type Meaning = { sub: Sub; stance: Stance | null; rule: string; confidence: number }

const someContentWords = 6

export function readShortAnswer(reading: Reading): Verdict[] {
  const { answer, gates, isShort } = reading
  if (answer.polarity === null || (!isShort && (answer.contentWords > someContentWords || gates.silent))) return []
  return toVerdicts(getMeaning(reading))
}

function toVerdicts(meaning: Meaning | null): Verdict[] {
  if (!meaning) return []
  const { rule, ...rest } = meaning
  return [{ label: taxonomy[meaning.sub].label, ...rest, trigger: null, rules: [rule] }]
}

function getMeaning(reading: Reading): Meaning | null {
  const { question } = reading
  const affirms = isAffirmed(reading)
  switch (question.topic) {
    case 'undertaking':
      return affirms
        ? undertakes(reading)
        : { ...admits(reading, 'explicit_inability', 'answer/refuses-undertaking'), sub: toRefusal(question.matter) }
    case 'impairment':
      // To "So you couldn't be fair?", both "No" and "Right" confirm it.
      return affirms || question.inability === 'stated'
        ? admits(reading, 'explicit_inability', 'answer/admits-impairment')
        : denies(reading)
    case 'opinion':
      return question.polar ? getLeaning(reading, affirms) : null
    case 'lean':
      return getLeaning(reading, affirms)
    case 'hardship':
      return affirms ? confirmsHardship(reading) : null
    case 'paid':
      return isUnpaid(reading) ? toHardship('financial', 'answer/not-paid') : confirms(reading)
    case 'replaceable':
      return isUncovered(reading) ? toHardship('employment_duty', 'answer/no-replacement') : null
    default:
      return confirms(reading)
  }
}

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

const isUnpaid = ({ question, answer, hardshipBefore }: Reading): boolean =>
  answer.polarity === 'no' &&
  question.polar &&
  !question.negative &&
  (hardshipBefore !== null || whileServing.test(question.text))
const whileServing = /\b(?:serv(?:e|ing)|juror|jury|here|trial|weeks?)\b/

const isUncovered = ({ question, answer, hardshipBefore }: Reading): boolean =>
  answer.polarity === 'no' && question.polar && !question.negative && hardshipBefore === 'employment_duty'

/** "Yes" to "So you would need breaks?" confirms the hardship that the question suggests. */
function confirms({ question, answer, hardshipBefore }: Reading): Meaning | null {
  if (hardshipBefore === null || answer.polarity !== 'yes' || question.negative) return null
  if (!puts.test(question.text) || solves.test(question.text) || asksOthers.test(question.text)) return null
  return toHardship(findHardshipMatter(question.text) ?? hardshipBefore, 'answer/confirms-hardship')
}
const puts = lexicon.regex('puts-to-juror')
const asksOthers = /\b(?:everyone|they|she|he|understood)\b(?!.*\bnot\b)/
const solves = lexicon.regex('solves')

/** Interprets indirect answers, such as "I'd hear nothing else" in reply to "Would the noise distract you?" */
export function readFollowUp({ question, answer, gates, hardshipBefore }: Reading): Verdict[] {
  if (hardshipBefore === null || answer.polarity === 'no' || gates.silent || gates.noHardship) return []
  if (answer.contentWords < fewestFollowingWords) return []
  const sub = findHardshipMatter(question.text) ?? hardshipBefore
  if (question.topic === 'hardship' && question.polar && puts.test(question.text))
    return toVerdicts(toHardship(sub, 'answer/confirms-hardship', wordyConfidence))
  const isUnreplaced = question.topic === 'replaceable' && answer.polarity === null
  return isUnreplaced ? toVerdicts(toHardship(sub, 'answer/no-replacement', wordyConfidence)) : []
}
const fewestFollowingWords = 2

/** When jurors are asked in turn what the problem is, each answer about their own life is a hardship. */
export function readTrouble({ folded, question, answer, gates, amongHardships }: Reading): Verdict[] {
  if (!amongHardships || !asksAboutTrouble(question) || answer.contentWords < fewestTroubleWords) return []
  if (gates.silent || gates.noHardship || mentionsCase(folded)) return []
  const sub = findHardshipMatter(folded)
  return sub === null ? [] : toVerdicts(toHardship(sub, 'answer/names-trouble', wordyConfidence))
}
const fewestTroubleWords = 8

/** False for "Right" to "You wouldn't hold it against him?", which confirms the denial. */
const isAffirmed = ({ question, answer }: Reading): boolean =>
  answer.polarity === 'yes' && !(question.negative && question.topic !== 'undertaking')

function getLeaning(reading: Reading, affirms: boolean): Meaning | null {
  const { question } = reading
  // "No" to "Is that still how you feel?" retracts the feeling but promises nothing.
  if (question.restates && !affirms) return null
  if (asksAssent(question))
    return affirms ? undertakes(reading) : admits(reading, 'explicit_inability', 'answer/refuses-assent')
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

const denies = (reading: Reading): Meaning =>
  isHedged(reading) ? { ...undertakes(reading), confidence: 0.65 } : undertakes(reading)

const assent = /\b(?:presume|agree|accept|trust|believe in|support|understand)\b/
const possibility = lexicon.regex('possibility')
const asksAssent = (question: Question): boolean =>
  !question.restates &&
  (possibility.test(question.text) ||
    (question.topic === 'opinion' && assent.test(question.text) && readProposition(question.text) === 'law'))
function toRefusal(text: string): Sub {
  if (/\bfair\b|\bimpartial\b|\bopen mind\b/.test(text)) return 'explicit_inability'
  if (/\bfollow\b.*\b(?:law|rules?|instructions?)\b/.test(text)) return 'cannot_follow_law'
  const sub = findFairnessMatter(text)
  return sub === 'party_lean' || sub === null ? 'explicit_inability' : sub
}
