import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import {
  decideHighlights,
  type DismissReason,
  type Highlight,
  type HighlightFilters,
  listHighlights,
  updateHighlight,
} from '#contract/highlights/highlights.ts'
import { invalidateNouns } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call, callWithHeaders } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'

const firstPageSize = 40
const pageSize = 200

export function useHighlights(sessionId: string, filters: HighlightFilters = {}) {
  const pages = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [listHighlights.touches, listHighlights.path, sessionId, filters] as const,
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
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const data = useMemo(() => pages.data?.pages.flatMap((page) => page.items), [pages.data])
  return { ...pages, data, isComplete: data !== undefined && !hasNextPage }
}

export type Decisions = {
  confirm: (items: readonly Highlight[]) => void
  dismiss: (items: readonly Highlight[], reason: DismissReason) => void
  reopen: (items: readonly Highlight[]) => void
  update: (
    highlight: Highlight,
    change: Partial<Pick<Highlight, 'severity' | 'pinned' | 'tags'>> & { start?: number; end?: number },
  ) => void
  busy: boolean
}

/**
 * Key presses can outpace responses, so requests run one at a time, each with the version returned by the previous one.
 * Highlights are refetched after a conflict.
 */
export function useDecisions(sessionId: string): Decisions {
  const cache = useQueryClient()
  const known = useRef<ReadonlyMap<string, Highlight>>(new Map())
  const save = useMutation({
    scope: { id: `decisions ${sessionId}` },
    mutationFn: async (step: (now: (seen: Highlight) => Highlight) => Promise<readonly Highlight[]>) => {
      const answered = await step((seen) => chooseNewer(seen, known.current.get(seen.id)))
      known.current = new Map([...known.current, ...answered.map((each) => [each.id, each] as const)])
    },
    onSuccess: () => invalidateNouns(cache, ['highlights']),
    onError: (error) => {
      toast({ title: 'Couldn’t Save Highlight', description: describeError(error), variant: 'destructive' })
      if (error instanceof ApiError && error.status === 409) void invalidateNouns(cache, ['highlights'])
    },
  })
  const send = (decision: 'confirm' | 'dismiss' | 'reopen', items: readonly Highlight[], reason?: DismissReason) => {
    if (items.length === 0) return
    save.mutate((now) => {
      const versions = items.map((each) => ({ id: each.id, version: now(each).version }))
      const input = { decision, items: versions, ...(reason && { reason }) }
      return call(decideHighlights, { params: { sessionId }, input })
    })
  }
  return {
    confirm: (items) => send('confirm', items),
    dismiss: (items, reason) => send('dismiss', items, reason),
    reopen: (items) => send('reopen', items),
    update: (seen, change) =>
      save.mutate(async (now) => {
        const { id, version, tags } = now(seen)
        const input = { version, ...change, ...(change.tags && { tags: mergeTags(tags, seen.tags, change.tags) }) }
        return [await call(updateHighlight, { params: { highlightId: id }, input })]
      }),
    busy: save.isPending,
  }
}

const chooseNewer = (seen: Highlight, answered: Highlight | undefined): Highlight =>
  answered && answered.version > seen.version ? answered : seen

/** Applies the user's tag changes to the current tags, so tags added by others are kept. */
export function mergeTags(now: readonly string[], seen: readonly string[], wanted: readonly string[]): string[] {
  const kept = now.filter((tag) => wanted.includes(tag) || !seen.includes(tag))
  return [...kept, ...wanted.filter((tag) => !seen.includes(tag) && !kept.includes(tag))]
}
