import { ListFilter } from 'lucide-react'
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
import { Button, cx, Select } from '#web/ui/kit.ts'

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

/** Facets with more values, such as 60 jurors, show a select instead of buttons. */
const buttonsAtMost = 12

type FacetPanelProps = {
  summary: HighlightSummary
  filters: HighlightFilters
  onChange: (name: FacetName, value: string | undefined) => void
}

export function FacetPanel({ summary, filters, onChange }: FacetPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = order.filter((name) => summary.facets[name].length > 1)
  const chosen = shown.filter((name) => filters[name] !== undefined).length
  if (shown.length === 0) return null
  return (
    <div className="grid gap-3">
      <Button
        wide
        className="md:hidden"
        icon={<ListFilter className="size-4" aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen === 0 ? 'Filters' : `Filters (${chosen} selected)`}
      </Button>
      <div className={cx('flex flex-wrap gap-x-6 gap-y-3', !isOpen && 'max-md:hidden')}>
        {shown.map((name) =>
          summary.facets[name].length > buttonsAtMost ? (
            <div key={name} className="w-full sm:w-56">
              <Select
                label={facetTitles[name]}
                placeholder="All"
                value={filters[name] ?? ''}
                options={inOrder(name, summary.facets[name]).map(({ value, count }) => ({
                  value,
                  label: `${getWord(name, value, summary.searched)} (${count})`,
                }))}
                onChange={(event) => onChange(name, event.target.value || undefined)}
              />
            </div>
          ) : (
            <fieldset key={name} className="min-w-0">
              <legend className="mb-1 text-sm font-medium">{facetTitles[name]}</legend>
              <div className="flex flex-wrap gap-1">
                {inOrder(name, summary.facets[name]).map(({ value, count }) => (
                  <button
                    key={value}
                    type="button"
                    aria-pressed={filters[name] === value}
                    onClick={() => onChange(name, filters[name] === value ? undefined : value)}
                    className="min-h-8 max-w-full truncate rounded-control border border-line-strong px-3 text-sm hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:min-h-11"
                  >
                    {`${getWord(name, value, summary.searched)} `}
                    {/* A separate element. Otherwise, screen readers would read "Juror 3" with a count of 1 as "Juror 3 1". */}
                    <span className="tabular ml-1 rounded-mark bg-surface-2 px-1.5 py-0.5 text-xs text-ink-2">
                      {count}
                    </span>
                  </button>
                ))}
              </div>
            </fieldset>
          ),
        )}
      </div>
    </div>
  )
}
