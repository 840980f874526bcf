import { useRef, useState } from 'react'
import { rationaleBases } from '#contract/strikes/rationale.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { strikeKinds, strikeLimits, strikeSides } from '#contract/strikes/data.ts'
import { groundsFor } from '#law/grounds/grounds.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Conflict } from '#web/ui/Conflict.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { ReadNotice } from '#web/ui/ReadNotice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { ComparatorFields } from './ComparatorFields.tsx'
import { DefendantField } from './DefendantField.tsx'
import { DemeanorFields } from './DemeanorFields.tsx'
import { checkDraft, type Draft, toDraft, emptyDraft } from './draft.ts'
import { EvidenceList, type RenderClip } from './EvidenceList.tsx'
import { EvidencePicker } from './EvidencePicker.tsx'
import { isOut } from './isOut.ts'
import { basisWords, kindWords } from './strikeWords.ts'
import { OrderNotice } from './OrderNotice.tsx'
import { getSelectionState } from './selection.ts'
import { useComparators, useStatements } from './useComparators.ts'
import { useStrikeSaving } from './useStrikeSaving.ts'

/** A new strike, maybe of a juror and with a highlight already chosen; or one to change. */
export type Writing = { strike: Strike } | { jurorId: string; highlightId?: string | undefined }
type StrikeDialogProps = {
  writing: Writing | null
  board: StrikeBoard
  renderClip: RenderClip
  onClose: () => void
  onSaved: (strike: Strike) => void
}

export function StrikeDialog({ writing, ...rest }: StrikeDialogProps) {
  if (!writing) return null
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && rest.onClose()}
      title={'strike' in writing ? `Edit: juror ${writing.strike.jurorNumber}` : 'New Strike'}
      description="One of ours rests on the words and the second that support it; what others do is recorded as it was said."
    >
      <StrikeForm writing={writing} {...rest} />
    </Dialog>
  )
}

function StrikeForm({
  writing,
  board,
  renderClip,
  onClose,
  onSaved,
}: Omit<StrikeDialogProps, 'writing'> & { writing: Writing }) {
  const stored = 'strike' in writing ? writing.strike : null
  const [draft, setDraft] = useState<Draft>(() => {
    if (stored) return toDraft(stored)
    const highlightId = 'highlightId' in writing ? writing.highlightId : undefined
    return {
      ...emptyDraft('jurorId' in writing ? writing.jurorId : ''),
      evidence: highlightId ? [{ source: 'highlight', highlightId, note: '' }] : [],
    }
  })
  const [missing, setMissing] = useState<string>()
  const whom = useRef<HTMLSelectElement>(null)
  const saving = useStrikeSaving(stored, (added) =>
    setDraft((old) => ({ ...old, evidence: old.evidence.filter((each) => each !== added) })),
  )
  const { evidence, theirs, failure } = saving
  const [courtAllowed, setCourtAllowed] = useState('')
  const change = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch })
  const juror = board.jurors.find(({ id }) => id === draft.jurorId)
  const statements = useStatements(board.session.id)
  const alike = useComparators(statements.data, draft.jurorId)
  const quotes = evidence.filter(({ quote }) => quote !== '').length
  const isOurs = draft.madeBy === 'us'
  const grounds = groundsFor(board.case.forumId)

  async function save() {
    if (!juror) {
      setMissing('Choose whom the strike is about.')
      whom.current?.focus()
      return
    }
    const saved = await saving.save(board.session.id, draft, courtAllowed)
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
      {!stored && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Juror"
            value={draft.jurorId}
            placeholder="Choose a juror"
            options={board.jurors
              .filter((each) => !isOut(each))
              .map((each) => ({
                value: each.id,
                label: `Juror ${each.number}${each.seat === null ? '' : `, seat ${each.seat}`}${each.name ? `, ${each.name}` : ''}`,
              }))}
            error={missing}
            ref={whom}
            onChange={(event) => {
              setMissing(undefined)
              change({ jurorId: event.target.value, evidence: [] })
            }}
            required
          />
          <Select
            label="Made by"
            value={draft.madeBy}
            options={strikeSides.map((value) => ({ value, label: board.case.sides[value] }))}
            onChange={(event) => change({ madeBy: strikeSides.find((each) => each === event.target.value) ?? 'us' })}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Kind"
          value={draft.kind}
          options={strikeKinds.map((value) => ({ value, label: kindWords[value] }))}
          onChange={(event) =>
            change({ kind: strikeKinds.find((each) => each === event.target.value) ?? 'peremptory' })
          }
        />
        {draft.kind === 'cause' ? (
          <Select
            label="Ground"
            value={draft.groundCode}
            placeholder="Choose a ground"
            options={grounds.map(({ code, label, source, verified }) => ({
              value: code,
              label: `${label}${source ? ` (${source})` : ''}${verified ? '' : ', check with the court'}`,
            }))}
            onChange={(event) => change({ groundCode: event.target.value })}
            required={isOurs}
          />
        ) : (
          board.case.alternates > 0 && (
            <Select
              label="Against"
              value={draft.target}
              options={[
                { value: 'regular', label: 'A regular seat' },
                { value: 'alternate', label: 'An alternate' },
              ]}
              onChange={(event) => change({ target: event.target.value === 'alternate' ? 'alternate' : 'regular' })}
            />
          )
        )}
      </div>
      {draft.kind === 'peremptory' && <DefendantField board={board} draft={draft} onChange={change} />}
      {!stored && !isOurs && (
        <OrderNotice
          state={board.selection && getSelectionState(board.selection)}
          strike={draft}
          value={courtAllowed}
          onChange={setCourtAllowed}
        />
      )}
      <TextArea
        label={isOurs ? 'Rationale' : 'Reason stated'}
        hint={
          isOurs
            ? `At least ${strikeLimits.rationale.min} characters to submit. Quote what the juror said.`
            : 'May stay empty.'
        }
        rows={5}
        value={draft.rationale}
        maxLength={strikeLimits.rationale.max}
        onChange={(event) => change({ rationale: event.target.value })}
      />
      {isOurs && (
        <>
          {draft.rationale.trim() !== '' && (
            <>
              <ReadNotice of={statements} what="Rationale check" />
              {statements.data && <CheckPanel check={checkDraft(draft, board, quotes, statements.data.law, alike)} />}
            </>
          )}
          <fieldset className="grid gap-2 rounded-card border border-line p-3">
            <legend className="px-1 font-medium">Rests on</legend>
            <div className="grid gap-1 sm:grid-cols-2">
              {rationaleBases.map((basis) => (
                <Checkbox
                  key={basis}
                  label={basisWords[basis]}
                  checked={draft.basis.includes(basis)}
                  onChange={(event) =>
                    change({
                      basis: event.target.checked
                        ? [...draft.basis, basis]
                        : draft.basis.filter((each) => each !== basis),
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
          {draft.basis.includes('demeanor_observed') && (
            <DemeanorFields demeanor={draft.demeanor} onChange={(demeanor) => change({ demeanor })} />
          )}
          {evidence.length > 0 && stored && (
            <EvidenceList
              evidence={evidence}
              renderClip={renderClip}
              onRemove={(evidenceId) => void saving.removeEvidence(evidenceId)}
            />
          )}
          {juror && (
            <EvidencePicker
              sessionId={board.session.id}
              jurorNumber={juror.number}
              chosen={draft.evidence}
              onChange={(chosen) => change({ evidence: chosen })}
            />
          )}
          {juror && <ReadNotice of={statements} what="Jurors who said the same" />}
          {juror && (
            <ComparatorFields
              board={board}
              juror={juror}
              comparators={draft.comparators}
              suggestions={alike}
              renderClip={renderClip}
              onChange={(comparators) => change({ comparators })}
            />
          )}
          <Checkbox
            label="Work product"
            hint="The reason stays out of every export and link that does not ask for work product; the strike itself still appears there, without its reason, once it was said in court."
            checked={draft.privilege === 'work_product'}
            onChange={(event) => change({ privilege: event.target.checked ? 'work_product' : 'on_record' })}
          />
        </>
      )}
      {/* Beside the button that was pressed: at the top of so long a form nobody would see it. */}
      <Failure of={failure} />
      {theirs && (
        <Conflict
          by={theirs.updatedBy}
          thing="strike"
          mine={summarize(draft, grounds)}
          theirs={summarize(toDraft(theirs), grounds)}
          onKeepMine={saving.goOn}
          onTakeTheirs={() => {
            change({ ...toDraft(theirs), evidence: draft.evidence })
            saving.goOn()
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

/** A strike in a few lines, to lay two copies beside each other. */
const summarize = (draft: Draft, grounds: readonly { code: string; label: string }[]): string[] => [
  kindWords[draft.kind],
  grounds.find(({ code }) => code === draft.groundCode)?.label ?? '',
  draft.rationale,
  draft.basis.map((each) => basisWords[each]).join(', '),
  draft.privilege === 'work_product' ? 'Work product' : 'On the record',
]
