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

/** Spans in order of time, those that overlap or lie no further apart than this made one. */
export function joinSpans(spans: readonly Span[], withinMs: number): Span[] {
  const joined: Span[] = []
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1)
    if (last && startMs - last.endMs <= withinMs) last.endMs = Math.max(last.endMs, endMs)
    else joined.push({ startMs, endMs })
  }
  return joined
}

/** What remains of each span outside the overlaps, in pieces; what several say at once is nobody's. */
export function cutOverlaps<T extends Span>(spans: readonly T[], overlaps: readonly Span[]): T[] {
  const nobodys = joinSpans(overlaps, 0)
  return spans.flatMap((span) => {
    const pieces: T[] = []
    let { startMs } = span
    for (const overlap of overlapsWithin(span, nobodys)) {
      if (overlap.startMs > startMs) pieces.push({ ...span, startMs, endMs: overlap.startMs })
      startMs = overlap.endMs
    }
    if (startMs < span.endMs) pieces.push({ ...span, startMs })
    return pieces
  })
}

/** The parts of overlaps (joined, in order) that lie inside a span. */
export const overlapsWithin = (span: Span, overlaps: readonly Span[]): Span[] =>
  overlaps
    .filter(({ startMs, endMs }) => startMs < span.endMs && endMs > span.startMs)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, span.startMs),
      endMs: Math.min(endMs, span.endMs),
    }))

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
