import { useRef, useState } from 'react'
import type { OpenCase } from '#contract/cases/cases.ts'
import { Button, Dialog, DialogActions, focusFault, Notice } from '#web/ui/kit.ts'
import { BasicsFields } from './BasicsFields.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FaultSummary } from './FaultSummary.tsx'
import { type FieldGroup, findFaults, fieldGroups } from './faults.ts'
import { ForumFields } from './ForumFields.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { ThemeFields } from './ThemeFields.tsx'
import { useCaseEditor } from './useCaseEditor.ts'

type EditCaseDialogProps = { opened: OpenCase; group: FieldGroup; title: string; onClose: () => void }

const groups = { basics: BasicsFields, forum: ForumFields, people: PeopleFields, themes: ThemeFields } as const

export function EditCaseDialog({ opened, group, title, onClose }: EditCaseDialogProps) {
  const editor = useCaseEditor(opened)
  const { data, change, serverFaults, failure, conflict } = editor
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const found = findFaults(data, fieldGroups[group])
  const faults = { ...(tried ? found : {}), ...serverFaults }
  const Fields = groups[group]

  async function save() {
    setTried(true)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    if (await editor.save()) onClose()
    else focusFault(form.current)
  }
  // One dialog at a time: the choice between two copies takes the place of the form, which keeps what was typed.
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
