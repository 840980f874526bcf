import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { readReel, saveReel } from '#contract/highlights/reels.ts'
import { invalidateNouns, read, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'

type List = readonly Highlight[]

const nobody: List = []

export function useReel(sessionId: string) {
  const cache = useQueryClient()
  const args = { params: { sessionId }, input: {} }
  const reel = useRead(readReel, args)
  const saves = { mutationKey: ['reel', sessionId], status: 'pending' } as const
  const getList = (variables: unknown) => variables as List
  const wanted = useMutationState({ filters: saves, select: ({ state }) => getList(state.variables) }).at(-1)

  const save = useMutation({
    mutationKey: saves.mutationKey,
    scope: { id: saves.mutationKey.join(' ') },
    mutationFn: (list: List) =>
      call(saveReel, { params: { sessionId }, input: { highlightIds: list.map(({ id }) => id) } }),
    onError: (error) =>
      toast({ title: 'Couldn’t save reel', description: describeError(error), variant: 'destructive' }),
    // Refetch only after the last save, which still counts as pending. An earlier refetch could undo a newer change.
    onSettled: () => (cache.isMutating(saves) === 1 ? invalidateNouns(cache, ['reels']) : undefined),
  })

  function change(to: (before: List) => List): void {
    // Reads the list at the time of the change because two quick changes can happen before the next render.
    const last = cache.getMutationCache().findAll(saves).at(-1)
    const shown = cache.getQueryData(read(readReel, args).queryKey)?.highlights
    save.mutate(to(last ? getList(last.state.variables) : (shown ?? nobody)))
  }

  const list = wanted ?? reel.data?.highlights ?? nobody
  return {
    list,
    read: reel,
    isKnown: reel.data !== undefined,
    has: (id: string) => list.some((each) => each.id === id),
    add: (highlight: Highlight) =>
      change((before) => (before.some(({ id }) => id === highlight.id) ? before : [...before, highlight])),
    remove: (id: string) => change((before) => before.filter((each) => each.id !== id)),
    move: (id: string, to: number) => change((before) => moveItem(before, id, to)),
  }
}

export function moveItem<T extends { id: string }>(list: readonly T[], id: string, to: number): readonly T[] {
  const from = list.findIndex((each) => each.id === id)
  const item = list[from]
  if (!item) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, item)
}
