import { useState } from 'react'
import {
  readTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  beginTwoFactor,
  confirmTwoFactor,
} from '#contract/account/two-factor.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { formatDate } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button, Card, Dialog, Skeleton, DialogActions, QrCode, TextField } from '#web/ui/kit.ts'
import { RecoveryCodes } from './SecretText.tsx'
import { PasswordStep, useFirstField } from './proof.tsx'

type Open = 'setup' | 'renew' | 'remove' | null

export function TwoFactorCard() {
  const state = useRead(readTwoFactor, nothingElse)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Two-factor sign-in">
      <Loaded query={state} skeleton={<Skeleton className="h-16" />}>
        {({ isOn, since, recoveryCodesLeft, isRequired }) =>
          isOn ? (
            <div className="grid gap-3">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone="success">On</Badge>
                <span>
                  since {since && formatDate(since)}, with{' '}
                  {recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`} left.
                </span>
              </p>
              {isRequired && <p className="text-sm text-ink-2">Required by your firm.</p>}
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
                {!isRequired && <Button onClick={() => setOpen('remove')}>Turn off</Button>}
              </div>
            </div>
          ) : (
            <div className="grid gap-3">
              <p className="text-ink-2">
                After your password, enter a code from an app on your phone. Your password alone won’t be enough to sign
                in.
              </p>
              <div>
                <Button variant="primary" onClick={() => setOpen('setup')}>
                  Set up two-factor
                </Button>
              </div>
            </div>
          )
        }
      </Loaded>
      <Dialog open={open === 'setup'} onOpenChange={(isOpen) => !isOpen && close()} title="Set up two-factor sign-in">
        <TwoFactorSetup onDone={close} />
      </Dialog>
      <RenewDialog open={open === 'renew'} onClose={close} />
      <Dialog
        open={open === 'remove'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Turn off two-factor sign-in?"
        description="You’ll sign in with only your password. Your recovery codes will stop working."
      >
        <PasswordStep
          endpoint={removeTwoFactor}
          label="Turn off"
          danger
          onCancel={close}
          onDone={() => {
            close()
            toast({ title: 'Two-factor sign-in turned off' })
          }}
        />
      </Dialog>
    </Card>
  )
}

function RenewDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  function close() {
    setCodes(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="New recovery codes"
      {...(!codes && { description: 'Your current codes will stop working.' })}
    >
      {codes ? (
        <>
          <RecoveryCodes codes={codes} />
          <div className="mt-6 flex justify-end">
            <Button variant="primary" onClick={close}>
              I’ve saved them
            </Button>
          </div>
        </>
      ) : (
        <PasswordStep
          endpoint={renewRecoveryCodes}
          label="Create new codes"
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      )}
    </Dialog>
  )
}

type Secret = { secret: string; uri: string }

export function TwoFactorSetup({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <DialogActions>
          <Button variant="primary" onClick={onDone}>
            I’ve saved them
          </Button>
        </DialogActions>
      </>
    )
  }
  if (secret) return <ConfirmApp secret={secret} onDone={setCodes} />
  return <PasswordStep endpoint={beginTwoFactor} label="Continue" onDone={setSecret} />
}

function ConfirmApp({ secret, onDone }: { secret: Secret; onDone: (codes: readonly string[]) => void }) {
  const form = useCommandForm(confirmTwoFactor, {
    defaults: { code: '' },
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const frame = useFirstField()
  return (
    <CommandForm
      form={form}
      ref={frame}
      intro={
        <div className="flex flex-wrap items-start gap-4">
          <QrCode
            text={secret.uri}
            label="QR code for your authenticator app"
            className="size-44 shrink-0 rounded-control border border-line"
          />
          <div className="grid min-w-48 flex-1 gap-2">
            <p>Scan the code with an authenticator app on your phone.</p>
            <p className="text-sm text-ink-2">
              Can’t scan it? Enter this key manually:{' '}
              <code className="font-mono break-all text-ink">{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
          </div>
        </div>
      }
    >
      <TextField
        {...form.field('code')}
        label="App code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits currently shown in the app"
        required
      />
      <DialogActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          Turn on
        </Button>
      </DialogActions>
    </CommandForm>
  )
}
