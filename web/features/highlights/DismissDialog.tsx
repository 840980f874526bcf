import { type FormEvent, useState } from 'react'
import { type DismissReason, dismissReasons, type Highlight } from '#contract/highlights/highlights.ts'
import { dismissReasonWords } from '#contract/highlights/words.ts'
import { Button, Dialog, DialogActions, Select } from '#web/ui/kit.ts'

type DismissDialogProps = {
  /** What is about to be dismissed; nothing while the dialog is closed. */
  items: readonly Highlight[]
  onClose: () => void
  onDismiss: (items: readonly Highlight[], reason: DismissReason) => void
}

const options = dismissReasons.map((value) => ({ value, label: dismissReasonWords[value] }))

/** A dismissal without a reason teaches nobody anything, so one is always given. */
export function DismissDialog({ items, onClose, onDismiss }: DismissDialogProps) {
  const [reason, setReason] = useState<DismissReason>('not_relevant')
  function submit(event: FormEvent) {
    event.preventDefault()
    onDismiss(items, reason)
    onClose()
  }
  return (
    <Dialog
      open={items.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={items.length === 1 ? 'Dismiss this highlight?' : `Dismiss ${items.length} highlights?`}
      description="It stays in the list of dismissed ones and can be taken back."
    >
      <form onSubmit={submit} className="grid gap-4">
        <Select
          label="Reason"
          value={reason}
          options={options}
          onChange={(event) => setReason(dismissReasons.find((each) => each === event.target.value) ?? 'other')}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Dismiss
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
