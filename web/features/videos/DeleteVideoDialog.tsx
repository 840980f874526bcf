import { deleteVideo, restoreVideo } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { ConfirmDialog } from '#web/ui/kit.ts'

type DeleteVideoDialogProps = {
  video: { id: string; filename: string } | null
  onClose: () => void
  onDeleted?: () => void
}

/** Deleting stops the work on the video; it can be taken back from the toast, and by a lead for 30 days. */
export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const remove = useCommand(deleteVideo)
  const restore = useCommand(restoreVideo)

  function handleConfirm() {
    if (!video) return
    const args = { params: { videoId: video.id }, input: {} }
    const undo = () =>
      restore.mutate(args, {
        onError: (error) => toast({ title: 'Undo Failed', description: describeError(error), variant: 'destructive' }),
      })
    // The live stream may take this screen away before the answer is here: the rest must not hang on the component.
    remove.mutateAsync(args).then(
      () => {
        toast({
          title: 'Video Deleted',
          description: 'The video has been successfully removed.',
          action: { label: 'Undo', altText: `Restore ${video.filename}`, onAction: undo },
        })
        onClose()
        return onDeleted?.()
      },
      () => {}, // shown in the dialog
    )
  }
  return (
    <ConfirmDialog
      open={video !== null}
      onOpenChange={(open) => {
        if (open) return
        // Why one could not be deleted must not stand under the name of the next.
        remove.reset()
        onClose()
      }}
      title={`Delete ${video?.filename ?? 'video'}?`}
      description="It leaves every list at once, and work on it stops. The file is kept for 30 days in case it is needed back, then destroyed."
      confirmLabel="Delete video"
      danger
      busy={remove.isPending}
      errorTitle="Delete failed"
      error={remove.error ? describeError(remove.error) : null}
      onConfirm={handleConfirm}
    />
  )
}
