import { useId, useState } from 'react'
import type { CaseData } from '#contract/cases/data.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Dialog, DialogActions } from '#web/ui/kit.ts'
import { describeField, fieldWords } from './caseWords.ts'
import type { Conflict } from './useCaseEditor.ts'

type ConflictDialogProps = {
  conflict: Conflict
  onClose: () => void
  /** The fields in which my value stays. */
  onResolve: (keepMine: (keyof CaseData)[]) => void
}

/** Both copies of each field that differs, side by side; nothing is stored before the person has chosen. */
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
      title="Somebody Else Has Changed This Case"
      description={`${theirs.updatedBy} saved it ${formatDateTime(theirs.updatedAt)}. Choose what stays for each field; all their other changes are kept.`}
    >
      <div className="grid gap-4">
        {fields.map((field) => (
          <fieldset key={field} className="rounded-card border border-line p-3">
            <legend className="px-1 text-sm font-bold">{fieldWords[field]}</legend>
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
        {fields.length === 0 && <p>Nothing that you changed differs from their copy.</p>}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Go on editing</Button>
        <Button variant="primary" onClick={() => onResolve(fields.filter((field) => keepMine.has(field)))}>
          Save what I chose
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
