import { useState } from 'react'
import { type Export, revokeExport } from '#contract/exports/exports.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, TextField } from '#web/ui/kit.ts'

/** As long as the contract lets a reason be. */
const reasonChars = 500

export function RevokeDialog({ item, onClose }: { item: Export; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const revoke = useCommand(revokeExport)
  const run = () =>
    revoke.mutate(
      { params: { exportId: item.id }, input: { reason } },
      {
        onSuccess: () => {
          onClose()
          toast({ title: 'Export Revoked', description: `${item.title} and its links work no more.` })
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${item.title}”?`}
      description="The file is destroyed and every link to it closes at once. This cannot be taken back. Copies that were downloaded stay where they are."
    >
      <TextField
        label="Reason"
        required={false}
        maxLength={reasonChars}
        value={reason}
        hint="Kept in the activity of the case."
        onChange={(event) => setReason(event.target.value)}
      />
      {revoke.error && (
        <div className="mt-3">
          <Failure of={revoke.error} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button variant="danger" busy={revoke.isPending} onClick={run}>
          Revoke and delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}
