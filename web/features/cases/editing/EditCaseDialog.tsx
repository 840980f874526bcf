import { useRef, useState, useId } from 'react'
import type { OpenCase } from '#contract/cases/cases.ts'
import type { CaseData } from '#contract/cases/data.ts'
import { findForum, findForumRule } from '#law/forums/forums.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Dialog, DialogActions, focusFault, Notice, cx } from '#web/ui/kit.ts'
import { BasicsFields } from './BasicsFields.tsx'
import { type FieldGroup, findFaults, fieldGroups, type Faults } from './caseFields.ts'
import { ForumFields } from './ForumFields.tsx'
import { PeopleFields, ThemeFields } from './PeopleFields.tsx'
import { useCaseEditor, type Conflict } from './useCaseEditor.ts'
import { describeField, fieldLabels, noneListed, notSet } from '../caseLabels.ts'

type EditCaseDialogProps = { opened: OpenCase; group: FieldGroup; title: string; onClose: () => void }

export const groupFields = {
  basics: BasicsFields,
  forum: ForumFields,
  people: PeopleFields,
  themes: ThemeFields,
} as const

export function EditCaseDialog({ opened, group, title, onClose }: EditCaseDialogProps) {
  const editor = useCaseEditor(opened)
  const { data, change, serverFaults, failure, conflict } = editor
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const found = findFaults(data, fieldGroups[group])
  const faults = { ...(tried ? found : {}), ...serverFaults }
  const Fields = groupFields[group]

  async function save() {
    setTried(true)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    if (await editor.save()) onClose()
    else focusFault(form.current)
  }
  if (conflict) {
    return (
      <ConflictDialog
        conflict={conflict}
        onClose={editor.closeConflict}
        onResolve={(keepMine) => void editor.resolve(keepMine).then((isStored) => isStored && onClose())}
      />
    )
  }
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={title}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FaultSummary faults={faults} />
        {failure && Object.keys(serverFaults).length === 0 && (
          <Notice tone="danger" alert>
            {failure}
          </Notice>
        )}
        <Fields data={data} faults={faults} onChange={change} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={editor.isSaving}>
            Save changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ConflictDialogProps = {
  conflict: Conflict
  onClose: () => void
  onResolve: (keepMine: (keyof CaseData)[]) => void
}

export function ConflictDialog({ conflict, onClose, onResolve }: ConflictDialogProps) {
  const { theirs, mine, fields } = conflict
  const [keepMine, setKeepMine] = useState<ReadonlySet<keyof CaseData>>(new Set(fields))
  const choose = (field: keyof CaseData, isMine: boolean) =>
    setKeepMine((old) => new Set(isMine ? [...old, field] : [...old].filter((each) => each !== field)))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Someone else changed this case"
      description={`${theirs.updatedBy} saved changes ${formatDateTime(theirs.updatedAt)}. For each field, choose which version to keep. Their other changes are kept.`}
    >
      <div className="grid gap-4">
        {fields.map((field) => (
          <fieldset key={field} className="rounded-card border border-line p-3">
            <legend className="px-1 text-sm font-bold">{fieldLabels[field]}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <Choice
                name={field}
                label="Mine"
                value={describeField(field, mine)}
                checked={keepMine.has(field)}
                onChoose={() => choose(field, true)}
              />
              <Choice
                name={field}
                label={`Theirs (${theirs.updatedBy})`}
                value={describeField(field, theirs)}
                checked={!keepMine.has(field)}
                onChoose={() => choose(field, false)}
              />
            </div>
          </fieldset>
        ))}
        {fields.length === 0 && <p>Your changes match theirs.</p>}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="primary" onClick={() => onResolve(fields.filter((field) => keepMine.has(field)))}>
          Save choices
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type ChoiceProps = { name: string; label: string; value: string; checked: boolean; onChoose: () => void }

function Choice({ name, label, value, checked, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex gap-2 rounded-control border border-line p-2 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        id={id}
        type="radio"
        name={`conflict-${name}`}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="block text-sm text-ink-2">{label}</span>
        <span className="block break-words">{value}</span>
      </label>
    </div>
  )
}

export function FaultSummary({ faults }: { faults: Faults }) {
  const entries = Object.entries(faults)
  if (entries.length === 0) return null
  return (
    <Notice tone="danger" alert>
      <p className="font-medium">{entries.length === 1 ? 'Check 1 field:' : `Check ${entries.length} fields:`}</p>
      <ul className="mt-1 list-disc pl-5">
        {entries.map(([path, message]) => (
          <li key={path}>
            {nameFieldPath(path)}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const rowLabels: Partial<Record<string, string>> = {
  parties: 'Party',
  attorneys: 'Attorney',
  witnesses: 'Witness',
  issues: 'Theme',
}

function nameFieldPath(path: string): string {
  const [field = '', index] = path.split('.')
  const word = field in fieldLabels ? fieldLabels[field as keyof typeof fieldLabels] : field
  return index !== undefined && /^\d+$/.test(index) ? `${rowLabels[field] ?? word} ${Number(index) + 1}` : word
}

export function FieldValues({ data, fields }: { data: CaseData; fields: readonly (keyof CaseData)[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {fields.map((field) => {
        const value = formatValue(field, data)
        return (
          <div key={field} className="min-w-0">
            <dt className="text-sm text-ink-3">{fieldLabels[field]}</dt>
            <dd className={cx('break-words', (value === notSet || value === noneListed) && 'text-ink-3')}>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function formatValue(field: keyof CaseData, data: CaseData): string {
  const forum = findForum(data.forumId)
  if (field === 'forumId') return forum?.name ?? notSet
  if (field === 'forumRuleId') return (forum && findForumRule(forum, data.forumRuleId)?.label) ?? notSet
  return describeField(field, data)
}
