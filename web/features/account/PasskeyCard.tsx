import { useState } from 'react'
import { entryOptions } from '#contract/account/auth.ts'
import {
  listPasskeys,
  type Passkey,
  removePasskey,
  addPasskey,
  beginPasskey,
  renamePasskey,
} from '#contract/account/two-factor.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { nothingElse, useRead, useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { formatAgo, formatDate, describeBrowser } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Dialog, ReadNotice, Skeleton, DialogActions, TextField } from '#web/ui/kit.ts'
import { canUsePasskeys, makePasskey, describePasskeyError } from './PasskeyEntry.tsx'
import { PasswordStep } from './proof.tsx'

export function PasskeyCard() {
  const options = useRead(entryOptions, nothingElse)
  const passkeys = useRead(listPasskeys, nothingElse)
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const host = options.data?.passkeyHost ?? null
  const canAdd = canUsePasskeys(host)

  return (
    <Card title="Passkeys" actions={canAdd && <Button onClick={() => setAdding(true)}>Add passkey</Button>}>
      <p className="mb-3 text-ink-2">
        Sign in with your fingerprint, face, or device PIN instead of a password and code.
      </p>
      <ReadNotice of={options} what="Sign-in options" />
      {options.data && !canAdd && (
        <p className="mb-3 text-ink-2">
          {host === null
            ? 'Passkeys require a domain name and HTTPS. Ask the operator to set PUBLIC_URL.'
            : `Passkeys work only at ${host}. Open Venire there to add one.`}
        </p>
      )}
      <Loaded query={passkeys} skeleton={<Skeleton className="h-12" />}>
        {(all) => (
          <ul className="grid gap-2">
            {all.map((passkey) => (
              <li
                key={passkey.id}
                className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-2"
              >
                <div className="min-w-0">
                  <p className="font-medium break-words">{passkey.name}</p>
                  <p className="text-sm text-ink-3">
                    Added {formatDate(passkey.createdAt)},{' '}
                    {passkey.lastUsedAt ? `last used ${formatAgo(passkey.lastUsedAt)}` : 'not used yet'}
                    {passkey.isSynced && ', synced across your devices'}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button aria-label={`Rename ${passkey.name}`} onClick={() => setRenamed(passkey)}>
                    Rename
                  </Button>
                  <Button aria-label={`Remove ${passkey.name}`} onClick={() => setRemoved(passkey)}>
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      <Dialog
        open={removed !== null}
        onOpenChange={(open) => !open && setRemoved(null)}
        title={`Remove ${removed?.name ?? ''}?`}
        description="This passkey will no longer work. Delete it from your device as well."
      >
        {removed && (
          <PasswordStep
            endpoint={removePasskey}
            params={{ passkeyId: removed.id }}
            label="Remove passkey"
            danger
            onCancel={() => setRemoved(null)}
            onDone={() => setRemoved(null)}
          />
        )}
      </Dialog>
    </Card>
  )
}

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
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
      toast({ title: 'Passkey added', description: `You can now sign in with ${made.name}.` })
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError ? describeError(error) : describePasskeyError(error))
      setBusy(false)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Add passkey">
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
            label="Passkey name"
            hint="For example, the device it’s stored on."
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
            required
          />
          <DialogActions>
            <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ''}>
              Create passkey
            </Button>
          </DialogActions>
        </form>
      ) : (
        <PasswordStep endpoint={beginPasskey} label="Continue" onDone={setChallenge} />
      )}
    </Dialog>
  )
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useCommandForm(renamePasskey, {
    defaults: { name: passkey.name },
    params: { passkeyId: passkey.id },
    onDone: onClose,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Rename ${passkey.name}`}>
      <CommandForm form={form}>
        <TextField {...form.field('name')} label="Passkey name" required />
        <DialogActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
        </DialogActions>
      </CommandForm>
    </Dialog>
  )
}
