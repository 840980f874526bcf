import type { Span } from '#contract/videos/analysis.ts'
import { joinSpans } from '#contract/speakers/spans.ts'
import type { Turn } from '#contract/videos/transcript.ts'

/** Cues are cut by hand, and a hand is not more exact than this: a shorter overlap says nothing. */
const leastMs = 300
const crosstalk =
  /cross-?talk|simultaneous|overlapping|speak(?:ing|ers)? (?:over|at once|at the same time)|talking over/i

/**
 * Where a transcript says that several speak at once: turns of two speakers whose times overlap, and notes such as
 * "(Simultaneous crosstalk)". In order of time; they may touch.
 */
export function findOverlaps(turns: readonly Turn[]): Span[] {
  const found: Span[] = []
  /** The turn of each speaker that lasts longest so far. */
  const lasting = new Map<string, Span>()
  for (const { role, speaker, text, startMs, endMs } of turns) {
    if (startMs === null || endMs === null) continue
    if (role === 'note') {
      if (crosstalk.test(text) && endMs > startMs) found.push({ startMs, endMs })
      continue
    }
    if (speaker === null) continue
    for (const [other, last] of lasting) {
      const shared = { startMs: Math.max(startMs, last.startMs), endMs: Math.min(endMs, last.endMs) }
      if (other !== speaker && shared.endMs - shared.startMs >= leastMs) found.push(shared)
    }
    const own = lasting.get(speaker)
    if (!own || endMs >= own.endMs) lasting.set(speaker, { startMs, endMs })
  }
  return joinSpans(found, 0)
}
