import { useState } from 'react'
import { addPasskey, beginPasskey, type Passkey, renamePasskey } from '#contract/account/two-factor.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, TextField } from '#web/ui/kit.ts'
import { describeBrowser } from '#web/platform/format.ts'
import { makePasskey, passkeySentence } from './passkeys.ts'
import { PasswordStep } from './PasswordStep.tsx'

/** Password first, then a name, then the browser's own window. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useCommand(addPasskey)
  const [challenge, setChallenge] = useState<{ ticket: string; options: Record<string, unknown> } | null>(null)
  const [name, setName] = useState(() => describeBrowser(navigator.userAgent))
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function make({ ticket, options }: NonNullable<typeof challenge>) {
    setFailure(null)
    setBusy(true)
    try {
      const credential = await makePasskey(options)
      const input = { ticket, name, credential: { ...credential } as never }
      const made = await add.mutateAsync({ params: {}, input })
      toast({ title: 'Passkey Added', description: `${made.name} signs you in from now on.` })
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError ? describeError(error) : passkeySentence(error))
      setBusy(false)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Add a Passkey">
      {challenge ? (
        <form
          className="grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void make(challenge)
          }}
        >
          <Failure of={failure} />
          <TextField
            label="Name of the passkey"
            hint="So that you know it in the list: the device it lies on."
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
            required
          />
          <DialogActions>
            <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ''}>
              Make the Passkey
            </Button>
          </DialogActions>
        </form>
      ) : (
        <PasswordStep endpoint={beginPasskey} label="Continue" onDone={setChallenge} />
      )}
    </Dialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useCommandForm(renamePasskey, {
    defaults: { name: passkey.name },
    params: { passkeyId: passkey.id },
    onDone: onClose,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Rename ${passkey.name}`}>
      <CommandForm form={form}>
        <TextField {...form.field('name')} label="Name of the passkey" required />
        <DialogActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
        </DialogActions>
      </CommandForm>
    </Dialog>
  )
}
