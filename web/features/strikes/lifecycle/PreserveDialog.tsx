import { useState } from 'react'
import { getPreservation, type PreservationStep, type PreservationStepId } from '#law/preservation/preservation.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { PreservationRecord } from '#contract/strikes/data.ts'
import { recordPreservation, type Strike } from '#contract/strikes/strikes.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge, Button, Dialog, DialogActions, Select, TextField, type Tone } from '#web/ui/kit.ts'
import { describeErrors } from '../strikeLabels.ts'

type PreserveDialogProps = { strike: Strike | null; board: StrikeBoard; onClose: () => void }

export function PreserveDialog({ strike, board, onClose }: PreserveDialogProps) {
  if (!strike?.preservation) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Preserve error: juror ${strike.jurorNumber}`}
      description="Preserve a denied cause challenge for appeal. Complete every step before the jury is sworn."
    >
      <PreserveForm strike={strike} board={board} onClose={onClose} />
    </Dialog>
  )
}

const statusLabels: Record<PreservationStep['status'], { word: string; tone: Tone }> = {
  done: { word: 'Done', tone: 'success' },
  next: { word: 'Next', tone: 'warning' },
  later: { word: 'Later', tone: 'neutral' },
  missed: { word: 'Too late', tone: 'danger' },
}
/** The steps that the user records. All other steps are derived. */
const recordedSteps: Partial<Record<PreservationStepId, 'moreRequestedAt' | 'refusedAt' | 'renewedAt'>> = {
  request: 'moreRequestedAt',
  refusal: 'refusedAt',
  renew: 'renewedAt',
}

type FormProps = { strike: Strike; board: StrikeBoard; onClose: () => void }

function PreserveForm({ strike, board, onClose }: FormProps) {
  const command = useCommand(recordPreservation)
  const { openedAt, peremptoryUsedOnJuror, left, ...stored } = strike.preservation!
  const [record, setRecord] = useState<PreservationRecord>(stored)
  const change = (patch: Partial<PreservationRecord>) => setRecord({ ...record, ...patch })
  const findNumber = (id: string | null) => board.jurors.find((each) => each.id === id)?.number ?? null
  const list = getPreservation({
    jurorNumber: strike.jurorNumber,
    forumId: board.case.forumId,
    peremptoryUsedOnJuror,
    left,
    moreRequestedAt: record.moreRequestedAt,
    refusedAt: record.refusedAt,
    objectionableJuror: findNumber(record.objectionableJurorId),
    renewedAt: record.renewedAt,
    isSworn: board.case.status === 'jury_seated' || board.case.status === 'closed',
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        command.mutate(
          { params: { strikeId: strike.id }, input: { version: strike.version, preservation: record } },
          { onSuccess: onClose },
        )
      }}
    >
      <Failure of={command.error && describeErrors(command.error)} />
      <p className="text-sm text-ink-3">{`Denied ${formatDateTime(openedAt)}`}</p>
      <ul className="grid gap-4" aria-label="Steps">
        {list.steps.map((step) => {
          const key = recordedSteps[step.id]
          return (
            <li key={step.id} className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-x-2">
              <span>
                <Badge tone={statusLabels[step.status].tone}>{statusLabels[step.status].word}</Badge>
              </span>
              <div className="grid gap-1">
                <p>{step.sentence}</p>
                <p className="text-sm text-ink-3">
                  {step.why} {step.source}.
                </p>
                {key && (
                  <span>
                    <Button onClick={() => change({ [key]: record[key] === null ? new Date().toISOString() : null })}>
                      {record[key] === null ? 'Mark done' : 'Mark not done'}
                    </Button>
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-ink-3">{list.note}</p>
      <Select
        label="Objectionable juror seated as a result"
        value={record.objectionableJurorId ?? ''}
        placeholder="Not identified yet"
        options={board.jurors
          .filter(({ id }) => id !== strike.jurorId)
          .map(({ id, number, seat }) => ({
            value: id,
            label: `Juror ${number}${seat === null ? '' : `, seat ${seat}`}`,
          }))}
        onChange={(event) => change({ objectionableJurorId: event.target.value === '' ? null : event.target.value })}
      />
      <TextField label="Note" value={record.note} onChange={(event) => change({ note: event.target.value })} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={command.isPending}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}
