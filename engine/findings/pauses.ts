import type { Exchange, Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { ExchangeReading } from './reading.ts'

/** The minimum length of a long pause in ms, and the minimum as a multiple of the juror's median. */
const longMs = 3000
const timesMedian = 2
/**
 * Answering a yes-or-no question takes less time, so a shorter pause can be long. This applies only if the juror's pace
 * is known.
 */
const longForYesNoMs = 1500
const enoughAnswers = 4

type LongPause = {
  exchange: number
  latencyMs: number
  medianMs: number | null
  severity: 'low' | 'medium'
  confidence: number
}

export function findLongPauses(exchanges: readonly Exchange[], polar: (exchange: Exchange) => boolean): LongPause[] {
  const waits = Map.groupBy(
    exchanges.filter(({ latencyMs }) => latencyMs !== null),
    getVoice,
  )
  return exchanges.flatMap((each) => {
    const { index, latencyMs } = each
    if (latencyMs === null || latencyMs < longForYesNoMs) return []
    const others = (waits.get(getVoice(each)) ?? []).filter((other) => other.index !== index)
    const medianMs = getMedian(others.map((other) => other.latencyMs ?? 0))
    const isLong = latencyMs >= longMs || (polar(each) && others.length >= enoughAnswers)
    if (!isLong || (medianMs !== null && latencyMs < timesMedian * medianMs)) return []
    return [toPause(index, latencyMs, medianMs, others.length)]
  })
}

function toPause(exchange: number, latencyMs: number, medianMs: number | null, known: number): LongPause {
  const isLong = latencyMs >= longMs
  // The confidence depends on how well the juror's pace is known, not on what the pause means.
  const confidence = Math.min(1, (isLong ? 0.6 : 0.5) + 0.08 * Math.min(5, known))
  return { exchange, latencyMs, medianMs, severity: isLong ? 'medium' : 'low', confidence }
}

const getVoice = ({ jurorNumber, speaker }: Pick<Exchange, 'jurorNumber' | 'speaker'>) => jurorNumber ?? speaker ?? ''

function getMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

export function findPauses(turns: readonly Turn[], readings: readonly ExchangeReading[]): Finding[] {
  const exchanges = readings.map(({ exchange }) => exchange)
  const pauses = findLongPauses(exchanges, ({ index }) => readings[index]?.question.polar ?? false)
  return pauses.flatMap((pause) => {
    const reading = readings[pause.exchange]
    const turn = turns[reading?.exchange.answerTurns[0] ?? -1]
    if (!reading || !turn) return []
    return {
      ...toPlace(turn, reading.exchange),
      type: 'long_pause',
      sub: 'latency',
      severity: pause.severity,
      confidence: pause.confidence,
      stance: null,
      question: reading.asked,
      trigger: null,
      hardshipFacts: null,
      chain: null,
      rules: ['pause/latency'],
      why: `The answer came ${toSeconds(pause.latencyMs)} s after the question${pause.medianMs === null ? '; no other answers by this juror were timed' : `; this juror’s usual wait is ${toSeconds(pause.medianMs)} s`}.`,
    }
  })
}

const toSeconds = (ms: number) => (ms / 1000).toFixed(1)

export const toPlace = (turn: Turn, exchange: Exchange) => ({
  quote: turn.text,
  speaker: turn.speaker,
  jurorNumber: turn.jurorNumber,
  startMs: turn.startMs,
  endMs: turn.endMs,
  turn: turn.index,
  exchange: exchange.index,
  latencyMs: exchange.answerTurns[0] === turn.index ? exchange.latencyMs : null,
})
