/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a <select> can't hold these rows; the search box handles the keys */
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  Search,
  X,
  Briefcase,
  CalendarDays,
  CornerDownRight,
  FileDown,
  type LucideIcon,
  MessageSquareQuote,
  Scale,
  Sparkles,
  UserRound,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { search, searchLimits, type SearchResult, type SearchType } from '#contract/operations/search.ts'
import { read } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/page/useDebounced.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { type Command, findCommands, isJurorCommand } from './commands.ts'
import { usePlace } from './usePlace.ts'
import { ErrorCard, IconButton, Palette, Spinner, Badge, cx } from '#web/ui/kit.ts'

const staleMs = 30_000
const debounceMs = 120

type SearchOverlayProps = { open: boolean; onOpenChange: (open: boolean) => void; mark: ReactNode }

export function SearchOverlay({ open, onOpenChange, mark }: SearchOverlayProps) {
  return (
    <Palette open={open} onOpenChange={onOpenChange} title="Search">
      <Body onClose={() => onOpenChange(false)} mark={mark} />
    </Palette>
  )
}

type Row = Pick<SearchResult, 'id' | 'title' | 'href'> & {
  Icon: LucideIcon
  kind: string
  description: string
  status: string | null | undefined
}

const toCommandRow = ({ subtitle, ...command }: Command): Row => ({
  ...command,
  Icon: CornerDownRight,
  kind: subtitle,
  description: '',
  status: undefined,
})

const toResultRow = ({ id, title, href, type, subtitle, description, metadata }: SearchResult): Row => ({
  ...{ id, title, href, description: description ?? '' },
  Icon: icons[type],
  kind: [words[type], subtitle].filter(Boolean).join(' · '),
  status: metadata.status,
})

const emptyResults: readonly SearchResult[] = []

function useSearch(text: string) {
  const query = text.trim()
  const debouncedQuery = useDebounced(query, debounceMs)
  const isLongEnough = query.length >= searchLimits.min
  const answer = useQuery({
    ...read(
      search,
      { params: {}, input: { q: debouncedQuery } },
      { enabled: isLongEnough && debouncedQuery.length >= searchLimits.min },
    ),
    staleTime: staleMs,
  })
  const isAnswered = isLongEnough && debouncedQuery === query
  return {
    query,
    isLongEnough,
    results: isAnswered ? (answer.data ?? emptyResults) : emptyResults,
    error: isAnswered ? answer.error : null,
    isSearching: debouncedQuery !== query || answer.isFetching,
    retry: () => void answer.refetch(),
  }
}

function Body({ onClose, mark }: { onClose: () => void; mark: ReactNode }) {
  const router = useRouter()
  const [text, setText] = useState('')
  const found = useSearch(text)
  const there = usePlace(found.isLongEnough)
  const commands = findCommands(text, there.place)
  const results = [...commands.map(toCommandRow), ...found.results.map(toResultRow)]
  const isUnanswered = isJurorCommand(text) && commands.length === 0
  // When the rows change, the selection returns to the first one.
  const among = results.map(({ id }) => id).join()
  const [choice, setChoice] = useState({ among, index: 0 })
  const selected = choice.among === among ? choice.index : 0
  const select = (index: number) => setChoice({ among, index })

  function open(result: Row | undefined) {
    if (!result) return
    onClose()
    router.history.push(result.href)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // Otherwise, the same key press would also activate whatever the command opens and focuses.
      event.preventDefault()
      open(results[selected])
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || results.length === 0) return
    event.preventDefault()
    const next = (selected + step + results.length) % results.length
    select(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <div className="flex min-h-14 items-center gap-3 border-b border-line pr-2 pl-4">
        <Search className="size-5 shrink-0 text-ink-3" aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={results.length > 0}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={results.length > 0 ? optionId(selected) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={searchLimits.max}
          placeholder="Search, or type a command"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
          className="min-w-0 flex-1 bg-transparent py-3 text-lg outline-none"
        />
        <IconButton label="Close search" keys="Esc" icon={<X className="size-4" />} onClick={onClose} />
      </div>
      <div className="flex min-h-24 flex-col overflow-hidden">
        <ResultList results={results} selected={selected} onSelect={select} onOpen={open} />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> can't contain block elements */}
        <div role="status">
          {results.length > 0 && (
            <span className="sr-only">{results.length === 1 ? '1 result' : `${results.length} results`}</span>
          )}
          {(results.length === 0 || isUnfinished(found) || (isUnanswered && isUnknown(there))) && (
            <div className={cx('px-4 text-center', results.length === 0 ? 'py-8' : 'py-3')}>
              <NoResults found={found} there={there} />
            </div>
          )}
        </div>
      </div>
      <div className="border-t border-line px-4 py-2 text-xs text-ink-3">
        {found.isLongEnough && mark}
        <p className="max-md:hidden">
          <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>Enter</kbd> to open. Try juror:12, type:bias, or “exact phrase” in
          quotation marks. Commands: new case, open board, juror 18, strike 12.
        </p>
      </div>
    </>
  )
}

const isUnfinished = ({ isLongEnough, isSearching, error }: ReturnType<typeof useSearch>): boolean =>
  isLongEnough && (isSearching || error !== null)

const isUnknown = ({ isPending, error }: ReturnType<typeof usePlace>): boolean => isPending || error !== null

type NoResultsProps = { found: ReturnType<typeof useSearch>; there: ReturnType<typeof usePlace> }

function NoResults({ found, there }: NoResultsProps) {
  const { query, isLongEnough } = found
  const error = found.error ?? there.error
  const isSearching = found.isSearching || there.isPending
  function retry() {
    if (found.error) found.retry()
    there.retry()
  }
  if (!isLongEnough) {
    return (
      <>
        <p className="font-medium">Type at least 2 characters to search</p>
        <p className="mt-1 text-balance text-ink-2">
          Finds cases, sessions, what jurors said, highlights, strikes, exports, and people. Commands such as “juror 18”
          work too.
        </p>
      </>
    )
  }
  if (error)
    return (
      <div className="text-left">
        <ErrorCard
          title="Search failed"
          message={describeError(error)}
          detail={error instanceof ApiError && error.requestId && `Request ${error.requestId}`}
          busy={found.error !== null && found.isSearching}
          onRetry={retry}
        />
      </div>
    )
  if (isSearching)
    return (
      <p className="flex items-center justify-center gap-2 text-ink-2">
        <Spinner /> Searching…
      </p>
    )
  return (
    <>
      <p className="font-medium break-words">No results found for {query}</p>
      <p className="mt-1 text-ink-2">Try a different search term</p>
    </>
  )
}

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

const optionId = (index: number): string => `search-result-${index}`

type ResultListProps = {
  results: readonly Row[]
  selected: number
  onSelect: (index: number) => void
  onOpen: (result: Row) => void
}

function ResultList({ results, selected, onSelect, onOpen }: ResultListProps) {
  return (
    <div
      role="listbox"
      id="search-results"
      aria-label="Results"
      className={cx('overflow-y-auto', results.length > 0 && 'p-2')}
    >
      {results.map((result, index) => {
        const { Icon, kind, status } = result
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
                {status && <Badge dashed={status === 'suggested'}>{statusLabels(status)}</Badge>}
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

function statusLabels(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
