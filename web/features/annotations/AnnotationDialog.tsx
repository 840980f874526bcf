import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type Annotation,
  annotationCategories,
  createAnnotation,
  updateAnnotation,
} from '#contract/findings/annotations.ts'
import { severities } from '#contract/findings/findings.ts'
import { severityWords } from '#contract/highlights/words.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, focusFault, Select, TextArea, TextField } from '#web/ui/kit.ts'
import { categoryLabels } from './labels.ts'
import { blankValues, type Faults, type FormValues, readPayload, toValues } from './values.ts'

/** What the dialog works on: a new annotation, or one to change. */
export type AnnotationDraft = { annotation: Annotation | null; nowSeconds: number }

type AnnotationDialogProps = { videoId: string; draft: AnnotationDraft | null; onClose: () => void }

export function AnnotationDialog({ videoId, draft, onClose }: AnnotationDialogProps) {
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => !open && onClose()}
      title={draft?.annotation ? 'Edit Annotation' : 'Add Annotation'}
    >
      {draft && <AnnotationForm videoId={videoId} draft={draft} onClose={onClose} />}
    </Dialog>
  )
}

function AnnotationForm({ videoId, draft, onClose }: AnnotationDialogProps & { draft: AnnotationDraft }) {
  const { annotation, nowSeconds } = draft
  const [values, setValues] = useState<FormValues>(annotation ? toValues(annotation) : blankValues(nowSeconds))
  const create = useCommand(createAnnotation)
  const update = useCommand(updateAnnotation)
  const isPending = create.isPending || update.isPending
  const error = create.error ?? update.error
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFault(form.current)
  }, [faults])
  const fields: Readonly<Record<string, string>> = error instanceof ApiError ? error.fields : {}
  const elsewhere = error && !Object.keys(fields).some((name) => name in values) ? describeError(error) : null

  const bind = (name: keyof FormValues) => ({
    value: values[name],
    error: faults[name] ?? fields[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const read = readPayload(values, { nowSeconds, isAiGenerated: annotation?.isAiGenerated ?? false })
    setFaults('faults' in read ? read.faults : {})
    if ('faults' in read) return
    const input = read.payload
    const done = (title: string, description: string) => () => {
      toast({ title, description })
      onClose()
    }
    if (annotation) {
      update.mutate(
        { params: { videoId, id: annotation.id }, input: { ...input, version: annotation.version } },
        { onSuccess: done('Annotation Updated', 'The annotation has been updated successfully.') },
      )
    } else {
      create.mutate(
        { params: { videoId }, input },
        { onSuccess: done('Annotation Created', 'The annotation has been added successfully.') },
      )
    }
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={handleSubmit}
      className="grid gap-4"
      aria-label={annotation ? 'Edit annotation' : 'Add annotation'}
    >
      <TextField {...bind('title')} label="Title" required maxLength={200} />
      <TextArea {...bind('description')} label="Description" required={false} rows={3} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind('startTime')} label="Start Time (seconds)" inputMode="decimal" />
        <TextField {...bind('endTime')} label="End Time (seconds)" required={false} inputMode="decimal" />
        <Select
          {...bind('category')}
          label="Category"
          required
          placeholder="Select category"
          options={annotationCategories.map((value) => ({ value, label: categoryLabels[value] }))}
        />
        <Select
          {...bind('severity')}
          label="Severity"
          required
          placeholder="Select severity"
          options={severities.map((value) => ({ value, label: severityWords[value] }))}
        />
      </div>
      <TextField {...bind('tags')} label="Tags" required={false} hint="With commas between them" />
      <Failure of={elsewhere} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isPending || values.title.trim() === ''}>
          {annotation ? (isPending ? 'Saving...' : 'Save changes') : isPending ? 'Adding...' : 'Add Annotation'}
        </Button>
      </DialogActions>
    </form>
  )
}
