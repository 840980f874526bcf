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
import {
  getBefore,
  isReported,
  recallVoice,
  rememberAnswer,
  rememberVerdict,
  startSitting,
  type Sitting,
} from './sitting.ts'
import { type Label, labelTypes, type SpokenType, type Sub } from './taxonomy.ts'
import { explain, explainDoubt, explainResemblance, getSeverity, type Verdict } from './verdict.ts'

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
      if (!isReported(verdict, memory)) return []
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
