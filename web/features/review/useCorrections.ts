import { useRef, useState } from 'react'
import { type Corrected, createCorrection, type CorrectionInput, undoCorrection } from '#contract/videos/corrections.ts'
import type { z } from 'zod'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'

type Input = z.input<typeof CorrectionInput>
type Step = { id: string; input: Input }

export type Corrections = {
  save: (input: Input) => Promise<Corrected>
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

type History = {
  done: readonly Step[]
  undone: readonly Step[]
  /** Maps old correction IDs to new ones because redo creates a new correction. */
  renamed: ReadonlyMap<string, string>
}

export function useCorrections(videoId: string): Corrections {
  const [history, setHistory] = useState<History>({ done: [], undone: [], renamed: new Map() })
  // Key presses can come faster than responses, so steps run one at a time.
  const latest = useRef(history)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const create = useCommand(createCorrection)
  const remove = useCommand(undoCorrection)

  function enqueue<T>(step: () => Promise<T>): Promise<T> {
    const result = queue.current.then(step)
    queue.current = result.catch(() => undefined)
    return result
  }
  function setCurrent(next: History) {
    latest.current = next
    setHistory(next)
  }
  const onError = (error: unknown) =>
    void toast({ title: 'Couldn’t save correction', description: describeError(error), variant: 'destructive' })

  const save = (input: Input): Promise<Corrected> =>
    enqueue(async () => {
      const corrected = await create.mutateAsync({ params: { videoId }, input })
      const { done } = latest.current
      setCurrent({ ...latest.current, done: [...done, { id: corrected.correction.id, input }], undone: [] })
      return corrected
    })
  async function undoLast() {
    const { done, undone } = latest.current
    const step = done.at(-1)
    if (!step) return
    await remove.mutateAsync({ params: { videoId, id: step.id }, input: {} })
    setCurrent({ ...latest.current, done: done.slice(0, -1), undone: [...undone, step] })
  }
  async function redoLast() {
    const { done, undone, renamed } = latest.current
    const step = undone.at(-1)
    if (!step) return
    const input = { ...step.input, replaces: (step.input.replaces ?? []).map((id) => renamed.get(id) ?? id) }
    const { correction } = await create.mutateAsync({ params: { videoId }, input })
    setCurrent({
      done: [...done, { id: correction.id, input }],
      undone: undone.slice(0, -1),
      renamed: new Map(renamed).set(step.id, correction.id),
    })
  }
  return {
    save,
    undo: () => void enqueue(undoLast).catch(onError),
    redo: () => void enqueue(redoLast).catch(onError),
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
  }
}
