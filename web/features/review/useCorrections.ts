import { useState } from 'react'
import { type Corrected, createCorrection, type CorrectionInput, undoCorrection } from '#contract/corrections.ts'
import type { z } from 'zod'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
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

/** What this person corrected here since they came, to be taken back and done again in order. */
export function useCorrections(videoId: string): Corrections {
  const [done, setDone] = useState<readonly Step[]>([])
  const [undone, setUndone] = useState<readonly Step[]>([])
  // What is done again is a record of its own: later steps that stand in its place must name the new one.
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(new Map())
  const create = useCommand(createCorrection)
  const remove = useCommand(undoCorrection)
  const isBusy = create.isPending || remove.isPending
  const onError = (error: Error) =>
    void toast({ title: 'Not Saved', description: sentenceOf(error), variant: 'destructive' })

  async function save(input: Input): Promise<Corrected> {
    const corrected = await create.mutateAsync({ params: { videoId }, input })
    setDone((before) => [...before, { id: corrected.correction.id, input }])
    setUndone([])
    return corrected
  }
  function undo() {
    const step = done.at(-1)
    if (!step || isBusy) return
    const onSuccess = () => {
      setDone(done.slice(0, -1))
      setUndone([...undone, step])
    }
    remove.mutate({ params: { videoId, id: step.id }, input: {} }, { onSuccess, onError })
  }
  function redo() {
    const step = undone.at(-1)
    if (!step || isBusy) return
    const input = { ...step.input, replaces: (step.input.replaces ?? []).map((id) => renamed.get(id) ?? id) }
    const onSuccess = ({ correction: { id } }: Corrected) => {
      setUndone(undone.slice(0, -1))
      setDone([...done, { id, input }])
      setRenamed(new Map(renamed).set(step.id, id))
    }
    create.mutate({ params: { videoId }, input }, { onSuccess, onError })
  }
  return { save, undo, redo, canUndo: done.length > 0 && !isBusy, canRedo: undone.length > 0 && !isBusy }
}
