import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  decideHighlights,
  type DismissReason,
  type Highlight,
  type HighlightFilters,
  listHighlights,
  updateHighlight,
} from '#contract/highlights.ts'
import { invalidateNouns, useCommand } from '#web/platform/api.ts'
import { ApiError, sentenceOf } from '#web/platform/apiError.ts'
import { callWithHeaders } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'

/** A session of a day has some 300: two requests. */
const pageSize = 200

async function readAll(
  sessionId: string,
  filters: HighlightFilters,
  signal: AbortSignal,
  cursor?: string,
): Promise<Highlight[]> {
  const input = { ...filters, limit: pageSize, ...(cursor && { cursor }) }
  const { data, headers } = await callWithHeaders(listHighlights, { params: { sessionId }, input }, signal)
  const next = headers.get('x-next-cursor')
  return next === null ? data : [...data, ...(await readAll(sessionId, filters, signal, next))]
}

/** Every highlight of the session that passes the filters, in order of its clock. */
export function useHighlights(sessionId: string, filters: HighlightFilters = {}) {
  return useQuery({
    queryKey: [listHighlights.touches, listHighlights.path, sessionId, filters] as const,
    queryFn: ({ signal }) => readAll(sessionId, filters, signal),
    // What was shown stays until the new list is there, so that a filter does not make the page jump.
    placeholderData: (before) => before,
  })
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

/** What a person decides. Where somebody else was quicker, their copy is fetched and the sentence says so. */
export function useDecisions(sessionId: string): Decisions {
  const cache = useQueryClient()
  const decide = useCommand(decideHighlights)
  const update = useCommand(updateHighlight)
  const onError = (error: Error) => {
    toast({ title: 'Not Saved', description: sentenceOf(error), variant: 'destructive' })
    if (error instanceof ApiError && error.status === 409) void invalidateNouns(cache, ['highlights'])
  }
  const send = (decision: 'confirm' | 'dismiss' | 'reopen', items: readonly Highlight[], reason?: DismissReason) => {
    if (items.length === 0) return
    const versions = items.map(({ id, version }) => ({ id, version }))
    decide.mutate(
      { params: { sessionId }, input: { decision, items: versions, ...(reason && { reason }) } },
      { onError },
    )
  }
  return {
    confirm: (items) => send('confirm', items),
    dismiss: (items, reason) => send('dismiss', items, reason),
    reopen: (items) => send('reopen', items),
    update: ({ id, version }, change) =>
      update.mutate({ params: { highlightId: id }, input: { version, ...change } }, { onError }),
    busy: decide.isPending || update.isPending,
  }
}
