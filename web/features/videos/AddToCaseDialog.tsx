import { useState } from 'react'
import { listCases } from '#contract/cases.ts'
import { moveVideo, type VideoDetail } from '#contract/videos.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'

type AddToCaseDialogProps = { video: VideoDetail; open: boolean; onClose: () => void }

export function AddToCaseDialog({ video, open, onClose }: AddToCaseDialogProps) {
  const cases = useRead(listCases, { params: {}, input: { limit: 200 } }, { enabled: open })
  const [chosen, setChosen] = useState(video.caseId ?? '')
  const move = useCommand(moveVideo)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Add to Case"
      description="Members of the case will see this video and its analysis."
    >
      <Select
        label="Case"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        placeholder="No case"
        options={(cases.data ?? []).map((each) => ({ value: each.id, label: `${each.title} (${each.caseNumber})` }))}
      />
      {move.error && (
        <div className="mt-3">
          <Failure of={move.error} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={move.isPending}
          disabled={chosen === (video.caseId ?? '')}
          onClick={() =>
            move.mutate({ params: { videoId: video.id }, input: { caseId: chosen || null } }, { onSuccess: onClose })
          }
        >
          {chosen === '' && video.caseId ? 'Take out of the case' : 'Add to Case'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
