import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type HighlightFilters, listHighlights } from '#contract/highlights/highlights.ts'
import { callWithHeaders } from '#web/platform/call.ts'

const firstPageSize = 40
const pageSize = 200

export function useHighlights(sessionId: string, filters: HighlightFilters = {}, enabled = true) {
  const pages = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [listHighlights.touches, listHighlights.path, sessionId, filters] as const,
      enabled,
      initialPageParam: null as string | null,
      queryFn: async ({ signal, pageParam }) => {
        const limit = pageParam === null ? firstPageSize : pageSize
        const input = { ...filters, limit, ...(pageParam !== null && { cursor: pageParam }) }
        const { data, headers } = await callWithHeaders(listHighlights, { params: { sessionId }, input }, { signal })
        return { items: data, next: headers.get('x-next-cursor') }
      },
      getNextPageParam: (last) => last.next,
      placeholderData: (before) => before,
    }),
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    // Two lists of the same session may request the next page at the same time.
    if (enabled && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [enabled, hasNextPage, isFetching, isError, fetchNextPage])
  const data = useMemo(() => pages.data?.pages.flatMap((page) => page.items), [pages.data])
  return { ...pages, data, isComplete: data !== undefined && !hasNextPage }
}
