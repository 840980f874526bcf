/** Findings of a transcript: a pure function of its turns and their exchanges, and the label of one utterance by itself. */
import type { Chain, Exchange, Finding, FindingType, Severity, Stance } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { CaseTheme } from '#engine/stage.ts'
import { chainFindings, noFacts } from './chains.ts'
import { judge, judgeUtterance } from './judge.ts'
import { readThemes } from './language/topics.ts'
import { findPauses, toPlace } from './pauses.ts'
import { readExchanges, toReading, type ExchangeReading, type Utterance } from './reading.ts'
import { type Label, labelTypes, type SpokenType, type Sub } from './taxonomy.ts'
import { explain, getSeverity, type Verdict } from './verdict.ts'

type Measure = (turns: readonly Turn[], readings: readonly ExchangeReading[]) => Finding[]
/** The types that don't come from a juror's words: see `labelTypes` for those that do. */
const measures: Record<Exclude<FindingType, SpokenType>, Measure> = { long_pause: findPauses }

/** All findings in order of time, chained; suggestions for a person to confirm. */
export function findFindings(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
): { findings: Finding[]; chains: Chain[] } {
  const readings = readExchanges(turns, exchanges)
  const sitting: Sitting = { concerned: new Set(), undertook: new Set(), hardships: new Map(), hardshipsInARow: 0 }
  const said = readings.flatMap((each) => judgeExchange(each, sitting))
  const measured = Object.values(measures).flatMap((find) => find(turns, readings))
  const found = [...said, ...measured].sort((a, b) => a.turn - b.turn)
  return chainFindings(found, turns, readings)
}

/** What earlier exchanges leave behind. */
type Sitting = {
  /** Jurors who voiced a concern in this sitting at the bench; a break with another juror between ends it. */
  concerned: Set<string>
  /** Jurors whose last word on their concern was a firm undertaking. */
  undertook: Set<string>
  /** The hardship that each juror named last at this turn at the bench. */
  hardships: Map<string, Sub>
  /** Found with no bias between: a court hears hardships first and fairness later, from one juror after another. */
  hardshipsInARow: number
}

/** The findings of one exchange, which nothing that is said after it changes. */
function judgeExchange(reading: ExchangeReading, sitting: Sitting): Finding[] {
  const { concerned, undertook, hardships } = sitting
  const { voice, utterances, startsAnew } = reading
  if (startsAnew) {
    concerned.delete(voice)
    undertook.delete(voice)
    hardships.delete(voice)
  }
  return utterances.flatMap(({ turn, question, answer }) => {
    const utterance = toReading(turn.text, question, answer, {
      concernBefore: concerned.has(voice),
      hardshipBefore: hardships.get(voice) ?? null,
      amongHardships: sitting.hardshipsInARow >= phaseLength,
    })
    const verdicts = utterance ? judge(utterance) : []
    const findings: Finding[] = []
    for (const verdict of leading(verdicts)) {
      // A plain "Yes, I can be fair" with no concern before is what every juror says: it would bury the rest.
      if (verdict.sub === 'unequivocal_fairness' && verdict.trigger === null) continue
      // The bench asks for both sides in turn; the second firm "No" repeats the first.
      if (verdict.sub === 'rehabilitation' && verdict.trigger === null && undertook.has(voice)) continue
      findings.push(toFinding(verdict, turn, reading))
      if (verdict.sub === 'rehabilitation') undertook.add(voice)
      else if (verdict.label === 'bias') undertook.delete(voice)
      if (verdict.label === 'bias') sitting.hardshipsInARow = 0
      if (verdict.label === 'hardship') {
        hardships.set(voice, verdict.sub)
        sitting.hardshipsInARow += 1
      } else concerned.add(voice)
    }
    return findings
  })
}

const phaseLength = 4

/** The leading verdict, and what else was said under another label. */
const leading = (verdicts: readonly Verdict[]) =>
  verdicts.filter((each, at) => verdicts.findIndex((other) => other.label === each.label) === at)

/** A share of scores, no probability: of what somebody meant the machine is never certain. */
const mostConfidence = 0.99

function toFinding(verdict: Verdict, turn: Turn, reading: ExchangeReading): Finding {
  return {
    ...toPlace(turn, reading.exchange),
    type: labelTypes[verdict.label],
    sub: verdict.sub,
    severity: getSeverity(verdict.sub, verdict.stance),
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

/** Tags findings with the themes of the case, by the juror's own words; a bare "Yes" has those of its question too. */
export function tagFindings(findings: readonly Finding[], themes: readonly CaseTheme[]): Finding[] {
  if (themes.length === 0) return [...findings]
  const themesIn = readThemes(themes)
  return findings.map((finding) => {
    const text = finding.trigger === null ? `${finding.question} ${finding.quote}` : finding.quote
    const found = themesIn(text).map(({ name }) => name)
    return found.length === 0 ? finding : { ...finding, themes: found }
  })
}

type Labelling = {
  label: Label | 'none'
  sub: Sub | null
  severity: Severity | null
  /** 0 to 1: of the label; for none, that nothing fires. */
  confidence: number
  stance: Stance | null
  why: string
}

/** The label of one utterance that leads (bias before hardship before key statement): what `venire classify` answers. */
export function labelUtterance(utterance: Utterance): Labelling {
  const verdict = judgeUtterance(utterance)[0]
  if (verdict) {
    const { label, sub, confidence, stance } = verdict
    return {
      label,
      sub,
      severity: getSeverity(sub, stance),
      confidence: Number(confidence.toFixed(3)),
      stance,
      why: explain(verdict, utterance.text, utterance.context),
    }
  }
  const why =
    utterance.role === 'juror'
      ? 'Nothing in these words, read with their question, is a hardship, a bias or a key statement.'
      : `Only a prospective juror’s own words carry a label; these are spoken by: ${utterance.role}.`
  return {
    label: 'none',
    sub: null,
    severity: null,
    confidence: utterance.role === 'juror' ? 0.8 : 1,
    stance: null,
    why,
  }
}
