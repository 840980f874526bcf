import { useState } from 'react'
import {
  confidenceBands,
  type FacetName,
  type HighlightFilters,
  highlightStatuses,
  type HighlightSummary,
  highlightTypes,
} from '#contract/highlights/highlights.ts'
import { severities } from '#contract/findings/findings.ts'
import { highlightStatusWords, highlightTypeWords, severityWords } from '#contract/highlights/words.ts'
import { cx, FilterButton, Select } from '#web/ui/kit.ts'

const facetTitles: Record<FacetName, string> = {
  status: 'Status',
  type: 'Type',
  severity: 'Severity',
  confidence: 'Confidence',
  juror: 'Juror',
  videoId: 'Video',
}
const order: readonly FacetName[] = ['status', 'type', 'severity', 'confidence', 'juror', 'videoId']

const bandWords: Record<(typeof confidenceBands)[number], string> = {
  high: '80% or higher',
  medium: '50% to 79%',
  low: 'Below 50%',
  none: 'Added manually',
}

function getWord(name: FacetName, value: string, searched: HighlightSummary['searched']): string {
  const of = <T extends string>(list: readonly T[], words: Record<T, string>) => {
    const known = list.find((each) => each === value)
    return known ? words[known] : value
  }
  if (name === 'status') return of(highlightStatuses, highlightStatusWords)
  if (name === 'type') return of(highlightTypes, highlightTypeWords)
  if (name === 'severity') return of(severities, severityWords)
  if (name === 'confidence') return of(confidenceBands, bandWords)
  if (name === 'juror') return value === 'none' ? 'No juror' : `Juror ${value}`
  return searched.find((each) => each.videoId === value)?.filename ?? value
}

const valueOrder: Partial<Record<FacetName, readonly string[]>> = {
  status: highlightStatuses,
  type: highlightTypes,
  severity: severities.toReversed(),
  confidence: confidenceBands,
}
function inOrder(name: FacetName, values: HighlightSummary['facets'][FacetName]) {
  const known = valueOrder[name]
  return known ? values.toSorted((a, b) => known.indexOf(a.value) - known.indexOf(b.value)) : values
}

type FacetPanelProps = {
  summary: HighlightSummary
  filters: HighlightFilters
  onChange: (name: FacetName, value: string | undefined) => void
}

export function FacetPanel({ summary, filters, onChange }: FacetPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = order.filter((name) => summary.facets[name].length > 1 || filters[name] !== undefined)
  const chosen = shown.filter((name) => filters[name] !== undefined).length
  if (shown.length === 0) return null
  return (
    <div className="grid gap-3">
      <FilterButton wide chosen={chosen} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div
        className={cx(
          'grid grid-cols-2 gap-3 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none',
          shown.length === 4 ? 'md:max-lg:grid-cols-4' : 'sm:max-lg:grid-cols-3',
          !isOpen && 'max-md:hidden',
        )}
      >
        {shown.map((name) => (
          <Select
            key={name}
            label={facetTitles[name]}
            placeholder="All"
            value={filters[name] ?? ''}
            className={cx(filters[name] !== undefined && 'border-accent bg-accent-soft')}
            options={inOrder(name, summary.facets[name]).map(({ value, count }) => ({
              value,
              label: `${getWord(name, value, summary.searched)} (${count})`,
            }))}
            onChange={(event) => onChange(name, event.target.value || undefined)}
          />
        ))}
      </div>
    </div>
  )
}
