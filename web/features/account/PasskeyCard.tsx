import { useState } from 'react'
import { entryOptions } from '#contract/account/auth.ts'
import { listPasskeys, type Passkey, removePasskey } from '#contract/account/two-factor.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { formatAgo, formatDate } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Card, Dialog, ReadNotice, Skeleton } from '#web/ui/kit.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { PasswordStep } from './PasswordStep.tsx'

export function PasskeyCard() {
  const options = useRead(entryOptions, nothingElse)
  const passkeys = useRead(listPasskeys, nothingElse)
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const host = options.data?.passkeyHost ?? null
  const canAdd = canUsePasskeys(host)

  return (
    <Card title="Passkeys" actions={canAdd && <Button onClick={() => setAdding(true)}>Add a Passkey</Button>}>
      <p className="mb-3 text-ink-2">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without password or code.
      </p>
      <ReadNotice of={options} what="Sign-in options" />
      {options.data && !canAdd && (
        <p className="mb-3 text-ink-2">
          {host === null
            ? 'This installation is reached by a number or without https, and passkeys need a name. Its operator sets one as PUBLIC_URL.'
            : `Passkeys of this installation work at ${host}. Open it there to add one.`}
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
                    {passkey.isSynced && ', kept on all your devices'}
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
        description="This passkey no longer signs you in. Delete it on the device as well."
      >
        {removed && (
          <PasswordStep
            endpoint={removePasskey}
            params={{ passkeyId: removed.id }}
            label="Remove Passkey"
            danger
            onDone={() => setRemoved(null)}
          />
        )}
      </Dialog>
    </Card>
  )
}
