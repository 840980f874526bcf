import type { Session, SessionChecklist } from '#contract/sessions/sessions.ts'
import { Checkbox, Folded, Select, TextArea, TextField } from '#web/ui/kit.ts'
import { checklistLabels, listOptions, transcriptLabels, typeLabels } from './sessionLabels.ts'

export type SessionDraft = {
  name: string
  type: Session['type']
  date: string
  startTime: string
  endTime: string
  panelName: string
  venireSize: string
  transcriptSource: Session['transcriptSource']
  checklist: SessionChecklist
  notes: string
}

export const emptyDraft: SessionDraft = {
  name: '',
  type: 'jury_voir_dire',
  date: '',
  startTime: '',
  endTime: '',
  panelName: '',
  venireSize: '',
  transcriptSource: 'ai',
  checklist: { recorded: false, reporterPresent: false, rulesRead: false, questionnaireLoaded: false },
  notes: '',
}

export const toDraft = (session: Session): SessionDraft => ({
  name: session.name,
  type: session.type,
  date: session.date ?? '',
  startTime: session.startTime ?? '',
  endTime: session.endTime ?? '',
  panelName: session.panelName,
  venireSize: session.venireSize?.toString() ?? '',
  transcriptSource: session.transcriptSource,
  checklist: session.checklist,
  notes: session.notes,
})

export const toInput = ({ name, date, startTime, endTime, venireSize, ...rest }: SessionDraft) => ({
  ...rest,
  ...(name.trim() !== '' && { name: name.trim() }),
  date: date || null,
  startTime: startTime || null,
  endTime: endTime || null,
  venireSize: venireSize === '' ? null : Number(venireSize),
})

type SessionFieldsProps = {
  isShort?: boolean
  draft: SessionDraft
  onChange: (draft: SessionDraft) => void
  errors: Readonly<Record<string, string>>
  namePlaceholder?: string
}

export function SessionFields({ isShort = false, draft, onChange, errors, namePlaceholder }: SessionFieldsProps) {
  const text = (field: 'name' | 'date' | 'startTime' | 'endTime' | 'panelName' | 'venireSize') => ({
    value: draft[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [field]: event.target.value }),
  })
  const type = (
    <Select
      label="Type"
      value={draft.type}
      options={listOptions(typeLabels)}
      onChange={(event) => onChange({ ...draft, type: event.target.value as Session['type'] })}
    />
  )
  const times = (
    <div className="grid grid-cols-2 gap-4">
      <TextField label="Start" type="time" required={false} {...text('startTime')} />
      <TextField label="End" type="time" required={false} {...text('endTime')} />
    </div>
  )
  const name = (
    <TextField label="Name" required={false} maxLength={120} placeholder={namePlaceholder} {...text('name')} />
  )
  const day = <TextField label="Date" type="date" required={false} {...text('date')} />
  const rest = (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {isShort && type}
        {isShort && times}
        <TextField label="Panel" required={false} maxLength={120} placeholder="Panel B" {...text('panelName')} />
        <TextField label="Jurors called" type="number" min={1} max={2000} required={false} {...text('venireSize')} />
        <Select
          label="Transcript"
          value={draft.transcriptSource}
          options={listOptions(transcriptLabels)}
          onChange={(event) =>
            onChange({ ...draft, transcriptSource: event.target.value as Session['transcriptSource'] })
          }
        />
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">Checklist</legend>
        {(Object.keys(checklistLabels) as (keyof SessionChecklist)[]).map((item) => (
          <Checkbox
            key={item}
            label={checklistLabels[item]}
            checked={draft.checklist[item]}
            onChange={(event) =>
              onChange({ ...draft, checklist: { ...draft.checklist, [item]: event.target.checked } })
            }
          />
        ))}
      </fieldset>
      <TextArea
        label="Notes"
        required={false}
        rows={3}
        value={draft.notes}
        error={errors.notes}
        onChange={(event) => onChange({ ...draft, notes: event.target.value })}
      />
    </>
  )
  const isFaulty = Object.keys(errors).some((field) => field !== 'name' && field !== 'date')
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {!isShort && type}
        {name}
        {day}
        {!isShort && times}
      </div>
      {isShort ? (
        <Folded title="More details" hint="Type, times, transcript, checklist, notes" isOpen={isFaulty}>
          <div className="grid gap-4">{rest}</div>
        </Folded>
      ) : (
        rest
      )}
    </div>
  )
}
