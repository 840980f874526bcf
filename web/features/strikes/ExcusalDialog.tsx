import { type ReactNode, useState } from 'react'
import { textLimits } from '#contract/endpoint.ts'
import type { HardshipFacts } from '#contract/findings/findings.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { EvidenceInput } from '#contract/strikes/data.ts'
import { createExcusal, type ExcusalRequest, moveExcusal } from '#contract/strikes/excusals.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, Select, TextArea } from '#web/ui/kit.ts'
import { EvidencePicker } from './evidence/Evidence.tsx'
import { stateQuote } from './lifecycle/draft.ts'
import { stampNow, type StrikeNotice } from './lifecycle/useStrikeForm.ts'
import { factNames, factLabels, isOut, describeErrors, undoReason } from './strikeLabels.ts'

const unknown: HardshipFacts = { paid: null, replaceable: null, scheduleFix: null, documented: null }
const answers = [
  { value: '', label: 'Not asked' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

type Request = { jurorId: string; reason: string; facts: HardshipFacts; evidence: EvidenceInput[] }

const emptyRequest: Request = { jurorId: '', reason: '', facts: unknown, evidence: [] }

const requestFromQuote = (quoted: Highlight): Request => ({
  jurorId: quoted.juror?.id ?? '',
  reason: stateQuote(quoted).slice(0, textLimits.short),
  facts: quoted.hardshipFacts ?? unknown,
  evidence: [{ source: 'highlight', highlightId: quoted.id, note: '' }],
})

type ExcusalDialogProps = {
  board: StrikeBoard
  quoted?: Highlight
  alternative?: ReactNode
  onClose: () => void
  onSaved: (excusal: ExcusalRequest) => void
}

export function ExcusalDialog({ board, quoted, alternative, onClose, onSaved }: ExcusalDialogProps) {
  const create = useCommand(createExcusal)
  const [request, setRequest] = useState(() => (quoted ? requestFromQuote(quoted) : emptyRequest))
  const change = (patch: Partial<Request>) => setRequest((old) => ({ ...old, ...patch }))
  const { jurorId, reason, facts, evidence } = request
  const [missing, setMissing] = useState<string>()
  const reasonFault = create.error instanceof ApiError ? create.error.fields.reason : undefined
  const juror = board.jurors.find(({ id }) => id === jurorId)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Add hardship"
      description="Record the request and the facts a judge usually asks about."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!juror) {
            setMissing('Choose a juror.')
            return
          }
          create.mutate(
            {
              params: { sessionId: board.session.id },
              input: { ...stampNow(), ...request },
            },
            { onSuccess: onSaved },
          )
        }}
      >
        <Select
          label="Juror"
          value={jurorId}
          error={missing}
          placeholder="Choose a juror"
          options={board.jurors
            .filter((each) => !isOut(each))
            .map(({ id, number }) => ({ value: id, label: `Juror ${number}` }))}
          onChange={(event) => {
            change({ jurorId: event.target.value, evidence: [] })
            setMissing(undefined)
          }}
          required
        />
        <TextArea
          label="Hardship"
          rows={quoted ? 4 : 2}
          value={reason}
          error={reasonFault}
          maxLength={textLimits.short}
          onChange={(event) => change({ reason: event.target.value })}
          required
        />
        <fieldset className="grid gap-3 rounded-card border border-line p-3 sm:grid-cols-2">
          <legend className="px-1 font-medium">Facts</legend>
          {factNames.map((fact) => (
            <Select
              key={fact}
              label={factLabels[fact]}
              value={facts[fact] === null ? '' : facts[fact] ? 'yes' : 'no'}
              options={answers}
              onChange={(event) =>
                change({ facts: { ...facts, [fact]: event.target.value === '' ? null : event.target.value === 'yes' } })
              }
            />
          ))}
        </fieldset>
        {juror && (
          <EvidencePicker
            sessionId={board.session.id}
            jurorNumber={juror.number}
            chosen={evidence}
            onChange={(chosen) => change({ evidence: chosen })}
          />
        )}
        <Failure of={create.error && reasonFault === undefined ? describeErrors(create.error) : null} />
        <DialogActions>
          {alternative}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Add hardship
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function useExcusalNotice(): (excusal: ExcusalRequest) => StrikeNotice {
  const move = useCommand(moveExcusal)
  return ({ id, version, jurorNumber }) => {
    const description = `Juror ${jurorNumber}.`
    const input = { version, move: 'withdraw' as const, reason: undoReason }
    return {
      title: 'Hardship added',
      description,
      undo: () =>
        move.mutate(
          { params: { excusalId: id }, input: { ...stampNow(), ...input } },
          {
            onSuccess: () => void toast({ title: 'Hardship withdrawn', description }),
            onError: (error) =>
              void toast({ title: 'Couldn’t undo', description: describeErrors(error), variant: 'destructive' }),
          },
        ),
    }
  }
}
