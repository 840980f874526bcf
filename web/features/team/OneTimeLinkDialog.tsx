import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OneTimeLink } from '#contract/account/team.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Dialog, DialogActions, TextField } from '#web/ui/kit.ts'

type OneTimeLinkDialogProps = { title: string; link: OneTimeLink; onClose: () => void }

/** The link exists in plain text only here: when the dialog closes, nobody can read it again. */
export function OneTimeLinkDialog({ title, link, onClose }: OneTimeLinkDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'by hand'>('no')

  async function copy() {
    try {
      await navigator.clipboard.writeText(link.url ?? '')
      setCopied('yes')
    } catch {
      // Browsers offer the clipboard on https and localhost only.
      box.current?.select()
      setCopied('by hand')
    }
  }

  if (link.url === null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={title}
        description={`The link was sent to that person by e-mail. It works until ${formatDateTime(link.expiresAt)}.`}
      >
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="This link is shown once. Hand it over in a way that only that person can read."
    >
      <TextField
        ref={box}
        label="One-time link"
        value={link.url}
        readOnly
        hint={`Valid until ${formatDateTime(link.expiresAt)}.`}
        onFocus={(event) => event.target.select()}
      />
      <p aria-live="polite" className="mt-2 min-h-5 text-sm text-ink-2">
        {copied === 'yes' && 'Copied.'}
        {copied === 'by hand' && 'The link is selected: copy it with your keyboard.'}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button
          variant="primary"
          icon={copied === 'yes' ? <Check className="size-4" /> : <Copy className="size-4" />}
          onClick={() => void copy()}
        >
          Copy Link
        </Button>
      </DialogActions>
    </Dialog>
  )
}
