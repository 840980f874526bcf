import type { Span } from '#contract/videos/analysis.ts'

/** Who speaks from when to when within one block; those of different speakers may overlap. */
export type Segment = Span & { speaker: number }

/** Two ends closer than this are one: no syllable is shorter. */
const leastMs = 100

/** Parts time into stretches of exactly one speaker, and overlaps of more; both in order. */
export function partSegments(segments: readonly Segment[]): { stretches: Segment[]; overlaps: Span[] } {
  const edges = [...new Set(segments.flatMap(({ startMs, endMs }) => [startMs, endMs]))].sort((a, b) => a - b)
  const stretches: Segment[] = []
  const overlaps: Span[] = []
  for (const [i, startMs] of edges.entries()) {
    const endMs = edges[i + 1]
    if (endMs === undefined) break
    const speaking = new Set(
      segments.filter((each) => each.startMs < endMs && each.endMs > startMs).map(({ speaker }) => speaker),
    )
    const [speaker] = speaking
    if (speaker === undefined) continue
    if (speaking.size > 1) {
      const last = overlaps.at(-1)
      if (last?.endMs === startMs) last.endMs = endMs
      else overlaps.push({ startMs, endMs })
    } else {
      const last = stretches.at(-1)
      if (last?.endMs === startMs && last.speaker === speaker) last.endMs = endMs
      else stretches.push({ startMs, endMs, speaker })
    }
  }
  const isHeard = ({ startMs, endMs }: Span) => endMs - startMs >= leastMs
  return { stretches: stretches.filter(isHeard), overlaps: overlaps.filter(isHeard) }
}
