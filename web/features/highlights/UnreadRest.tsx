import { ErrorCard } from '#web/ui/kit.ts'
import type { useHighlights } from './useHighlights.ts'

/** Below a list of which a later part could not be read: without it the part would pass for the whole. */
export function UnreadRest({ query }: { query: ReturnType<typeof useHighlights> }) {
  if (!query.isError || query.isComplete || query.data === undefined) return null
  return (
    <ErrorCard
      title="Not all highlights are here"
      message={query.error.message}
      busy={query.isFetching}
      onRetry={() => void query.fetchNextPage()}
    />
  )
}
