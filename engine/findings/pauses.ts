/** Long pauses: a wait that is long, and long for that juror. A number, never a meaning. */
import type { Exchange } from '#contract/findings/findings.ts'
import { medianOf } from '#engine/findings/language/latency.ts'

/** From the definition of a long pause: at least this long, and at least this many times the juror's own median. */
const longMs = 3000
const timesMedian = 2
/** A yes-or-no question needs less time: shorter waits count, but only where enough answers tell the juror's own pace. */
const longForYesNoMs = 1500
const enoughAnswers = 4

type LongPause = {
  exchange: number
  latencyMs: number
  medianMs: number | null
  severity: 'low' | 'medium'
  confidence: number
}

/** Long pauses among exchanges with measured latency. `polar` tells which exchanges ask a yes-or-no question. */
export function findLongPauses(exchanges: readonly Exchange[], polar: (exchange: Exchange) => boolean): LongPause[] {
  const waits = new Map<string, { exchange: number; latencyMs: number }[]>()
  for (const each of exchanges) {
    if (each.latencyMs === null) continue
    const who = each.jurorNumber ?? each.speaker ?? ''
    waits.set(who, [...(waits.get(who) ?? []), { exchange: each.index, latencyMs: each.latencyMs }])
  }
  const pauses: LongPause[] = []
  for (const each of exchanges) {
    if (each.latencyMs === null || each.latencyMs < longForYesNoMs) continue
    // A single long wait must not raise the pace that it is measured against.
    const others = (waits.get(each.jurorNumber ?? each.speaker ?? '') ?? []).filter(
      (wait) => wait.exchange !== each.index,
    )
    const medianMs = medianOf(others.map((wait) => wait.latencyMs))
    if (medianMs !== null && each.latencyMs < timesMedian * medianMs) continue
    const long = each.latencyMs >= longMs
    if (!long && !(polar(each) && others.length >= enoughAnswers)) continue
    pauses.push({
      exchange: each.index,
      latencyMs: each.latencyMs,
      medianMs,
      severity: long ? 'medium' : 'low',
      // Not a probability of a meaning: how well the juror's own pace is known.
      confidence: Math.min(1, (long ? 0.6 : 0.5) + 0.08 * Math.min(5, others.length)),
    })
  }
  return pauses
}
