import { useState } from 'react'
import {
  type Juror,
  type JurorEventKind,
  jurorEventKinds,
  jurorEventRules,
  reasonedEvents,
  recordJurorEvent,
} from '#contract/jurors/jurors.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge, Button, Card, Select, TextField } from '#web/ui/kit.ts'
import { eventLabels, statusTones, statusLabels } from './jurorLabels.ts'

export function HistoryCard({ juror }: { juror: Juror }) {
  return (
    <Card
      title="Status and seats"
      actions={<Badge tone={statusTones[juror.status]}>{statusLabels[juror.status]}</Badge>}
    >
      <div className="grid gap-4">
        {juror.may.rule && <EventForm key={juror.events.length} juror={juror} />}
        <ul aria-label="History" className="divide-y divide-line text-sm">
          {juror.events.map((event) => (
            <li key={event.id} className="py-2">
              <p>
                <span className="font-medium">{statusLabels[event.status]}</span>
                <span className="text-ink-3">{` · ${formatDateTime(event.at)} · ${event.byName}`}</span>
              </p>
              {event.reason && <p className="break-words text-ink-2">{event.reason}</p>}
            </li>
          ))}
          {juror.seatHistory.map((stay) => (
            <li key={`${stay.sessionId} ${stay.from}`} className="py-2">
              <span className="font-medium">{`Seat ${stay.seat}`}</span>
              <span className="text-ink-3">
                {` · ${stay.sessionName} · ${formatDateTime(stay.from)} ${stay.to ? `to ${formatDateTime(stay.to)}` : 'to now'}`}
              </span>
            </li>
          ))}
          {juror.events.length + juror.seatHistory.length === 0 && <li className="text-ink-2">No history yet.</li>}
        </ul>
      </div>
    </Card>
  )
}

function EventForm({ juror }: { juror: Juror }) {
  const possible = jurorEventKinds.filter((kind) => jurorEventRules[kind].from.includes(juror.status))
  const [kind, setKind] = useState<JurorEventKind | ''>('')
  const [reason, setReason] = useState('')
  const record = useCommand(recordJurorEvent)
  if (possible.length === 0) return null
  const needsReason = kind !== '' && reasonedEvents.includes(kind)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (kind !== '') record.mutate({ params: { jurorId: juror.id }, input: { kind, reason } })
      }}
    >
      <Select
        label="Event"
        placeholder="Choose an event"
        value={kind}
        options={possible.map((value) => ({ value, label: eventLabels[value] }))}
        onChange={(event) => setKind(jurorEventKinds.find((each) => each === event.target.value) ?? '')}
      />
      {kind !== '' && (
        <TextField
          label="Reason"
          required={needsReason}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <Failure of={record.error} />
      <div>
        <Button type="submit" busy={record.isPending} disabled={kind === '' || (needsReason && reason.trim() === '')}>
          Record
        </Button>
      </div>
    </form>
  )
}
