import { useState } from 'react'
import {
  addEvidence,
  createStrike,
  readStrike,
  removeEvidence,
  type Strike,
  updateStrike,
  moveStrike,
} from '#contract/strikes/strikes.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'
import { type Draft, startDraft, toFields, type StrikeEdit } from './draft.ts'
import { describeErrors, undoReason } from '../strikeLabels.ts'

export const stampNow = () => ({ eventId: newId(), at: new Date().toISOString() })

/** The stored strike, updated after each request even if a later request in the same save fails. */
type Base = Pick<Strike, 'id' | 'version' | 'evidence'>

export function useStrikeForm(editing: StrikeEdit, forumId: string | null) {
  const [draft, setDraft] = useState(() => startDraft(editing, forumId))
  const [base, setBase] = useState<Base | null>('strike' in editing ? editing.strike : null)
  const [theirs, setTheirs] = useState<Strike | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const create = useCommand(createStrike)
  const update = useCommand(updateStrike)
  const add = useCommand(addEvidence)
  const remove = useCommand(removeEvidence)
  const move = useCommand(moveStrike)

  async function attempt(on: Base | null, work: () => Promise<Strike>): Promise<Strike | null> {
    setFailure(null)
    try {
      return await work()
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict'
      const now =
        isConflict && on ? await call(readStrike, { params: { strikeId: on.id }, input: {} }).catch(() => null) : null
      if (now && on && now.version !== on.version) setTheirs(now)
      else setFailure(describeErrors(error))
      return null
    }
  }

  async function store(on: Base): Promise<Strike> {
    const params = { strikeId: on.id }
    let next = await update.mutateAsync({ params, input: { version: on.version, ...toFields(draft) } })
    setBase(next)
    for (const item of draft.evidence) {
      next = await add.mutateAsync({ params, input: { version: next.version, of: 'strike', item } })
      setBase(next)
      setDraft((old) => ({ ...old, evidence: old.evidence.filter((each) => each !== item) }))
    }
    return next
  }

  const save = (sessionId: string, courtAllowed: string): Promise<Strike | null> =>
    attempt(base, () => {
      if (base) return store(base)
      const { jurorId, madeBy, evidence } = draft
      const input = { ...toFields(draft), ...stampNow(), courtAllowed, jurorId, madeBy, evidence }
      return create.mutateAsync({ params: { sessionId }, input })
    })

  return {
    draft,
    change: (patch: Partial<Draft>) => setDraft({ ...draft, ...patch }),
    evidence: base?.evidence ?? [],
    savedId: base?.id,
    theirs,
    failure,
    isBusy: create.isPending || update.isPending || add.isPending || remove.isPending || move.isPending,
    save,
    /** Keeps the draft if submitting fails, so a second try doesn't create another strike. */
    saveAndSubmit: async (sessionId: string): Promise<Strike | null> => {
      const saved = await save(sessionId, '')
      if (!saved) return null
      setBase(saved)
      setDraft((old) => ({ ...old, evidence: [] }))
      const input = { ...stampNow(), version: saved.version, move: 'submit' as const }
      return attempt(saved, () => move.mutateAsync({ params: { strikeId: saved.id }, input }))
    },
    removeEvidence: async (evidenceId: string): Promise<void> => {
      if (!base) return
      const params = { strikeId: base.id, evidenceId }
      const next = await attempt(base, () => remove.mutateAsync({ params, input: { version: base.version } }))
      if (next) setBase(next)
    },
    resolveConflict: (): void => {
      setBase(theirs)
      setTheirs(null)
    },
  }
}

export type StrikeNotice = { title: string; description: string; undo: () => void }

/** Describes a strike that was just saved. Undo withdraws the strike because strikes are never removed from the log. */
export function useStrikeNotice(): (strike: Strike) => StrikeNotice {
  const move = useCommand(moveStrike)
  return (strike) => {
    const description = `${strike.label}, juror ${strike.jurorNumber}`
    const input = {
      version: strike.version,
      move: 'withdraw' as const,
      reason: undoReason,
    }
    return {
      title: strike.state === 'submitted' ? 'Strike submitted' : 'Strike saved',
      description: `${description}.`,
      undo: () =>
        move.mutate(
          { params: { strikeId: strike.id }, input: { ...stampNow(), ...input } },
          {
            onSuccess: () => void toast({ title: 'Strike withdrawn', description: `${description}.` }),
            onError: (error) =>
              void toast({ title: 'Couldn’t undo', description: describeErrors(error), variant: 'destructive' }),
          },
        ),
    }
  }
}
