import { useQueryClient } from '@tanstack/react-query'
import type { Highlight } from '#contract/highlights.ts'
import { readReel, saveReel } from '#contract/reels.ts'
import { invalidateNouns, read, useCommand, useRead } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { moved } from './order.ts'

const nobody: readonly Highlight[] = []

/** My reel of a session. A change is shown at once and sent; where it is refused, what the server has comes back. */
export function useReel(sessionId: string) {
  const cache = useQueryClient()
  const args = { params: { sessionId }, input: {} }
  const reel = useRead(readReel, args)
  const save = useCommand(saveReel)
  const { queryKey } = read(readReel, args)
  const change = (to: (before: readonly Highlight[]) => readonly Highlight[]) => {
    // What is shown now, not what was when the button was drawn: two presses in a row both count.
    const next = to(cache.getQueryData(queryKey)?.highlights ?? nobody)
    cache.setQueryData(queryKey, { highlights: [...next] })
    save.mutate(
      { params: { sessionId }, input: { highlightIds: next.map(({ id }) => id) } },
      {
        onError: (error) => {
          toast({ title: 'Reel Not Saved', description: sentenceOf(error), variant: 'destructive' })
          void invalidateNouns(cache, ['reels'])
        },
      },
    )
  }
  const list = reel.data?.highlights ?? nobody
  return {
    list,
    isKnown: reel.data !== undefined,
    has: (id: string) => list.some((each) => each.id === id),
    add: (highlight: Highlight) =>
      change((before) => (before.some(({ id }) => id === highlight.id) ? before : [...before, highlight])),
    remove: (id: string) => change((before) => before.filter((each) => each.id !== id)),
    move: (id: string, to: number) => change((before) => moved(before, id, to)),
  }
}
