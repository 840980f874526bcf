import { namesMatter, readContent, readResembling } from './readers/content.ts'
import { readAnswer, foldText, splitSentences, splitWords } from './language/utterance.ts'
import { asksAttitude, readQuestion, type Question } from './language/question.ts'
import { commits, findFairnessMatter } from './classifier/prior.ts'
import { readDifficulty, toReading, type Reading, type Utterance } from './reading.ts'
import {
  readChoice,
  readFollowUp,
  readPersisting,
  readShortAnswer,
  readTrouble,
  toRefusal,
} from './readers/short.answers.ts'
import {
  admits,
  asksAboutTrouble,
  endsWithFairness,
  findReservation,
  isPlainAdmission,
  keepsToLaw,
  mentionsCase,
} from './readers/stories.ts'
import { isSub, labels, type Sub, toSub, unspecific } from './taxonomy.ts'
import { byAvoiding, byQuestion, type Verdict } from './verdict.ts'
import { readWordFile, findAny, pattern } from './language/grammar.ts'

const lexicon = readWordFile('stances')

type Reader = (reading: Reading) => Verdict[]

/** Readers are in order of precedence. The first one that returns a verdict wins. */
const readers: readonly Reader[] = [
  unlessFair(readTurned),
  unlessFair(readWords),
  unlessFair(readShortAnswer),
  readChoice,
  readPersisting,
  readFollowUp,
  readTrouble,
  readDisclosed,
]

export function judge(reading: Reading): Verdict[] {
  for (const read of readers) {
    const verdicts = read(reading)
    if (verdicts.length > 0) return verdicts.map((each) => markPlain(nameSubject(each, reading), reading))
  }
  return []
}

/** A finding is critical only if the juror admits it plainly, or answers "Could you …?" with a firm "No" and no "but". */
function markPlain(verdict: Verdict, { folded, question, answer }: Reading): Verdict {
  const { label, rules, stance } = verdict
  if (label !== 'bias' || !rules.includes('model')) return verdict
  const refuses = question.topic === 'undertaking' && commits(question, answer) === 'unfair' && stance !== 'equivocal'
  if (refuses && answer.hedge !== 'weak' && answer.hedge !== 'soft' && saysNo.test(folded) && !/\bbut\b/.test(folded)) {
    const own = rules.filter((rule) => rule !== byQuestion)
    const isOwn = isStated(verdict) || findSubject('answer', folded) !== null
    const sub = isOwn ? verdict.sub : toRefusal(question.matter)
    return { ...verdict, sub, rules: ['answer/refuses-undertaking', ...own], isInability: true }
  }
  return isPlainAdmission(folded) && !offersToTry.test(folded) ? verdict : { ...verdict, isPlain: false }
}

const offersToTry = /\b(?:do (?:the|my) (?:very )?best|i(?:'d| would|'ll| will| can) try)\b/
const saysNo =
  /^(?:(?:honestly|well|oh|u[hm]|sir|ma'am|judge|i understand (?:it|that))\b[,.?! ]*)*(?:no\b|nope\b|i(?:'m telling you i)? (?:can't|cannot|couldn't|could not|won't|wouldn't|would not|don't (?:think|believe|see how) i))/

/**
 * Returns possible findings for an answer in which `judge` finds nothing, most likely first. They are findings that
 * only the classifier detected, or a sign that the juror avoided the question.
 */
export function suspect(reading: Reading): Verdict[] {
  const { folded, question, isShort, amongHardships } = reading
  if (isShort) return []
  const isAboutLife = !mentionsCase(folded) && (amongHardships || asksAboutTrouble(question))
  const resembling = readResembling(reading)
    .filter(({ label }) => label === 'hardship' || !isAboutLife)
    .toSorted((a, b) => b.confidence - a.confidence)
  return resembling.length > 0 ? resembling : readAvoided(reading)
}

export function judgeUtterance({ text, role, context, ...before }: Utterance): Verdict[] {
  if (role !== 'juror') return []
  const question = readQuestion(context)
  const reading = toReading(text, question, readAnswer(foldText(text), question.folded), before)
  return reading ? judge(reading) : []
}

function readWords(reading: Reading): Verdict[] {
  if (reading.isShort) return []
  const verdicts = readContent(reading)
    .map((each) => applyContext(each, reading))
    .filter((each) => isAsserted(each) && !isBiography(each, reading) && !isOutweighed(each, reading))
  return [...keepApart(verdicts, reading), ...readReservation(verdicts, reading)].sort(
    (a, b) => labels.indexOf(a.label) - labels.indexOf(b.label) || b.confidence - a.confidence,
  )
}

/**
 * "I'd be no use to you" about an operation is a hardship only, and a relative's death told as the reason for a bias
 * isn't a hardship.
 */
function keepApart(verdicts: readonly Verdict[], { folded, question }: Reading): readonly Verdict[] {
  const isPlain = isPlainAdmission(folded)
  const hardship = verdicts.find(({ label }) => label === 'hardship')
  const bias = verdicts.find(({ label }) => label === 'bias')
  if (!hardship || !bias) return verdicts
  if (asksAttitude(question) && !asksAboutTrouble(question)) return verdicts.filter(({ label }) => label !== 'hardship')
  if (!isPlain && !mentionsCase(folded)) return verdicts.filter(({ label }) => label !== 'bias')
  const isReason = hardship.sub === 'medical_family' || hardship.rules.includes('caregiving/children')
  return isPlain && isReason && !asksAboutTrouble(question)
    ? verdicts.filter(({ label }) => label !== 'hardship')
    : verdicts
}

const isAsserted = ({ rules, confidence }: Verdict): boolean =>
  rules.some((each) => each !== 'model') && confidence >= leastConfidence
/** On a full-day transcript, only one in seven findings below this confidence was correct. */
const leastConfidence = 0.5

const aboutAnyLife: ReadonlySet<Question['topic']> = new Set([
  null,
  'nod',
  'fact',
  'background',
  'housekeeping',
  'disclosure',
])
/** These conditions matter in court regardless of the question. */
const personal: ReadonlySet<Sub> = new Set(['medical_self', 'language_comprehension'])
const ofPlainFact: ReadonlySet<Question['topic']> = new Set(['fact', 'background'])
const tied = lexicon.regex('tied')

/**
 * "I have two children" is a hardship only if the court asked about hardships or the juror says how it affects serving.
 */
function isBiography({ label, sub, rules }: Verdict, { folded, question, hardshipBefore }: Reading): boolean {
  const isPersonal =
    personal.has(sub) && (question.topic === null ? question.text === '' : !ofPlainFact.has(question.topic))
  if (label !== 'hardship' || isPersonal || hardshipBefore !== null || tied.test(folded)) return false
  if (question.text === '' || invites(question)) return rules.includes('caregiving/children')
  const asksOfLife = aboutAnyLife.has(question.topic) || asksOfSelf.test(question.text)
  return asksOfLife && !asksAboutTrouble(question)
}
const invites = ({ topic, text }: Question): boolean => topic === 'nod' && text.endsWith('?')
const asksOfSelf = /\b(?:about|introduce) (?:yourself|your (?:self|family|life|household|background))\b/

const doubleNegative = lexicon.regex('double-negative')
const onlyDenies = /\b(?:can't|cannot|couldn't) (?:promise|guarantee|say)(?: that| anything| you| it)?[.,!]?$/
const condition = lexicon.regex('condition')
const mild = lexicon.regex('mild')

/** Returns true for double negatives such as "I can't say I wouldn't", which admit a bias. */
export function isDoubleNegative(folded: string): boolean {
  return doubleNegative.test(folded) && !onlyDenies.test(folded)
}

export function isConditional(folded: string, question: Question): boolean {
  const aboutFairness = asksAttitude(question) && !question.asksForHardship
  // "Even if I disagree, yes" isn't conditional.
  const text = folded.replaceAll(/\beven (?:if|when|unless)\b/g, '')
  if (!aboutFairness || !condition.test(text) || mild.test(text)) return false
  // "Not if they were hurt" denies a leaning but refuses an undertaking.
  if (limitsDenial.test(text) && question.topic !== 'undertaking') return false
  return !repeatsCondition(text, question.text)
}
const limitsDenial = /^(?:(?:no|oh|well),? )*not (?:if|unless)\b/

/** "If I believed her, yes" to "If you believe her, is that enough?" only accepts the question's own condition. */
function repeatsCondition(folded: string, asked: string): boolean {
  const clause = /(?<!only )(?<!except )\b(?:if|when)\b([^,.?!]*)/.exec(folded)?.[1] ?? ''
  const starts = new Set(splitWords(asked).map(toStart))
  return splitWords(clause).some((word) => !tellsNothing.test(word) && starts.has(toStart(word)))
}
const tellsNothing =
  /^(?:.{1,3}|that|this|with|they|them|were|what|have|been|does|will|your|it's|i'd|they're|would|could)$/
const toStart = (word: string): string => word.slice(0, 5)

const takesBack = lexicon.regex('takes-back')
const endsFair =
  /\b(?:but|though)\b[^.?!]*\b(?:i can|i could|i'd|i would|i'll|i will) (?:still )?(?:be (?:fair|impartial|able)|follow|listen|decide|do it|do that)/

const isTakenBack = (folded: string, question: Question): boolean =>
  question.polar && asksAttitude(question) && takesBack.test(folded) && !endsFair.test(folded)

/**
 * What a fair juror would say ("I couldn't convict on a hunch") or ends with ("but I'd be fair") isn't a bias, unless the
 * juror also admits one plainly.
 */
function unlessFair(read: Reader): Reader {
  return (reading) => read(reading).filter(({ label }) => label !== 'bias' || !isFairAnswer(reading))
}

const isFairAnswer = ({ folded }: Reading): boolean =>
  !isPlainAdmission(folded) && (keepsToLaw(folded) || endsFair.test(folded) || endsWithFairness(splitSentences(folded)))

/** Drops a bias that the answer denies, and one that only the classifier reads into an answer about facts. */
function isOutweighed({ label, sub, rules }: Verdict, { folded, question, answer }: Reading): boolean {
  if (label !== 'bias') return false
  if (question.asksOfPast && asksOfOther.test(question.text) && ofGuilt.has(sub)) return true
  if (isPlainAdmission(folded)) return false
  const isDenied = commits(question, answer) === 'fair' && !(qualifies.test(folded) && isAdmitted(folded))
  if (isDenied || (butNo.test(folded) && question.topic !== 'undertaking')) return true
  const isUnasked = asksOfFacts.has(question.topic) || (sub === 'explicit_inability' && question.topic === null)
  return isUnasked && rules.includes(`words/${sub}`)
}
const isAdmitted = (folded: string): boolean => admits(folded) || readDifficulty(folded) === 'hard'
/** "Was he treated fairly?" "He did it" is about a relative. */
const asksOfOther = /\b(?:was|were|did|had) (?:he|she|they|your [a-z-]+)\b/
const ofGuilt: ReadonlySet<Sub> = new Set(['presumption_burden', 'pretrial_opinion'])
const butNo = /\bbut,? (?:no|nope|nah)\b(?!,? i (?:can't|couldn't|don't))/
const asksOfFacts: ReadonlySet<Question['topic']> = new Set([
  'fact',
  'background',
  'disclosure',
  'housekeeping',
  'paid',
])
const qualifies = /\b(?:but|however|although|though|except|unless|depends|just|only|still|because)\b/

function readTurned({ folded, question }: Reading): Verdict[] {
  const whole = { from: 0, to: folded.length }
  if (isDoubleNegative(folded) && !offersToTry.test(folded))
    return [hedgedBias(question, 'answer/double-negative', turnedConfidence, whole)]
  if (isConditional(folded, question)) return [hedgedBias(question, 'answer/conditional', turnedConfidence, whole)]
  return isTakenBack(folded, question) ? [hedgedBias(question, 'answer/takes-back', turnedConfidence, whole)] : []
}

function readAvoided({ folded, question, answer, gates }: Reading): Verdict[] {
  const asked = question.topic === 'undertaking' || question.topic === 'impairment' || question.topic === 'lean'
  if (!asked || !question.polar || answer.polarity !== null || answer.contentWords < fewestAvoidingWords) return []
  const saysNothing = gates.silent || gates.noBias || gates.noDisclosure || folded.endsWith('?')
  return saysNothing ? [] : [hedgedBias(question, byAvoiding, avoidedConfidence, null)]
}

function readReservation(verdicts: readonly Verdict[], { folded, question }: Reading): Verdict[] {
  const isHedged = verdicts.some(({ sub }) => sub === 'rehabilitation_equivocal')
  const reserved = isHedged && !verdicts.some(({ label }) => label === 'bias') ? findReservation(folded) : null
  return reserved ? [hedgedBias(question, 'answer/takes-back', reservedConfidence, reserved)] : []
}

const hedgedBias = (question: Question, rule: string, confidence: number, trigger: Verdict['trigger']): Verdict => ({
  label: 'bias',
  sub: findFairnessMatter(question.matter) ?? 'explicit_inability',
  confidence,
  stance: 'equivocal',
  trigger,
  rules: [rule],
})

const turnedConfidence = 0.75
const reservedConfidence = 0.6
const fewestAvoidingWords = 2
const avoidedConfidence = 0.5

/** "A sock, one time" isn't knowledge of the case. */
const mustBeNamed: ReadonlySet<Sub> = new Set(['case_knowledge', 'expertise', 'legal_history'])

/** If the question is "Have you ever been the victim of a crime?", any answer except "No" is a disclosure. */
function readDisclosed({ folded, question, answer, gates }: Reading): Verdict[] {
  if (question.topic !== 'disclosure' || question.about === null || !isSub(question.about)) return []
  if (answer.polarity === 'no' || answer.hedge === 'refusal') return []
  if (answer.polarity === null && mustBeNamed.has(question.about) && !namesMatter(question.about, folded)) return []
  const saysNothing = gates.silent || gates.noDisclosure || folded.endsWith('?')
  if (saysNothing || (answer.polarity === null && answer.contentWords < 2)) return []
  const sub: Sub = question.about
  return [
    {
      label: 'key_statement',
      sub,
      confidence: disclosedConfidence,
      stance: null,
      trigger: null,
      rules: ['answer/discloses'],
    },
  ]
}

const disclosedConfidence = 0.55

/** A commitment that follows a concern is rehabilitation. Otherwise, it's a statement of fairness. */
function applyContext(verdict: Verdict, { folded, question, answer, concernBefore }: Reading): Verdict {
  if (verdict.sub !== 'unequivocal_fairness' && verdict.sub !== 'rehabilitation') return verdict
  const isHedged = answer.hedge === 'weak' || readDifficulty(folded) === 'hard'
  if (isHedged && question.topic === 'undertaking')
    return { ...verdict, sub: 'rehabilitation_equivocal', stance: 'equivocal' }
  const isAsked = question.topic !== null && question.topic !== 'open'
  const rehabilitates = verdict.sub === 'unequivocal_fairness' && (concernBefore ?? question.afterConcern) && isAsked
  return rehabilitates ? { ...verdict, sub: 'rehabilitation', stance: 'rehabilitated' } : verdict
}

const entries = readWordFile('subjects').entries.map(({ name, sources }) => {
  const [place = '', sub = ''] = name.split('/')
  return { place, sub: toSub(sub), patterns: sources.map(pattern) }
})
const findSubject = (place: 'answer' | 'question', folded: string): Sub | null =>
  entries.find((each) => each.place === place && findAny(each.patterns, folded) !== null)?.sub ?? null

/**
 * Finds the subject of a bias in the answer, the question, or the juror's earlier answers. If the juror states an
 * inability to be fair, severity stays critical.
 */
function nameSubject(verdict: Verdict, reading: Reading): Verdict {
  if (verdict.label !== 'bias') return verdict
  if (isStated(verdict) && !unspecific.has(verdict.sub)) return nameGround(verdict, reading)
  const sub = refusesFairness(verdict, reading)
    ? (findSubject('answer', reading.folded) ?? verdict.sub)
    : (findReadingSubject(reading) ?? verdict.sub)
  if (sub === verdict.sub) return verdict
  return { ...verdict, sub, isInability: verdict.sub === 'explicit_inability' || verdict.isInability === true }
}

/** "Only God can take a life" is a matter of conscience, and "I followed it, he did it" is an opinion formed before. */
function nameGround(verdict: Verdict, { folded, question }: Reading): Verdict {
  if (verdict.sub === 'witness_credibility' && asksOfPolice(question.text) && distrusts.test(folded))
    return { ...verdict, sub: 'law_enforcement_anti' }
  const ground = grounds[verdict.sub]
  const isGiven = ground !== undefined && question.topic !== 'undertaking' && findSubject('answer', folded) === ground
  return isGiven ? { ...verdict, sub: ground } : verdict
}
const distrusts = /\b(?:don't|do not|never|can't|cannot|wouldn't) (?:\w+ )?(?:trust|believe)\b/
const asksOfPolice = (text: string): boolean => findAny(police, text) !== null
const police = [pattern('{police}')]
const grounds: Partial<Record<Sub, Sub>> = {
  punishment_attitude: 'religious_conscience',
  presumption_burden: 'pretrial_opinion',
}

/** Returns false if the category comes from the classifier or is a rule's default. */
const isStated = ({ sub, rules }: Verdict): boolean =>
  rules.some((rule) => rule.startsWith(`${sub}/`) || rule === 'answer/refuses-undertaking')

/** "No" to "Can you be fair?" is an inability, whatever came before. */
const refusesFairness = ({ sub, rules }: Verdict, { question }: Reading): boolean =>
  sub === 'explicit_inability' &&
  (rules.includes('answer/refuses-undertaking') ||
    (rules.includes('answer/admits-impairment') &&
      (question.inability !== null || namesFairness.test(question.text))) ||
    (question.topic === 'undertaking' && rules.includes(byQuestion)))
const namesFairness = /\b(?:fair|impartial)\b/

/** A question about one of these says more than a "gun" or a "drug" in the answer. */
const pointed: ReadonlySet<Sub | null> = new Set(['punishment_attitude', 'damages_attitude', 'right_to_silence'])

function findReadingSubject({ folded, question, concernAbout }: Reading): Sub | null {
  const matter = findFairnessMatter(question.matter)
  const asked = findSubject('question', question.matter) ?? (pointed.has(matter) ? matter : null)
  const own = findSubject('answer', folded)
  if (own === 'subject_matter' && pointed.has(asked)) return asked
  // A request to be fair may list everything a juror should set aside, so the juror's own concern is more specific.
  const before = question.topic === 'undertaking' ? (concernAbout ?? asked) : (asked ?? concernAbout)
  return own ?? before
}
