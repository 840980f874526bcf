/** Counts for the facets of a list: pure functions on light rows. */
import {
  facetNames,
  type FacetName,
  type HighlightFilters,
  type HighlightStatus,
  highlightStatuses,
  type HighlightSummary,
} from '#contract/highlights/highlights.ts'

/** `juror` is the number, or "none". */
export type FacetRow = Record<FacetName, string>

/** A value's count says how many rows it would leave with the other filters as they are. */
export function countFacets(
  rows: readonly FacetRow[],
  filters: HighlightFilters,
): Pick<HighlightSummary, 'matching' | 'facets'> {
  const passes = (row: FacetRow, except: FacetName | null) =>
    facetNames.every((name) => name === except || !filters[name] || row[name] === filters[name])
  const facet = (name: FacetName) => {
    const counts = new Map<string, number>()
    // A value with no row left stays in the list, with 0, as long as the session has one.
    for (const row of rows) counts.set(row[name], (counts.get(row[name]) ?? 0) + (passes(row, name) ? 1 : 0))
    return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => order(a.value, b.value))
  }
  return {
    matching: rows.filter((row) => passes(row, null)).length,
    facets: {
      type: facet('type'),
      severity: facet('severity'),
      status: facet('status'),
      confidence: facet('confidence'),
      juror: facet('juror'),
      videoId: facet('videoId'),
    },
  }
}

/** Juror 9 comes before juror 12. */
const order = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

export function statusCounts(rows: readonly FacetRow[]): Record<HighlightStatus, number> {
  const counts = Object.fromEntries(highlightStatuses.map((status) => [status, 0])) as Record<HighlightStatus, number>
  for (const { status } of rows) counts[status as HighlightStatus] += 1
  return counts
}
