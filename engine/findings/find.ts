import type { Chain, Exchange, Finding, FindingType, Severity, Stance } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { CaseTheme } from '#engine/stage.ts'
import { calibrate } from './calibration.ts'
import { chainFindings, noFacts } from './chains.ts'
import { checkSound } from './heard.ts'
import { judge, judgeUtterance, suspect } from './judge.ts'
import { readThemes } from './language/topics.ts'
import { findPauses, toPlace } from './pauses.ts'
import { readExchanges, toReading, type ExchangeReading, type Utterance } from './reading.ts'
import { type Label, labelTypes, type SpokenType, type Sub } from './taxonomy.ts'
import { explain, explainDoubt, explainResemblance, getSeverity, type Verdict } from './verdict.ts'

type Measure = (turns: readonly Turn[], readings: readonly ExchangeReading[]) => Finding[]
const measures: Record<Exclude<FindingType, SpokenType>, Measure> = { long_pause: findPauses }

export function findFindings(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
): { findings: Finding[]; chains: Chain[]; possible: Finding[] } {
  const readings = readExchanges(turns, exchanges)
  const sitting: Sitting = {
    concerned: new Set(),
    undertook: new Set(),
    hardships: new Map(),
    concerns: new Map(),
    lasts: new Map(),
    hardshipsInARow: 0,
    possible: [],
  }
  const said = readings.flatMap((each) => judgeExchange(each, sitting, turns))
  const measured = Object.values(measures).flatMap((find) => find(turns, readings))
  const found = [...said, ...measured].sort((a, b) => a.turn - b.turn)
  return { ...chainFindings(found, turns, readings), possible: sitting.possible }
}

type Sitting = {
  /** A new block of questions removes the voice from this set. */
  concerned: Set<string>
  undertook: Set<string>
  hardships: Map<string, Sub>
  concerns: Map<string, Sub>
  /** The kind of each voice's last answer. */
  lasts: Map<string, 'hardship' | 'bias'>
  /** Courts usually hear all hardships before fairness questions, so a run of hardships suggests another one. */
  hardshipsInARow: number
  possible: Finding[]
}

function judgeExchange(reading: ExchangeReading, sitting: Sitting, turns: readonly Turn[]): Finding[] {
  const { concerned, undertook, hardships, concerns } = sitting
  const { voice, utterances, startsNewBlock, exchange } = reading
  const questions = exchange.questionTurns.flatMap((at) => turns[at] ?? [])
  if (startsNewBlock) {
    concerned.delete(voice)
    undertook.delete(voice)
    hardships.delete(voice)
    concerns.delete(voice)
    sitting.lasts.delete(voice)
  }
  return utterances.flatMap(({ turn, question, answer }) => {
    const utterance = toReading(turn.text, question, answer, {
      concernBefore: concerned.has(voice),
      hardshipBefore: hardships.get(voice) ?? null,
      concernAbout: concerns.get(voice) ?? null,
      follows: sitting.lasts.get(voice) ?? null,
      amongHardships: sitting.hardshipsInARow >= phaseLength,
    })
    const judged = utterance ? judge(utterance) : []
    const bySound = Map.groupBy(judged, (verdict) => checkSound(verdict, turn, questions))
    const verdicts = bySound.get('heard') ?? []
    const suspected = utterance && judged.length === 0 ? suspect(utterance)[0] : undefined
    if (suspected && checkSound(suspected, turn, questions) === 'heard')
      sitting.possible.push(toPossible(suspected, turn, reading, explainResemblance))
    for (const doubtful of leading(bySound.get('doubtful') ?? []))
      sitting.possible.push(toPossible(doubtful, turn, reading, explainDoubt))
    const findings: Finding[] = []
    const last = verdicts.find(({ label }) => label === 'bias' || label === 'hardship')?.label
    if (last === 'bias' || last === 'hardship') sitting.lasts.set(voice, last)
    else if (utterance && !utterance.isShort) sitting.lasts.delete(voice)
    for (const verdict of leading(verdicts)) {
      // A plain "Yes, I can be fair" without an earlier concern is too common to report.
      if (verdict.sub === 'unequivocal_fairness' && verdict.trigger === null) continue
      // The judge asks about each side in turn, so a second firm "No" repeats the first.
      if (verdict.sub === 'rehabilitation' && verdict.trigger === null && undertook.has(voice)) continue
      findings.push(toFinding(verdict, turn, reading))
      if (verdict.sub === 'rehabilitation') undertook.add(voice)
      else if (verdict.label === 'bias') undertook.delete(voice)
      if (verdict.label === 'bias') {
        sitting.hardshipsInARow = 0
        if (verdict.sub !== 'explicit_inability') concerns.set(voice, verdict.sub)
      }
      if (verdict.label === 'hardship') {
        hardships.set(voice, verdict.sub)
        sitting.hardshipsInARow += 1
      } else concerned.add(voice)
    }
    return findings
  })
}

const phaseLength = 4

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

/** Matches themes in the juror's own words and, for a bare "Yes", in the question. */
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
  /** Value from 0 to 1. For `none`, the confidence that nothing applies. */
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
