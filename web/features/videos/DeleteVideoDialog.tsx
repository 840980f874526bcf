import { deleteVideo, restoreVideo } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { useRestoreTime } from '#web/platform/session.ts'
import { toast } from '#web/platform/toast.ts'
import { ConfirmDialog } from '#web/ui/kit.ts'

type DeleteVideoDialogProps = {
  video: { id: string; filename: string } | null
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const remove = useCommand(deleteVideo)
  const restore = useCommand(restoreVideo)
  const restoreTime = useRestoreTime()

  function handleConfirm() {
    if (!video) return
    const args = { params: { videoId: video.id }, input: {} }
    const undo = () =>
      restore.mutate(args, {
        onError: (error) =>
          toast({ title: 'Couldn’t restore video', description: describeError(error), variant: 'destructive' }),
      })
    // The screen may unmount before the response arrives, so component callbacks aren't reliable.
    remove.mutateAsync(args).then(
      () => {
        toast({
          title: 'Video Deleted',
          description: 'The video has been successfully removed.',
          ...(restoreTime !== null && {
            action: { label: 'Undo', altText: `Restore ${video.filename}`, onAction: undo },
          }),
        })
        onClose()
        return onDeleted?.()
      },
      () => {}, // The dialog shows the error.
    )
  }
  return (
    <ConfirmDialog
      open={video !== null}
      onOpenChange={(open) => {
        if (open) return
        remove.reset()
        onClose()
      }}
      title={`Delete ${video?.filename ?? 'video'}?`}
      description={`It disappears from every list immediately and its analysis stops. ${restoreTime === null ? 'The file is destroyed and can’t be restored.' : `The file is kept for ${restoreTime} in case you need it, then destroyed.`}`}
      confirmLabel="Delete video"
      danger
      busy={remove.isPending}
      errorTitle="Delete failed"
      error={remove.error ? describeError(remove.error) : null}
      onConfirm={handleConfirm}
    />
  )
}
