import type { Span } from '#contract/analysis.ts'
import type { Turn } from '#contract/transcript.ts'

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
  let last: (Span & { speaker: string | null }) | null = null
  for (const { role, speaker, text, startMs, endMs } of turns) {
    if (startMs === null || endMs === null) continue
    if (role === 'note') {
      if (crosstalk.test(text) && endMs > startMs) found.push({ startMs, endMs })
      continue
    }
    if (last && last.speaker !== null && speaker !== null && last.speaker !== speaker) {
      const shared = { startMs: Math.max(startMs, last.startMs), endMs: Math.min(endMs, last.endMs) }
      if (shared.endMs - shared.startMs >= leastMs) found.push(shared)
    }
    if (!last || endMs >= last.endMs) last = { startMs, endMs, speaker }
  }
  return found.sort((a, b) => a.startMs - b.startMs)
}
