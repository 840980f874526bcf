import type { Span } from '#contract/videos/analysis.ts'
import { joinRows, getRow, type Voiceprints } from '#engine/voice/prints.ts'

/** Unnamed voices are detected in pieces of this length, and named voices are tracked in halves of a piece. */
const pieceMs = 2000
const halfMs = 1000
const leastMs = 300

const divide = ({ startMs, endMs }: Span, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => startMs + Math.round(((endMs - startMs) * i) / count))

const findPieceEdges = (span: Span): number[] =>
  divide(span, Math.max(1, Math.round((span.endMs - span.startMs) / pieceMs)))

const toSpans = (edges: readonly number[]): Span[] => edges.slice(1).map((endMs, i) => ({ startMs: edges[i]!, endMs }))

/** Cuts speech at breaths, where speakers may change, and in between because they may change without one. */
export function cutPieces(span: Span, breathsMs: readonly number[]): Span[] {
  const edges = findPieceEdges(span)
  for (const breath of breathsMs) if (edges.every((edge) => Math.abs(edge - breath) >= leastMs)) edges.push(breath)
  return toSpans(edges.sort((a, b) => a - b)).flatMap((part) =>
    toSpans(divide(part, Math.max(1, Math.round((part.endMs - part.startMs) / halfMs)))),
  )
}

/** Sums the parts of each piece. */
export function joinPieces(prints: Voiceprints): Voiceprints {
  const pieces: { span: Span; row: Float32Array }[] = []
  let edges: number[] = []
  for (const [i, stretch] of prints.stretches.entries()) {
    const last = pieces.at(-1)
    if (last?.span.endMs !== stretch.startMs) edges = findPieceEdges(findSpeech(prints.stretches, i))
    const row = getRow(prints, i)
    if (!last || edges.includes(stretch.startMs)) pieces.push({ span: { ...stretch }, row: row.slice() })
    else {
      last.span.endMs = stretch.endMs
      for (let k = 0; k < row.length; k += 1) last.row[k]! += row[k]!
    }
  }
  return {
    ...prints,
    stretches: pieces.map(({ span }) => span),
    vectors: joinRows(
      pieces.map(({ row }) => row),
      prints.width,
    ),
  }
}

function findSpeech(stretches: readonly Span[], first: number): Span {
  let last = first
  while (stretches[last + 1]?.startMs === stretches[last]!.endMs) last += 1
  return { startMs: stretches[first]!.startMs, endMs: stretches[last]!.endMs }
}
