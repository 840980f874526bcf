import { useRef, useState } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { groundsFor } from '#law/grounds/grounds.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Conflict, Dialog, DialogActions } from '#web/ui/kit.ts'
import type { RenderClip } from '../evidence/Evidence.tsx'
import { OrderNotice } from '../selection/OrderNotice.tsx'
import { getSelectionState } from '../selection/selection.ts'
import { basisLabels, kindLabels } from '../strikeLabels.ts'
import { type Draft, toDraft, type StrikeEdit } from './draft.ts'
import { KindFields, RationaleField, SupportFields, JurorFields } from './StrikeFields.tsx'
import { useStrikeForm } from './useStrikeForm.ts'

type StrikeDialogProps = {
  editing: StrikeEdit | null
  board: StrikeBoard
  renderClip: RenderClip
  onClose: () => void
  onSaved: (strike: Strike) => void
}

export function StrikeDialog({ editing, ...rest }: StrikeDialogProps) {
  if (!editing) return null
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && rest.onClose()}
      title={'strike' in editing ? `Edit strike: juror ${editing.strike.jurorNumber}` : 'New Strike'}
      description="Your strikes need a quote and timecode. Opposing strikes are recorded as stated."
    >
      <StrikeForm editing={editing} {...rest} />
    </Dialog>
  )
}

function StrikeForm({
  editing,
  board,
  renderClip,
  onClose,
  onSaved,
}: Omit<StrikeDialogProps, 'editing'> & { editing: StrikeEdit }) {
  const { draft, change, ...saving } = useStrikeForm(editing)
  const { evidence, theirs } = saving
  const [hasTried, setTried] = useState(false)
  const [courtAllowed, setCourtAllowed] = useState('')
  const jurorSelect = useRef<HTMLSelectElement>(null)
  const isNew = !('strike' in editing)
  const isOurs = draft.madeBy === 'us'
  const juror = board.jurors.find(({ id }) => id === draft.jurorId)
  const grounds = groundsFor(board.case.forumId)
  const fields = { board, draft, change }

  async function save() {
    setTried(true)
    if (!juror) return jurorSelect.current?.focus()
    const saved = await saving.save(board.session.id, courtAllowed)
    if (saved) onSaved(saved)
  }

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {isNew && <JurorFields {...fields} ref={jurorSelect} isMissing={hasTried && !juror} />}
      <KindFields {...fields} grounds={grounds} />
      {isNew && !isOurs && (
        <OrderNotice
          state={board.selection && getSelectionState(board.selection)}
          strike={draft}
          value={courtAllowed}
          onChange={setCourtAllowed}
        />
      )}
      <RationaleField {...fields} />
      {isOurs && (
        <SupportFields
          {...fields}
          juror={juror}
          evidence={evidence}
          renderClip={renderClip}
          onRemove={saving.removeEvidence}
        />
      )}
      <Failure of={saving.failure} />
      {theirs && (
        <Conflict
          by={theirs.updatedBy}
          thing="strike"
          mine={summarize(draft, grounds)}
          theirs={summarize(toDraft(theirs), grounds)}
          onKeepMine={saving.resolveConflict}
          onTakeTheirs={() => {
            change({ ...toDraft(theirs), evidence: draft.evidence })
            saving.resolveConflict()
          }}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={saving.isBusy} disabled={theirs !== null}>
          {isOurs ? 'Save draft' : 'Record strike'}
        </Button>
      </DialogActions>
    </form>
  )
}

const summarize = (draft: Draft, grounds: readonly { code: string; label: string }[]): string[] => [
  kindLabels[draft.kind],
  grounds.find(({ code }) => code === draft.groundCode)?.label ?? '',
  draft.rationale,
  draft.basis.map((each) => basisLabels[each]).join(', '),
  draft.privilege === 'work_product' ? 'Work product' : 'On the record',
]
