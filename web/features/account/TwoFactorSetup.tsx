import { useState } from 'react'
import { beginTwoFactor, confirmTwoFactor } from '#contract/account/two-factor.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, DialogActions, QrCode, TextField } from '#web/ui/kit.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useFirstField } from './useFirstField.ts'

type Secret = { secret: string; uri: string }

/** Password, app, recovery codes: three steps that end with `onDone`. */
export function TwoFactorSetup({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <DialogActions>
          <Button variant="primary" onClick={onDone}>
            I Have Kept Them
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
              If you cannot scan it, enter this key by hand:{' '}
              <code className="font-mono break-all text-ink">{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
          </div>
        </div>
      }
    >
      <TextField
        {...form.field('code')}
        label="Code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits that the app shows now."
        required
      />
      <DialogActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          Switch On
        </Button>
      </DialogActions>
    </CommandForm>
  )
}
