import { useState } from 'react'
import type { StrikeBoard } from '#contract/strikes.board.ts'
import type { PreservationRecord } from '#contract/strikes.data.ts'
import { recordPreservation, type Strike } from '#contract/strikes.ts'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type PreserveDialogProps = { strike: Strike | null; board: StrikeBoard; onClose: () => void }

export function PreserveDialog({ strike, board, onClose }: PreserveDialogProps) {
  if (!strike?.preservation) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Preserve error: juror ${strike.jurorNumber}`}
      description="What keeps a denied challenge for cause for review. Everything must be done before the jury is sworn."
    >
      <PreserveForm strike={strike} board={board} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = { strike: Strike; board: StrikeBoard; onClose: () => void }

function PreserveForm({ strike, board, onClose }: FormProps) {
  const command = useCommand(recordPreservation)
  const { openedAt, peremptoryUsedOnJuror, exhausted, ...stored } = strike.preservation!
  const [record, setRecord] = useState<PreservationRecord>(stored)
  const change = (patch: Partial<PreservationRecord>) => setRecord({ ...record, ...patch })
  const steps: {
    label: string
    at: string | null
    isDone: boolean
    key?: 'moreRequestedAt' | 'refusedAt' | 'renewedAt'
  }[] = [
    { label: 'A peremptory was used on this juror', at: null, isDone: peremptoryUsedOnJuror },
    { label: 'All our peremptories are used', at: null, isDone: exhausted },
    {
      label: 'More peremptories were requested',
      at: record.moreRequestedAt,
      isDone: record.moreRequestedAt !== null,
      key: 'moreRequestedAt',
    },
    { label: 'The request was refused', at: record.refusedAt, isDone: record.refusedAt !== null, key: 'refusedAt' },
    {
      label: 'The objection was renewed before swearing',
      at: record.renewedAt,
      isDone: record.renewedAt !== null,
      key: 'renewedAt',
    },
  ]
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
      {command.error && (
        <Notice tone="danger" alert>
          {sentenceOf(command.error)}
        </Notice>
      )}
      <p className="text-sm text-ink-3">{`Denied ${formatDateTime(openedAt)}`}</p>
      <ul className="grid gap-2">
        {steps.map(({ label, at, isDone, key }) => (
          <li key={label} className="flex flex-wrap items-center gap-2">
            <Badge tone={isDone ? 'success' : 'warning'}>{isDone ? 'Done' : 'Open'}</Badge>
            <span className="min-w-0 flex-1">
              {label}
              {at && <span className="block text-sm text-ink-3">{formatDateTime(at)}</span>}
            </span>
            {key && (
              <Button onClick={() => change({ [key]: isDone ? null : new Date().toISOString() })}>
                {isDone ? 'Not done' : 'Done now'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Select
        label="Objectionable juror who sits because of it"
        value={record.objectionableJurorId ?? ''}
        placeholder="Not named yet"
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
