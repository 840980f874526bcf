import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { groundsFor } from '#law/grounds/grounds.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Conflict, Dialog, DialogActions, linkClass } from '#web/ui/kit.ts'
import type { RenderClip } from '../evidence/Evidence.tsx'
import { OrderNotice } from '../selection/OrderNotice.tsx'
import { getSelectionState } from '../selection/selection.ts'
import { basisLabels, kindLabels } from '../strikeLabels.ts'
import { describeMissing, type Draft, findBlocking, listRequirements, toDraft, type StrikeEdit } from './draft.ts'
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
      title={'strike' in editing ? `Edit strike: juror ${editing.strike.jurorNumber}` : 'New strike'}
      description="Your strikes need a quote and timecode. Opposing strikes are recorded as stated."
    >
      <StrikeForm editing={editing} {...rest} />
    </Dialog>
  )
}

const isGroundMissing = (editing: StrikeEdit, { groundCode }: Draft): boolean =>
  'quoted' in editing && groundCode === ''

function StrikeForm({
  editing,
  board,
  renderClip,
  onClose,
  onSaved,
}: Omit<StrikeDialogProps, 'editing'> & { editing: StrikeEdit }) {
  const { draft, change, ...saving } = useStrikeForm(editing, board.case.forumId)
  const { evidence, theirs } = saving
  const [hasTried, setTried] = useState(false)
  const [courtAllowed, setCourtAllowed] = useState('')
  const [needsGround] = useState(() => isGroundMissing(editing, draft))
  const jurorSelect = useRef<HTMLSelectElement>(null)
  const isNew = !('strike' in editing)
  const isOurs = draft.madeBy === 'us'
  const juror = board.jurors.find(({ id }) => id === draft.jurorId)
  const grounds = groundsFor(board.case.forumId)
  const fields = { board, draft, change }

  const requirements = listRequirements(draft, evidence.length, board.case.forumId)
  const maySubmit = isOurs && (isNew || editing.strike.moves.includes('submit'))

  async function save(submits: boolean) {
    setTried(true)
    if (!juror) return jurorSelect.current?.focus()
    const sessionId = board.session.id
    const saved = await (submits ? saving.saveAndSubmit(sessionId) : saving.save(sessionId, courtAllowed))
    if (saved) onSaved(saved)
  }

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      {isNew && <JurorFields {...fields} ref={jurorSelect} isMissing={hasTried && !juror} />}
      <KindFields {...fields} grounds={grounds} needsGround={needsGround} />
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
      <Footer
        isOurs={isOurs}
        maySubmit={maySubmit}
        busy={saving.isBusy}
        isStale={theirs !== null}
        blocking={isNew ? findBlocking(draft, board.strikes, saving.savedId) : undefined}
        missing={maySubmit ? describeMissing(requirements) : ''}
        onClose={onClose}
        onSubmit={() => void save(true)}
      />
    </form>
  )
}

type FooterProps = {
  isOurs: boolean
  maySubmit: boolean
  busy: boolean
  isStale: boolean
  blocking: Strike | undefined
  missing: string
  onClose: () => void
  onSubmit: () => void
}

function Footer({ isOurs, maySubmit, busy, isStale, blocking, missing, onClose, onSubmit }: FooterProps) {
  const reasonId = useId()
  // While saving, the strike on the board may be the new one.
  const shown = busy ? undefined : blocking
  const cannotSave = isStale || shown !== undefined
  return (
    <DialogActions>
      <Reason id={reasonId}>{shown ? <AlreadyStruck strike={shown} onFollow={onClose} /> : missing}</Reason>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        variant={maySubmit ? 'secondary' : 'primary'}
        busy={busy}
        disabled={cannotSave}
        {...(shown && { 'aria-describedby': reasonId })}
      >
        {isOurs ? 'Save draft' : 'Record strike'}
      </Button>
      {maySubmit && (
        <Button
          variant="primary"
          busy={busy}
          disabled={cannotSave || missing !== ''}
          aria-describedby={reasonId}
          onClick={onSubmit}
        >
          Save and submit
        </Button>
      )}
    </DialogActions>
  )
}

function Reason({ id, children }: { id: string; children: ReactNode }) {
  return (
    <output id={id} className="flex basis-full items-start gap-1 text-sm text-warning-fg empty:hidden">
      {children !== '' && (
        <>
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{children}</span>
        </>
      )}
    </output>
  )
}

function AlreadyStruck({ strike, onFollow }: { strike: Strike; onFollow: () => void }) {
  return (
    <>
      {`Juror ${strike.jurorNumber} already has a live strike: `}
      <Link
        to="/sessions/$sessionId/strike-log"
        params={{ sessionId: strike.sessionId }}
        search={{ tab: 'list' }}
        hash={strike.id}
        className={linkClass}
        onClick={onFollow}
      >
        {strike.label}
      </Link>
      .
    </>
  )
}

const summarize = (draft: Draft, grounds: readonly { code: string; label: string }[]): string[] => [
  kindLabels[draft.kind],
  grounds.find(({ code }) => code === draft.groundCode)?.label ?? '',
  draft.rationale,
  draft.basis.map((each) => basisLabels[each]).join(', '),
  draft.privilege === 'work_product' ? 'Work product' : 'On the record',
]
