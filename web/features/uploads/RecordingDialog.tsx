import { declareRecording, type RecordingPermission } from '#contract/cases/cases.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, Dialog, DialogActions, Select, TextArea } from '#web/ui/kit.ts'

const bases: Record<RecordingPermission['basis'], string> = {
  court_record: 'The recording is part of the court record',
  court_order: 'A court order allows it',
  own_mock: 'It’s our own mock voir dire',
  other: 'Other (explain in the note)',
}

type RecordingDialogProps = {
  subject: { id: string } | null
  submitLabel?: string
  onClose: () => void
  onDeclared: () => void
}

/** Many courts prohibit recording jury selection, so the first upload to a case asks for its legal basis. */
export function RecordingDialog({
  subject,
  submitLabel = 'Confirm and upload',
  onClose,
  onDeclared,
}: RecordingDialogProps) {
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Why is your team permitted to have this recording?"
      description="Many courts restrict recordings of jury selection. Your answer is saved in the case with your name and the time."
    >
      {subject && (
        <RecordingForm caseId={subject.id} submitLabel={submitLabel} onClose={onClose} onDeclared={onDeclared} />
      )}
    </Dialog>
  )
}

type RecordingFormProps = Required<Omit<RecordingDialogProps, 'subject'>> & { caseId: string }

function RecordingForm({ caseId, submitLabel, onClose, onDeclared }: RecordingFormProps) {
  const form = useCommandForm(declareRecording, {
    params: { caseId },
    // There is no default because this is a personal declaration under court rules.
    defaults: { note: '' },
    onDone: onDeclared,
  })
  return (
    <CommandForm form={form}>
      <Select
        {...form.field('basis')}
        label="Basis"
        placeholder="Choose"
        options={Object.entries(bases).map(([value, label]) => ({ value, label }))}
      />
      <TextArea {...form.field('note')} label="Note" required={false} rows={3} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </CommandForm>
  )
}
