import { createCase } from '#contract/cases.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type NewCaseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function NewCaseDialog({ open, onOpenChange }: NewCaseDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New Case" description="You become the lead of the case.">
      <NewCaseForm onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NewCaseForm({ onClose }: { onClose: () => void }) {
  const form = useCommandForm(createCase, {
    defaults: { title: '', caseNumber: '' },
    onDone: (created) => {
      toast({ title: 'Case Created', description: `${created.title} (${created.caseNumber})` })
      onClose()
    },
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="grid gap-4">
      {form.failure && (
        <Notice tone="danger" alert>
          {form.failure}
        </Notice>
      )}
      <TextField {...form.field('title')} label="Title" hint="As the parties stand in the caption: A v. B." required />
      <TextField {...form.field('caseNumber')} label="Case number" hint="Unique in your firm." required />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Creating…' : 'Create Case'}
        </Button>
      </DialogActions>
    </form>
  )
}
