import { getTotalMs, joinSpans, overlapsWithin } from '#contract/speakers/spans.ts'
import type { Span, SpeakersArtifact } from '#contract/videos/analysis.ts'
import type { Turn } from '#contract/videos/transcript.ts'

/** A turn that is mostly overlap isn't assigned a voice. Names that a transcript or a person provided are kept. */
export function withVoices(
  turns: readonly Turn[],
  { speakers, turnVoices = [], overlaps = [], people: said = {} }: SpeakersArtifact,
): Turn[] {
  const heard = new Map(turnVoices.map((each) => [each.turn, each]))
  const unassigned = joinSpans(overlaps, 0)
  const people = new Map(speakers.map((each) => [each.label, each]))
  return turns.map((turn) => {
    const { shared, isOverlapped } = measureOverlap(turn, unassigned)
    const marked = {
      ...turn,
      ...(shared.length > 0 && { overlaps: shared }),
      ...(isOverlapped && { isOverlapped }),
    }
    const { label, isSaid = false } = heard.get(turn.index) ?? {}
    const named = [isSaid ? label : undefined, turn.speaker].find((each) => said[each ?? ''] !== undefined)
    if (typeof named === 'string') return { ...marked, speaker: named, ...said[named] }
    if (turn.speaker !== null || label === undefined || (isOverlapped && !isSaid)) return marked
    const person = people.get(label)
    return {
      ...marked,
      speaker: label,
      role: person && person.role !== 'unknown' ? person.role : turn.role,
      jurorNumber: person?.jurorNumber ?? turn.jurorNumber,
    }
  })
}

function measureOverlap({ startMs, endMs }: Turn, unassigned: Span[]): { shared: Span[]; isOverlapped: boolean } {
  if (startMs === null || endMs === null) return { shared: [], isOverlapped: false }
  const shared = overlapsWithin({ startMs, endMs }, unassigned)
  return { shared, isOverlapped: getTotalMs(shared) > (endMs - startMs) / 2 }
}

/** Cue times are set by hand, so shorter overlaps are meaningless. */
const leastMs = 300
const crosstalk =
  /cross-?talk|simultaneous|overlapping|speak(?:ing|ers)? (?:over|at once|at the same time)|talking over/i

export function findOverlaps(turns: readonly Turn[]): Span[] {
  const found: Span[] = []
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

export type Segment = Span & { speaker: number }

/** Minimum length of a syllable. */
const leastHeardMs = 100

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
  const isHeard = ({ startMs, endMs }: Span) => endMs - startMs >= leastHeardMs
  return { stretches: stretches.filter(isHeard), overlaps: overlaps.filter(isHeard) }
}
