import type { Finding } from '#contract/findings/findings.ts'
import type { HighlightRow } from './highlights.table.ts'

const leastShared = 0.25

/**
 * A new transcript may have different words and speakers, and therefore different keys. Matches a decision with a
 * finding of the same kind, at the same time, and in mostly the same words so that nobody has to decide twice.
 */
export function matchMoved(
  known: readonly HighlightRow[],
  found: ReadonlyMap<string, Finding>,
): Map<string, HighlightRow> {
  const moved = new Map<string, HighlightRow>()
  const keys = new Set(known.map(({ findingKey }) => findingKey))
  const open = [...found].flatMap(([key, finding]) =>
    keys.has(key) ? [] : [{ key, finding, words: listWords(finding.quote) }],
  )
  const lost = known.filter(({ findingKey, updatedBy }) => !found.has(findingKey!) && updatedBy !== null)
  for (const row of lost) {
    const said = listWords(row.quote)
    const [best] = open
      .filter(({ key, finding }) => finding.type === row.type && !moved.has(key))
      .map(({ key, finding, words }) => ({ key, words, time: shareTime(row, finding) }))
      .filter(({ time }) => time >= leastShared)
      .map(({ key, words, time }) => ({ key, shared: time * shareWords(said, words) }))
      .filter(({ shared }) => shared >= leastShared)
      .toSorted((a, b) => b.shared - a.shared)
    if (best) moved.set(best.key, row)
  }
  return moved
}

type Span = { startMs: number | null; endMs: number | null }

function shareTime(one: Span, other: Span): number {
  if (one.startMs === null || one.endMs === null || other.startMs === null || other.endMs === null) return 0
  const overlap = Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs)
  return Math.max(0, overlap) / Math.max(1, Math.min(one.endMs - one.startMs, other.endMs - other.startMs))
}

const listWords = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [])

function shareWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = [one, other].toSorted((a, b) => a.size - b.size)
  if (!few || !many || few.size === 0) return 0
  return [...few].filter((word) => many.has(word)).length / few.size
}
