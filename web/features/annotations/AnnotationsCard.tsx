import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Annotation, deleteAnnotation } from '#contract/findings/annotations.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDuration } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button, Card, ConfirmDialog, EmptyState, IconButton, SeverityMark } from '#web/ui/kit.ts'
import { AnnotationDialog, type AnnotationDraft } from './AnnotationDialog.tsx'
import { categoryLabels } from './labels.ts'

type AnnotationsCardProps = {
  videoId: string
  annotations: readonly Annotation[]
  mayAnnotate: boolean
  /** Where the player is, for a new annotation. */
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
        title={`Delete "${doomed?.title ?? ''}"?`}
        description="The annotation is removed for everybody who sees this video."
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
