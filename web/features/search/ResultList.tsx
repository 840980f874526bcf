/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a <select> may not hold what a row shows; the keys are the search box's */
import {
  Briefcase,
  CalendarDays,
  FileDown,
  type LucideIcon,
  MessageSquareQuote,
  Scale,
  Sparkles,
  UserRound,
} from 'lucide-react'
import type { SearchResult, SearchType } from '#contract/operations/search.ts'
import { Badge, cx } from '#web/ui/kit.ts'

const icons: Record<SearchType, LucideIcon> = {
  case: Briefcase,
  session: CalendarDays,
  highlight: Sparkles,
  strike: Scale,
  export: FileDown,
  team_member: UserRound,
  other: MessageSquareQuote,
}
const words: Record<SearchType, string> = {
  case: 'Case',
  session: 'Session',
  highlight: 'Highlight',
  strike: 'Strike',
  export: 'Export',
  team_member: 'Team member',
  other: '',
}

/** The id of a row, for the box that keeps the focus and points at it. */
export const optionId = (index: number): string => `search-result-${index}`

type ResultListProps = {
  results: readonly SearchResult[]
  selected: number
  onSelect: (index: number) => void
  onOpen: (result: SearchResult) => void
}

/** Rows are chosen by arrows and Enter in the search box, or by a press. */
export function ResultList({ results, selected, onSelect, onOpen }: ResultListProps) {
  return (
    <div
      role="listbox"
      id="search-results"
      aria-label="Results"
      className={cx('overflow-y-auto', results.length > 0 && 'p-2')}
    >
      {results.map((result, index) => {
        const Icon = icons[result.type]
        const { status } = result.metadata
        const kind = [words[result.type], result.subtitle].filter(Boolean).join(' · ')
        return (
          <div
            key={result.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            onPointerMove={() => index !== selected && onSelect(index)}
            onClick={() => onOpen(result)}
            className={cx(
              'flex cursor-pointer gap-3 rounded-control px-3 py-2 touch:min-h-11',
              index === selected && 'bg-accent-soft',
            )}
          >
            <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <div className="flex items-start justify-between gap-2">
                <p className="min-w-0 font-medium break-words">{result.title}</p>
                {status && <Badge dashed={status === 'suggested'}>{statusWords(status)}</Badge>}
              </div>
              {kind && <p className="truncate text-sm text-ink-2">{kind}</p>}
              {result.description && (
                <p className="line-clamp-2 text-sm break-words text-ink-2">{result.description}</p>
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** "in_venire" → "In venire". */
function statusWords(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
