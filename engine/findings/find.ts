import type { Chain, Exchange, Finding, FindingType, Severity, Stance } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { CaseTheme } from '#engine/stage.ts'
import { chainFindings, noFacts } from './chains.ts'
import { judge, judgeUtterance, suspect } from './judge.ts'
import { readThemes } from './language/topics.ts'
import { findPauses, toPlace } from './pauses.ts'
import { readExchanges, toReading, type ExchangeReading, type Utterance, type Before, type Reading } from './reading.ts'
import { type Label, labelTypes, type SpokenType, type Sub } from './taxonomy.ts'
import { explain, explainDoubt, explainResemblance, getSeverity, type Verdict } from './verdict.ts'
import type { Question } from './language/question.ts'
import { splitSentences } from './language/utterance.ts'

type Measure = (turns: readonly Turn[], readings: readonly ExchangeReading[]) => Finding[]
const measures: Record<Exclude<FindingType, SpokenType>, Measure> = { long_pause: findPauses }

export function findFindings(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
): { findings: Finding[]; chains: Chain[]; possible: Finding[] } {
  const readings = readExchanges(turns, exchanges)
  const sitting = startSitting()
  const judged = readings.flatMap((each) => judgeExchange(each, sitting))
  const measured = Object.values(measures).flatMap((find) => find(turns, readings))
  const found = [...judged, ...measured].sort((a, b) => a.turn - b.turn)
  return { ...chainFindings(found, turns, readings), possible: sitting.possible }
}

function judgeExchange(reading: ExchangeReading, sitting: Sitting): Finding[] {
  const { voice, utterances, startsNewBlock, askedBy } = reading
  if (startsNewBlock) sitting.voices.delete(voice)
  const memory = recallVoice(sitting, voice)
  return utterances.flatMap(({ turn, question, answer }) => {
    const utterance = toReading(turn.text, question, answer, getBefore(memory, sitting))
    const judged = utterance ? judge(utterance) : []
    const bySound = Map.groupBy(judged, (verdict) => checkSound(verdict, turn, askedBy))
    const suspected = utterance && judged.length === 0 ? suspect(utterance)[0] : undefined
    if (suspected && checkSound(suspected, turn, askedBy) === 'heard')
      sitting.possible.push(toPossible(suspected, turn, reading, explainResemblance))
    for (const doubtful of leading(bySound.get('doubtful') ?? []))
      sitting.possible.push(toPossible(doubtful, turn, reading, explainDoubt))
    const verdicts = bySound.get('heard') ?? []
    rememberAnswer(memory, verdicts, utterance)
    return leading(verdicts).flatMap((verdict) => {
      if (!isReported(verdict, memory, question)) return []
      rememberVerdict(memory, sitting, verdict)
      return toFinding(verdict, turn, reading)
    })
  })
}

const leading = (verdicts: readonly Verdict[]) =>
  verdicts.filter((each, at) => verdicts.findIndex((other) => other.label === each.label) === at)

const mostConfidence = 0.99

function toFinding(verdict: Verdict, turn: Turn, reading: ExchangeReading): Finding {
  return {
    ...toPlace(turn, reading.exchange),
    type: labelTypes[verdict.label],
    sub: verdict.sub,
    severity: getSeverity(verdict),
    confidence: calibrate(labelTypes[verdict.label], verdict.rules, Math.min(verdict.confidence, mostConfidence)),
    stance: verdict.stance,
    question: reading.asked,
    trigger: verdict.trigger,
    hardshipFacts: verdict.label === 'hardship' ? noFacts : null,
    chain: null,
    rules: verdict.rules,
    why: explain(verdict, turn.text, reading.asked),
  }
}

function toPossible(
  verdict: Verdict,
  turn: Turn,
  reading: ExchangeReading,
  explainWhy: typeof explainResemblance,
): Finding {
  return {
    ...toFinding(verdict, turn, reading),
    severity: 'low',
    hardshipFacts: null,
    why: explainWhy(verdict, turn.text),
  }
}

export function tagFindings(findings: readonly Finding[], themes: readonly CaseTheme[]): Finding[] {
  if (themes.length === 0) return [...findings]
  const themesIn = readThemes(themes)
  return findings.map((finding) => {
    const text = finding.trigger === null ? `${finding.question} ${finding.quote}` : finding.quote
    const found = themesIn(text).map(({ name }) => name)
    return found.length === 0 ? finding : { ...finding, themes: found }
  })
}

type Labeling = {
  label: Label | 'none'
  sub: Sub | null
  severity: Severity | null
  /** A value from 0 to 1. For `none`, this is the confidence that no label applies. */
  confidence: number
  stance: Stance | null
  why: string
}

export function labelUtterance(utterance: Utterance): Labeling {
  const verdict = judgeUtterance(utterance)[0]
  if (verdict) {
    const { label, sub, confidence, stance } = verdict
    return {
      label,
      sub,
      severity: getSeverity(verdict),
      confidence: Number(confidence.toFixed(3)),
      stance,
      why: explain(verdict, utterance.text, utterance.context),
    }
  }
  const why =
    utterance.role === 'juror'
      ? 'The answer and its question contain no hardship, bias, or key statement.'
      : `Only a prospective juror’s own words are labeled. This speaker is: ${utterance.role}.`
  return {
    label: 'none',
    sub: null,
    severity: null,
    confidence: utterance.role === 'juror' ? 0.8 : 1,
    stance: null,
    why,
  }
}

/**
 * Alignment flags 86% of words that weren't said and 4% of words that were. To avoid false alarms, at least half of the
 * words must differ.
 */
const differingAtMost = 0.5

type Sound = 'heard' | 'doubtful' | 'absent'

/**
 * Returns whether the recording supports the words behind a verdict. `absent` means a word is missing from the
 * recording. `doubtful` means at least half of the words sound different. If the verdict is based on an entire short
 * answer, also checks the question.
 */
function checkSound({ trigger }: Pick<Verdict, 'trigger'>, turn: Turn, questions: readonly Turn[]): Sound {
  const answer = checkRange(turn, trigger ?? { from: 0, to: turn.text.length })
  if (answer === 'absent' || trigger !== null || questions.length === 0) return answer
  const question = checkQuestion(questions)
  return question === 'heard' ? answer : question
}

/** Checks only the last question, because the same turns may include a greeting or other remarks by the court. */
function checkQuestion(questions: readonly Turn[]): Sound {
  const asking = questions.findLast(({ text }) => text.includes('?')) ?? questions.at(-1)!
  const sentences = splitSentences(asking.text)
  const last = sentences.findLast(({ text }) => text.endsWith('?')) ?? sentences.at(-1)
  return checkRange(asking, last ?? { from: 0, to: asking.text.length })
}

function checkRange(turn: Turn, { from, to }: { from: number; to: number }): Sound {
  if (turn.isAbsent) return 'absent'
  const places = [...turn.text.matchAll(/\S+/g)]
  // The words don't line up with the text, so if any word is absent or different, the whole turn is doubtful.
  if (places.length !== turn.words.length)
    return turn.words.some(({ isAbsent, differs }) => isAbsent || differs) ? 'doubtful' : 'heard'
  const words = turn.words.filter((_, at) => {
    const { index, 0: word } = places[at]!
    return index < to && index + word.length > from
  })
  if (words.some(({ isAbsent }) => isAbsent)) return 'absent'
  const differing = words.filter(({ differs }) => differs).length
  return differing > 0 && differing >= words.length * differingAtMost ? 'doubtful' : 'heard'
}

type Sitting = {
  /** A voice is removed from the map when a new block of questions starts. */
  voices: Map<string, Memory>
  hardshipsInARow: number
  possible: Finding[]
}

type Memory = {
  isConcerned: boolean
  disclosed: Sub | null
  undertook: boolean
  hardship: Sub | null
  concern: Sub | null
  lastAnswer: 'hardship' | 'bias' | null
}

const startSitting = (): Sitting => ({ voices: new Map(), hardshipsInARow: 0, possible: [] })

function recallVoice({ voices }: Sitting, voice: string): Memory {
  const known = voices.get(voice)
  if (known) return known
  const memory: Memory = {
    isConcerned: false,
    disclosed: null,
    undertook: false,
    hardship: null,
    concern: null,
    lastAnswer: null,
  }
  voices.set(voice, memory)
  return memory
}

/**
 * Courts usually hear all hardships before they ask about fairness, so after several hardships another one is likely.
 */
const phaseLength = 4

const getBefore = (memory: Memory, { hardshipsInARow }: Sitting): Before => ({
  concernBefore: memory.isConcerned,
  hardshipBefore: memory.hardship,
  concernAbout: memory.concern ?? getMatter(memory.disclosed),
  follows: memory.lastAnswer,
  amongHardships: hardshipsInARow >= phaseLength,
})

/** What a juror has disclosed is what a bias is about, unless they name something else. */
const disclosedMatters: Partial<Record<Sub, Sub>> = {
  disclosure_relationship: 'relationship',
  crime_victim: 'experience_based',
  legal_history: 'experience_based',
  case_knowledge: 'pretrial_opinion',
  expertise: 'occupational',
}
const getMatter = (disclosed: Sub | null): Sub | null =>
  disclosed === null ? null : (disclosedMatters[disclosed] ?? null)

function isReported({ sub, trigger, rules }: Verdict, memory: Memory, question: Question): boolean {
  const { disclosed, undertook, isConcerned } = memory
  const isProbed = isConcerned || question.afterConcern || (disclosed !== null && asksToBeFair.test(question.text))
  if (sub === 'rehabilitation' && !isProbed && rules.includes('words/rehabilitation')) return false
  if (trigger !== null) return true
  // A plain "Yes, I can be fair" is too common to report unless the juror disclosed something earlier.
  if (sub === 'unequivocal_fairness') return disclosed !== null && !undertook && asksToBeFair.test(question.text)
  // Judges ask about each side in turn, so a second firm "No" only repeats the first one.
  return !(sub === 'rehabilitation' && undertook)
}

const asksToBeFair = /\b(?:fair(?:ly)?|impartial(?:ly)?|bias(?:ed)?|prejudiced?|aside)\b/

function rememberAnswer(memory: Memory, verdicts: readonly Verdict[], utterance: Reading | null): void {
  const last = verdicts.map(({ label }) => label).find((label) => label !== 'key_statement')
  if (last) memory.lastAnswer = last
  else if (utterance && !utterance.isShort) memory.lastAnswer = null
}

function rememberVerdict(memory: Memory, sitting: Sitting, { label, sub }: Verdict): void {
  if (label === 'hardship') {
    memory.hardship = sub
    sitting.hardshipsInARow += 1
    return
  }
  if (label === 'key_statement') memory.disclosed = sub
  if (sub === 'rehabilitation' || sub === 'unequivocal_fairness') memory.undertook = true
  if (label !== 'bias') return
  memory.isConcerned = true
  memory.undertook = false
  sitting.hardshipsInARow = 0
  if (sub !== 'explicit_inability') memory.concern = sub
}

/**
 * What a finding is based on: a rule for its category, a short answer to a question, other words, or only the
 * classifier.
 */
type Source = 'rule' | 'answer' | 'words' | 'model'

export function getSource(rules: readonly string[]): Source {
  const own = rules.filter((rule) => rule !== 'model')
  if (own.some((rule) => !/^(?:words|question|answer)\//.test(rule))) return 'rule'
  if (own.length === 0) return 'model'
  return own.some((rule) => rule.startsWith('answer/')) ? 'answer' : 'words'
}

/** The fraction of findings that are correct at or above each score. */
type Steps = readonly (readonly [from: number, right: number])[]

/**
 * Fitted with isotonic regression. Run `npm run bench -- findings --day FILE --folds 5` to compute and print this
 * table. Sources with fewer than 40 findings use the entry for their type. `possible` has the scores of findings that
 * only resemble known ones.
 */
export const calibration: Readonly<Record<string, Steps>> = {
  bias_indicator: [
    [0.5, 0.72],
    [0.8, 0.86],
    [0.971, 0.89],
    [0.99, 0.94],
  ],
  'hardship/rule': [
    [0.569, 0.86],
    [0.898, 0.95],
    [0.99, 0.98],
  ],
  'hardship/answer': [
    [0.6, 0.88],
    [0.75, 0.93],
  ],
  hardship: [
    [0.638, 0.86],
    [0.964, 0.93],
  ],
  key_statement: [
    [0.511, 0.5],
    [0.75, 0.79],
    [0.99, 0.92],
  ],
  possible: [[0.514, 0.11]],
}

let isOn = true
/** Turns calibration on or off. Keep it off while the table is being fitted. */
export const setCalibrated = (on: boolean): void => {
  isOn = on
}

const findSteps = (type: FindingType, rules: readonly string[]): Steps | undefined => {
  const source = getSource(rules)
  return source === 'model' ? calibration['possible'] : (calibration[`${type}/${source}`] ?? calibration[type])
}

export function calibrate(type: FindingType, rules: readonly string[], score: number): number {
  const steps = isOn ? findSteps(type, rules) : undefined
  return steps?.findLast(([from]) => score >= from)?.[1] ?? steps?.[0]?.[1] ?? score
}
