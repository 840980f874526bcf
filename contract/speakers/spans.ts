import type { Span } from '../videos/analysis.ts'

export function joinSpans(spans: readonly Span[], withinMs: number): Span[] {
  const joined: Span[] = []
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1)
    if (last && startMs - last.endMs <= withinMs) last.endMs = Math.max(last.endMs, endMs)
    else joined.push({ startMs, endMs })
  }
  return joined
}

/** Removes overlapping speech from each span, because it can't be attributed to a single speaker. */
export function cutOverlaps<T extends Span>(spans: readonly T[], overlaps: readonly Span[]): T[] {
  const shared = joinSpans(overlaps, 0)
  return spans.flatMap((span) => {
    const pieces: T[] = []
    let { startMs } = span
    for (const overlap of overlapsWithin(span, shared)) {
      if (overlap.startMs > startMs) pieces.push({ ...span, startMs, endMs: overlap.startMs })
      startMs = overlap.endMs
    }
    if (startMs < span.endMs) pieces.push({ ...span, startMs })
    return pieces
  })
}

export const overlapsWithin = (span: Span, overlaps: readonly Span[]): Span[] =>
  overlaps
    .filter(({ startMs, endMs }) => startMs < span.endMs && endMs > span.startMs)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, span.startMs),
      endMs: Math.min(endMs, span.endMs),
    }))

export const getTotalMs = (spans: readonly Span[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
