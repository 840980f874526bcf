import { useRef, useState } from 'react'
import { type Corrected, createCorrection, type CorrectionInput, undoCorrection } from '#contract/videos/corrections.ts'
import type { z } from 'zod'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'

type Input = z.input<typeof CorrectionInput>
type Step = { id: string; input: Input }

export type Corrections = {
  /** Throws what the server refused; the caller shows it beside the words. */
  save: (input: Input) => Promise<Corrected>
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

type History = {
  done: readonly Step[]
  undone: readonly Step[]
  /** What is done again is a record of its own: later steps that stand in its place must name the new one. */
  renamed: ReadonlyMap<string, string>
}

/** What this person corrected here since they came, to be taken back and done again in order. */
export function useCorrections(videoId: string): Corrections {
  const [history, setHistory] = useState<History>({ done: [], undone: [], renamed: new Map() })
  // Keys come quicker than answers: each step waits for the one before it, and starts from what that one has left.
  const latest = useRef(history)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const create = useCommand(createCorrection)
  const remove = useCommand(undoCorrection)

  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = queue.current.then(step)
    queue.current = result.catch(() => undefined)
    return result
  }
  function become(next: History) {
    latest.current = next
    setHistory(next)
  }
  const onError = (error: unknown) =>
    void toast({ title: 'Not Saved', description: describeError(error), variant: 'destructive' })

  const save = (input: Input): Promise<Corrected> =>
    inTurn(async () => {
      const corrected = await create.mutateAsync({ params: { videoId }, input })
      const { done } = latest.current
      become({ ...latest.current, done: [...done, { id: corrected.correction.id, input }], undone: [] })
      return corrected
    })
  async function takeBack() {
    const { done, undone } = latest.current
    const step = done.at(-1)
    if (!step) return
    await remove.mutateAsync({ params: { videoId, id: step.id }, input: {} })
    become({ ...latest.current, done: done.slice(0, -1), undone: [...undone, step] })
  }
  async function doAgain() {
    const { done, undone, renamed } = latest.current
    const step = undone.at(-1)
    if (!step) return
    const input = { ...step.input, replaces: (step.input.replaces ?? []).map((id) => renamed.get(id) ?? id) }
    const { correction } = await create.mutateAsync({ params: { videoId }, input })
    become({
      done: [...done, { id: correction.id, input }],
      undone: undone.slice(0, -1),
      renamed: new Map(renamed).set(step.id, correction.id),
    })
  }
  return {
    save,
    undo: () => void inTurn(takeBack).catch(onError),
    redo: () => void inTurn(doAgain).catch(onError),
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
  }
}
