import { Check, NotebookPen } from 'lucide-react'
import { type Annotation, keepFinding } from '#contract/findings/annotations.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/kit.ts'

type KeepButtonProps = { videoId: string; findingId: string; annotations: readonly Annotation[] }

export function KeepButton({ videoId, findingId, annotations }: KeepButtonProps) {
  const keep = useCommand(keepFinding)
  if (annotations.some((each) => each.findingId === findingId)) {
    return (
      <span className="inline-flex min-h-8 items-center gap-1 px-2 text-sm text-ink-2">
        <Check className="size-4" aria-hidden="true" />
        Saved as annotation
      </span>
    )
  }
  return (
    <Button
      variant="quiet"
      icon={<NotebookPen className="size-4" />}
      busy={keep.isPending}
      onClick={() =>
        keep.mutate(
          { params: { videoId, findingId }, input: {} },
          {
            onSuccess: () =>
              toast({ title: 'Annotation Created', description: 'The annotation has been added successfully.' }),
            onError: (error) =>
              toast({ title: 'Couldn’t add annotation', description: describeError(error), variant: 'destructive' }),
          },
        )
      }
    >
      Save as annotation
    </Button>
  )
}
