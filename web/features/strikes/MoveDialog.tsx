import { useId, useState } from 'react'
import type { SelectionState } from '#contract/strikes/selection.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { type MoveInput, moveStrike } from '#contract/strikes/moves.ts'
import { strikeLimits, strikeRemedies } from '#contract/strikes/data.ts'
import { moveMeanings, peremptoryRulings } from '#contract/strikes/meanings.ts'
import { findMove, type MoveNeed, moveNeeds, type StrikeMoveName } from '#contract/strikes/workflow.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { newId } from '#web/platform/newId.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { faultsOf } from './faultsOf.ts'
import { OrderNotice } from './OrderNotice.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { remedyWords, rulingsOf, rulingWords } from './strikeWords.ts'

export type Asked = { strike: Strike; move: StrikeMoveName }
type MoveDialogProps = {
  asked: Asked | null
  /** How the selection stands; null without a method. */
  state: SelectionState | null
  onClose: () => void
  /** Opens the strike itself, where it lacks what the move needs. */
  onEdit: (strike: Strike) => void
  onDone: (strike: Strike, move: StrikeMoveName) => void
}

/** Asks for what a move of the workflow needs, then makes it. */
export function MoveDialog({ asked, state, ...acts }: MoveDialogProps) {
  if (!asked) return null
  const { label } = findMove(asked.move)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && acts.onClose()}
      title={`${label}: juror ${asked.strike.jurorNumber}`}
      description={`${asked.strike.label}. ${moveMeanings[asked.move]}`}
    >
      <MoveForm key={`${asked.strike.id}-${asked.move}`} {...asked} state={state} {...acts} />
    </Dialog>
  )
}

type Typed = Pick<MoveInput, 'reason' | 'acknowledgement' | 'judgeWords' | 'remedyRestored' | 'courtAllowed'>

/** What the form asks for or says itself; the rest is told, because the server looks at it. */
const askedNeeds = new Set<MoveNeed>(['comment', 'reason', 'acknowledgement', 'ruling', 'order'])

function MoveForm({ strike, state, move: name, onClose, onEdit, onDone }: Asked & Omit<MoveDialogProps, 'asked'>) {
  const move = findMove(name)
  const command = useCommand(moveStrike)
  const conditionsId = useId()
  const [input, setInput] = useState<Typed>({
    courtAllowed: '',
    reason: '',
    acknowledgement: '',
    judgeWords: '',
    remedyRestored: false,
  })
  // Nothing is chosen for the court: a ruling that was not given must not be on the record by one quick press.
  const [ruling, setRuling] = useState<MoveInput['ruling']>(undefined)
  const [lacksRuling, setLacksRuling] = useState(false)
  const [remedy, setRemedy] = useState<MoveInput['remedy']>(null)
  const change = (patch: Partial<typeof input>) => setInput({ ...input, ...patch })
  const told = move.needs.filter((need) => !askedNeeds.has(need) && (need !== 'budget' || strike.kind === 'peremptory'))
  const warns = strike.check !== null && strike.check.level !== 'ok'
  const asksReason = move.needs.includes('reason') || move.needs.includes('comment')
  const asksAcknowledgement = move.needs.includes('acknowledgement') && warns
  const asksRuling = move.needs.includes('ruling')

  function send() {
    setLacksRuling(asksRuling && ruling === undefined)
    if (asksRuling && ruling === undefined) return
    command.mutate(
      {
        params: { strikeId: strike.id },
        input: {
          eventId: newId(),
          at: new Date().toISOString(),
          version: strike.version,
          move: name,
          ...input,
          ...(asksRuling && ruling && { ruling, remedy: ruling === 'disallowed' ? remedy : null }),
        },
      },
      {
        onSuccess: (next) => onDone(next, name),
      },
    )
  }
  const faults = command.error instanceof ApiError ? command.error.fields : {}
  /** Said at the field it is about, and not a second time above. */
  const isAtField =
    (asksReason && faults.reason !== undefined) ||
    (asksAcknowledgement && faults.acknowledgement !== undefined) ||
    (ruling === 'disallowed' && faults.remedy !== undefined)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {command.error && !isAtField && (
        <Notice tone="danger" alert>
          <p>{faultsOf(command.error)}</p>
          {strike.editable && Object.keys(faults).length > 0 && (
            <Button className="mt-2" onClick={() => onEdit(strike)}>
              Edit the strike
            </Button>
          )}
        </Notice>
      )}
      {told.length > 0 && (
        <div className="text-sm text-ink-2">
          <p id={conditionsId}>This must hold:</p>
          <ul aria-labelledby={conditionsId} className="list-disc pl-5">
            {told.map((need) => (
              <li key={need}>{moveNeeds[need]}</li>
            ))}
          </ul>
        </div>
      )}
      {move.needs.includes('order') && (
        <OrderNotice
          state={state}
          strike={strike}
          value={input.courtAllowed}
          onChange={(courtAllowed) => change({ courtAllowed })}
        />
      )}
      {asksAcknowledgement && strike.check && (
        <>
          <CheckPanel check={strike.check} />
          <TextArea
            label={strike.check.level === 'protected_trait' ? 'Reason of the lead' : 'Acknowledgement'}
            hint={
              strike.check.level === 'protected_trait'
                ? `At least ${strikeLimits.traitReason} characters; it stays on the record.`
                : `At least ${strikeLimits.acknowledgement} characters: what you weighed.`
            }
            value={input.acknowledgement}
            onChange={(event) => change({ acknowledgement: event.target.value })}
            error={faults.acknowledgement}
            required
          />
        </>
      )}
      {asksRuling && (
        <>
          <Select
            label="Ruling"
            value={ruling ?? ''}
            placeholder="Choose what the court ruled"
            error={lacksRuling && ruling === undefined ? 'Choose what the court ruled.' : undefined}
            hint={strike.kind === 'peremptory' && peremptoryRulings}
            options={rulingsOf(strike.kind).map((value) => ({ value, label: rulingWords[value] }))}
            onChange={(event) => setRuling(rulingsOf(strike.kind).find((each) => each === event.target.value))}
            required
          />
          {ruling === 'disallowed' && (
            <>
              <Select
                label="Remedy"
                value={remedy ?? ''}
                placeholder="What the court ordered"
                error={faults.remedy}
                required
                options={strikeRemedies.map((value) => ({ value, label: remedyWords[value] }))}
                onChange={(event) => setRemedy(strikeRemedies.find((each) => each === event.target.value) ?? null)}
              />
              <Checkbox
                label="The court gave the challenge back"
                checked={input.remedyRestored}
                onChange={(event) => change({ remedyRestored: event.target.checked })}
              />
            </>
          )}
          <TextArea
            label="The judge’s words"
            required={false}
            value={input.judgeWords}
            onChange={(event) => change({ judgeWords: event.target.value })}
          />
        </>
      )}
      {asksReason && (
        <TextArea
          label={move.needs.includes('comment') ? 'Comment' : 'Reason'}
          value={input.reason}
          onChange={(event) => change({ reason: event.target.value })}
          error={faults.reason}
          required
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant={name === 'void' || name === 'reject' ? 'danger' : 'primary'}
          busy={command.isPending}
        >
          {move.label}
        </Button>
      </DialogActions>
    </form>
  )
}
