import { useState } from 'react'
import {
  addEvidence,
  createStrike,
  readStrike,
  removeEvidence,
  type Strike,
  updateStrike,
} from '#contract/strikes/strikes.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { newId } from '#web/platform/newId.ts'
import { type Draft, startDraft, toFields, type StrikeEdit } from './draft.ts'
import { describeErrors } from '../strikeLabels.ts'

/** The stored strike, updated after each request even if a later request in the same save fails. */
type Base = Pick<Strike, 'id' | 'version' | 'evidence'>

export function useStrikeForm(editing: StrikeEdit) {
  const [draft, setDraft] = useState(() => startDraft(editing))
  const [base, setBase] = useState<Base | null>('strike' in editing ? editing.strike : null)
  const [theirs, setTheirs] = useState<Strike | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const create = useCommand(createStrike)
  const update = useCommand(updateStrike)
  const add = useCommand(addEvidence)
  const remove = useCommand(removeEvidence)

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

  return {
    draft,
    change: (patch: Partial<Draft>) => setDraft({ ...draft, ...patch }),
    evidence: base?.evidence ?? [],
    theirs,
    failure,
    isBusy: create.isPending || update.isPending || add.isPending || remove.isPending,
    save: (sessionId: string, courtAllowed: string) =>
      attempt(base, () => {
        if (base) return store(base)
        const when = { eventId: newId(), at: new Date().toISOString(), courtAllowed }
        const { jurorId, madeBy, evidence } = draft
        const input = { ...toFields(draft), ...when, jurorId, madeBy, evidence }
        return create.mutateAsync({ params: { sessionId }, input })
      }),
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
