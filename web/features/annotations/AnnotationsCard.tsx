import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent, useEffect, useRef } from 'react'
import {
  type Annotation,
  deleteAnnotation,
  annotationCategories,
  createAnnotation,
  updateAnnotation,
  type AnnotationCategory,
} from '#contract/findings/annotations.ts'
import { severities } from '#contract/findings/findings.ts'
import { severityWords } from '#contract/highlights/words.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useCommand } from '#web/platform/api.ts'
import { describeError, ApiError } from '#web/platform/apiError.ts'
import { formatDuration } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  IconButton,
  SeverityMark,
  Dialog,
  DialogActions,
  focusFault,
  Select,
  TextArea,
  TextField,
} from '#web/ui/kit.ts'
import { blankValues, type Faults, type FormValues, readPayload, toValues } from './values.ts'

type AnnotationsCardProps = {
  videoId: string
  annotations: readonly Annotation[]
  mayAnnotate: boolean
  now: () => number
  onSeek: (seconds: number) => void
}

export function AnnotationsCard({ videoId, annotations, mayAnnotate, now, onSeek }: AnnotationsCardProps) {
  const [draft, setDraft] = useState<AnnotationDraft | null>(null)
  const [doomed, setDoomed] = useState<Annotation | null>(null)
  const remove = useCommand(deleteAnnotation)

  function handleDelete(annotation: Annotation) {
    remove.mutate(
      { params: { videoId, id: annotation.id }, input: {} },
      {
        onSuccess: () => {
          setDoomed(null)
          toast({ title: 'Annotation Deleted', description: 'The annotation has been removed successfully.' })
        },
      },
    )
  }
  return (
    <Card
      title={`Annotations (${annotations.length})`}
      actions={
        mayAnnotate && (
          <Button icon={<Plus className="size-4" />} onClick={() => setDraft({ annotation: null, nowSeconds: now() })}>
            Add Annotation
          </Button>
        )
      }
    >
      {annotations.length === 0 ? (
        <EmptyState title="No annotations yet" hint="Add annotations to mark important moments" />
      ) : (
        <ul className="grid gap-3">
          {annotations.map((annotation) => (
            <li key={annotation.id} className="rounded-card border border-line p-3">
              <div className="flex items-start gap-2">
                <div className="grid min-w-0 flex-1 gap-1">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-medium break-words">{annotation.title}</span>
                    <SeverityMark level={annotation.severity} />
                    {annotation.isAiGenerated && (
                      <Badge tone="info" dashed>
                        AI Generated
                      </Badge>
                    )}
                  </p>
                  <p className="text-sm text-ink-3">
                    <button
                      type="button"
                      onClick={() => onSeek(annotation.startTime)}
                      className="tabular min-h-6 cursor-pointer text-accent-ink hover:underline"
                    >
                      {formatRange(annotation)}
                    </button>
                    {` · ${categoryLabels[annotation.category]} · ${annotation.createdBy}`}
                  </p>
                </div>
                {mayAnnotate && (
                  <>
                    <IconButton
                      label={`Edit ${annotation.title}`}
                      icon={<Pencil className="size-4" />}
                      onClick={() => setDraft({ annotation, nowSeconds: now() })}
                    />
                    <IconButton
                      label={`Delete ${annotation.title}`}
                      icon={<Trash2 className="size-4" />}
                      onClick={() => {
                        remove.reset()
                        setDoomed(annotation)
                      }}
                    />
                  </>
                )}
              </div>
              {annotation.description && (
                <p className="mt-1 break-words whitespace-pre-wrap text-ink-2">{annotation.description}</p>
              )}
              {annotation.tags.length > 0 && (
                <p className="mt-2 flex flex-wrap gap-1">
                  {annotation.tags.map((tag) => (
                    <Badge key={tag} tone="neutral">
                      {tag}
                    </Badge>
                  ))}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <AnnotationDialog videoId={videoId} draft={draft} onClose={() => setDraft(null)} />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={`Delete “${doomed?.title ?? ''}”?`}
        description="The annotation will be deleted for everyone who can see this video."
        confirmLabel="Delete annotation"
        danger
        busy={remove.isPending}
        error={remove.error ? describeError(remove.error) : null}
        onConfirm={() => doomed && handleDelete(doomed)}
      />
    </Card>
  )
}

const formatRange = ({ startTime, endTime }: Annotation): string =>
  endTime === null ? formatDuration(startTime) : `${formatDuration(startTime)} – ${formatDuration(endTime)}`

type AnnotationDraft = { annotation: Annotation | null; nowSeconds: number }

type AnnotationDialogProps = { videoId: string; draft: AnnotationDraft | null; onClose: () => void }

function AnnotationDialog({ videoId, draft, onClose }: AnnotationDialogProps) {
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => !open && onClose()}
      title={draft?.annotation ? 'Edit annotation' : 'Add Annotation'}
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
      <TextField {...bind('tags')} label="Tags" required={false} hint="Separate tags with commas" />
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

const categoryLabels: Record<AnnotationCategory, string> = {
  bias: 'Bias',
  hardship: 'Hardship',
  objection: 'Objection',
  key_statement: 'Key Statement',
  note: 'General Note',
}
