import { type FormEvent, useState } from 'react'
import type { ExportPolicy } from '#contract/export-policy.ts'
import { type Export, rerunExport } from '#contract/exports.ts'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { expiryChoices, firstExpiry, hoursOf } from './expiry.ts'
import { lockWords } from './exportWords.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSend } from './useSend.ts'

type RerunDialogProps = { item: Export; policy: ExportPolicy; onClose: () => void }

export function RerunDialog({ item, policy, onClose }: RerunDialogProps) {
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState(() => firstExpiry(policy))
  const { send, faults, busy } = useSend(rerunExport, ['password', 'expiresInHours'], () => {
    onClose()
    toast({ title: 'Making Export', description: item.title })
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    send({
      params: { exportId: item.id },
      input: { ...(password !== '' && { password }), expiresInHours: hoursOf(expiry) },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make “${item.title}” again?`}
      description="With the same choices, from what the case holds now. The earlier file stays as it is."
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PasswordField
          value={password}
          required={item.hasPassword || policy.passwordRequired}
          hint={`${item.hasPassword ? 'The earlier one was not kept. ' : ''}${lockWords[item.type]}`}
          error={faults.fields.password}
          onChange={setPassword}
        />
        <Select
          label="Delete the file after"
          value={expiry}
          options={expiryChoices(policy, { never: true })}
          error={faults.fields.expiresInHours}
          onChange={(event) => setExpiry(event.target.value)}
        />
        {faults.other !== null && (
          <Notice tone="danger" alert>
            {faults.other}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Make again
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
