import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { listChains } from '#contract/highlights/chains.ts'
import { callWithHeaders } from '#web/platform/call.ts'

/** As many as a person reads before they ask for more. */
const pageSize = 30

/** The session's chains, page after page. */
export function useChains(sessionId: string) {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [listChains.touches, listChains.path, sessionId] as const,
      initialPageParam: null as string | null,
      queryFn: async ({ signal, pageParam }) => {
        const input = { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
        const { data, headers } = await callWithHeaders(listChains, { params: { sessionId }, input }, { signal })
        return { items: data, next: headers.get('x-next-cursor') }
      },
      getNextPageParam: (last) => last.next,
    }),
  )
}
