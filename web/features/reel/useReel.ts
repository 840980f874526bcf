import { useQueryClient } from '@tanstack/react-query'
import type { Highlight } from '#contract/highlights.ts'
import { readReel, saveReel } from '#contract/reels.ts'
import { invalidateNouns, read, useRead } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'
import { moved } from './order.ts'

const nobody: readonly Highlight[] = []

/** What a person wants of each reel while it is being saved, and how many saves are on their way. */
const wanted = new Map<string, { list: readonly Highlight[]; saves: number; saving: Promise<void> }>()

/**
 * My reel of a session. A change is shown at once and sent; where it is refused, what the server has comes back. Saves go
 * one after the other, and until the last of them is answered no reading of the server's older list counts: else two
 * presses in a row would lose one.
 */
export function useReel(sessionId: string) {
  const cache = useQueryClient()
  const args = { params: { sessionId }, input: {} }
  const reel = useRead(readReel, args)
  const { queryKey } = read(readReel, args)
  const show = (list: readonly Highlight[]) => cache.setQueryData(queryKey, { highlights: [...list] })

  async function send(list: readonly Highlight[]): Promise<void> {
    try {
      await call(saveReel, { params: { sessionId }, input: { highlightIds: list.map(({ id }) => id) } })
    } catch (error) {
      toast({ title: 'Reel Not Saved', description: sentenceOf(error), variant: 'destructive' })
    }
  }

  function change(to: (before: readonly Highlight[]) => readonly Highlight[]): void {
    const pending = wanted.get(sessionId)
    const list = to(pending?.list ?? cache.getQueryData(queryKey)?.highlights ?? nobody)
    const saving = (pending?.saving ?? Promise.resolve())
      .then(() => send(list))
      .then(() => {
        const now = wanted.get(sessionId)
        if (now && now.saves > 1) return void wanted.set(sessionId, { ...now, saves: now.saves - 1 })
        wanted.delete(sessionId)
        return void invalidateNouns(cache, ['reels'])
      })
    wanted.set(sessionId, { list, saves: (pending?.saves ?? 0) + 1, saving })
    show(list)
  }

  const list = wanted.get(sessionId)?.list ?? reel.data?.highlights ?? nobody
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
