import type { Chain, Exchange, Finding, FindingType, Severity, Stance } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { CaseTheme } from '#engine/stage.ts'
import { chainFindings, noFacts } from './chains.ts'
import { decide, type Candidate } from './decide.ts'
import { judge, judgeUtterance, suspect } from './judge.ts'
import type { Heard, Memory } from './learned/heard.ts'
import { rateAnswers } from './learned/model.ts'
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
  const candidates = listen(readings)
  const ratings = rateAnswers(candidates.map(({ heard }) => heard))
  const decided = candidates.map((candidate, at) => decide(candidate, ratings[at]!))
  const measured = Object.values(measures).flatMap((find) => find(turns, readings))
  const found = [...decided.flatMap(({ found }) => found), ...measured].sort((a, b) => a.turn - b.turn)
  return { ...chainFindings(found, turns, readings), possible: decided.flatMap(({ possible }) => possible) }
}

/** Applies the rules to each answer, in order, with what the juror said before. */
export function listen(readings: readonly ExchangeReading[]): Candidate[] {
  const sitting = startSitting()
  return readings.flatMap((each) => judgeExchange(each, sitting))
}

function judgeExchange(reading: ExchangeReading, sitting: Sitting): Candidate[] {
  const { voice, utterances, startsNewBlock, askedBy } = reading
  if (startsNewBlock) {
    sitting.voices.delete(voice)
    sitting.block += 1
  }
  const memory = recallVoice(sitting, voice)
  return utterances.map(({ turn, question, answer }) => {
    const { block, hardshipsInARow } = sitting
    const utterance = toReading(turn.text, question, answer, getBefore(memory, sitting))
    const judged = utterance ? judge(utterance) : []
    const before = { turn, voice, block, question, answer, reading: utterance, hardshipsInARow }
    const heard: Heard = { ...before, judged, memory: { ...memory } }
    const bySound = Map.groupBy(judged, (verdict) => checkSound(verdict, turn, askedBy))
    const possible: Finding[] = []
    const suspected = utterance && judged.length === 0 ? suspect(utterance)[0] : undefined
    if (suspected && checkSound(suspected, turn, askedBy) === 'heard')
      possible.push(toPossible(suspected, turn, reading, explainResemblance))
    for (const doubtful of leading(bySound.get('doubtful') ?? []))
      possible.push(toPossible(doubtful, turn, reading, explainDoubt))
    const verdicts = bySound.get('heard') ?? []
    rememberAnswer(memory, verdicts, utterance)
    const reported = leading(verdicts).filter((verdict) => {
      if (!isReported(verdict, memory, question)) return false
      rememberVerdict(memory, sitting, verdict)
      return true
    })
    return {
      heard,
      verdicts: reported,
      possible,
      isHeard: (verdict) => checkSound(verdict, turn, askedBy) === 'heard',
      toFinding: (verdict) => toFinding(verdict, turn, reading),
    }
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
    confidence: Math.min(verdict.confidence, mostConfidence),
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
  block: number
}

const startSitting = (): Sitting => ({ voices: new Map(), hardshipsInARow: 0, block: 0 })

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
