import { useState } from 'react'
import {
  closeRestrictedRecords,
  openRestrictedRecords,
  readRestrictedRecord,
  readRestrictedState,
  type RestrictedRecord,
  restrictedSources,
  saveRestrictedRecord,
} from '#contract/jurors/restricted-records.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError, toFieldError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, ConfirmDialog, Select, Skeleton, TextField } from '#web/ui/kit.ts'

const sourceLabels: Record<RestrictedRecord['source'], string> = {
  self_reported: 'Reported by the juror',
  court_listed: 'Listed by the court',
}

type RestrictedProps = { caseId: string; jurorId: string; mayEdit: boolean }

/** Loads the record only on request because every view is audited. */
export function RestrictedCard({ caseId, jurorId, mayEdit }: RestrictedProps) {
  const state = useRead(readRestrictedState, { params: { caseId }, input: {} })
  return (
    <Card title="Restricted record">
      <p className="mb-3 text-sm text-ink-2">
        Use only to raise or answer a Batson or similar objection. Excluded from lists, search, filters, exports, and
        analysis. Every view is recorded in the audit trail.
      </p>
      <Loaded query={state} skeleton={<Skeleton className="h-16" />}>
        {({ open }) =>
          open ? (
            <Open caseId={caseId} jurorId={jurorId} mayEdit={mayEdit} />
          ) : mayEdit ? (
            <Closed caseId={caseId} />
          ) : (
            <p>This case doesn’t keep restricted records.</p>
          )
        }
      </Loaded>
    </Card>
  )
}

function Closed({ caseId }: { caseId: string }) {
  const [reason, setReason] = useState('')
  const begin = useCommand(openRestrictedRecords)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        begin.mutate({ params: { caseId }, input: { reason } })
      }}
    >
      <TextField
        label="Reason for keeping restricted records in this case"
        required
        maxLength={500}
        value={reason}
        error={toFieldError(begin.error)}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button type="submit" busy={begin.isPending}>
          Open restricted records
        </Button>
      </div>
    </form>
  )
}

function Open({ caseId, jurorId, mayEdit }: RestrictedProps) {
  const [shown, setShown] = useState<{ record: RestrictedRecord | null } | null>(null)
  const [isClosing, setClosing] = useState(false)
  const close = useCommand(closeRestrictedRecords)

  async function handleView() {
    try {
      setShown(await call(readRestrictedRecord, { params: { jurorId }, input: {} }))
    } catch (error) {
      toast({ title: 'Couldn’t show record', description: describeError(error), variant: 'destructive' })
    }
  }
  return (
    <div className="grid gap-3">
      {shown && mayEdit ? (
        <RecordForm jurorId={jurorId} record={shown.record} onSaved={() => setShown(null)} />
      ) : shown ? (
        <RecordText record={shown.record} onHide={() => setShown(null)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void handleView()}>{mayEdit ? 'View and edit' : 'View'}</Button>
          {mayEdit && (
            <Button variant="quiet" onClick={() => setClosing(true)}>
              Stop keeping records
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={isClosing}
        onOpenChange={setClosing}
        title="Stop keeping restricted records in this case?"
        description="This permanently deletes the restricted records of every juror in the case."
        confirmLabel="Delete records"
        danger
        busy={close.isPending}
        error={close.error ? describeError(close.error) : null}
        onConfirm={() => close.mutate({ params: { caseId }, input: {} }, { onSuccess: () => setClosing(false) })}
      />
    </div>
  )
}

function RecordText({ record, onHide }: { record: RestrictedRecord | null; onHide: () => void }) {
  return (
    <>
      {record ? (
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-ink-2">Source</dt>
            <dd>{sourceLabels[record.source]}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-2">As reported or listed</dt>
            <dd className="break-words">{record.value}</dd>
          </div>
        </dl>
      ) : (
        <p>No restricted record for this juror.</p>
      )}
      <div>
        <Button variant="quiet" onClick={onHide}>
          Hide
        </Button>
      </div>
    </>
  )
}

type RecordFormProps = { jurorId: string; record: RestrictedRecord | null; onSaved: () => void }

function RecordForm({ jurorId, record, onSaved }: RecordFormProps) {
  const [source, setSource] = useState<RestrictedRecord['source']>(record?.source ?? 'self_reported')
  const [value, setValue] = useState(record?.value ?? '')
  const save = useCommand(saveRestrictedRecord)
  const params = { jurorId }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params, input: { record: { source, value } } }, { onSuccess: onSaved })
      }}
    >
      <Select
        label="Source"
        value={source}
        options={restrictedSources.map((each) => ({ value: each, label: sourceLabels[each] }))}
        onChange={(event) =>
          setSource(restrictedSources.find((each) => each === event.target.value) ?? 'self_reported')
        }
      />
      <TextField
        label="As reported or listed"
        required
        maxLength={500}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Failure of={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
        {record && (
          <Button onClick={() => save.mutate({ params, input: { record: null } }, { onSuccess: onSaved })}>
            Remove
          </Button>
        )}
        <Button variant="quiet" onClick={onSaved}>
          Hide
        </Button>
      </div>
    </form>
  )
}
