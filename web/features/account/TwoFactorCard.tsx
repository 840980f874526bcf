import { useState } from 'react'
import { readTwoFactor, removeTwoFactor, renewRecoveryCodes } from '#contract/account/two-factor.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button, Card, Dialog, Skeleton } from '#web/ui/kit.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

type Open = 'set up' | 'renew' | 'remove' | null

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
              {isRequired && <p className="text-sm text-ink-2">Your firm demands it, so it stays on.</p>}
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setOpen('renew')}>New Recovery Codes</Button>
                {!isRequired && <Button onClick={() => setOpen('remove')}>Switch Off</Button>}
              </div>
            </div>
          ) : (
            <div className="grid gap-3">
              <p className="text-ink-2">
                After your password, an app on your phone shows a code. Who learns your password cannot sign in with it.
              </p>
              <div>
                <Button variant="primary" onClick={() => setOpen('set up')}>
                  Set Up Two-Factor
                </Button>
              </div>
            </div>
          )
        }
      </Loaded>
      <Dialog open={open === 'set up'} onOpenChange={(isOpen) => !isOpen && close()} title="Set Up Two-Factor Sign-In">
        <TwoFactorSetup onDone={close} />
      </Dialog>
      <RenewDialog open={open === 'renew'} onClose={close} />
      <Dialog
        open={open === 'remove'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Switch Two-Factor Sign-In Off?"
        description="From then on your password alone signs you in. The recovery codes are worth nothing."
      >
        <PasswordStep
          endpoint={removeTwoFactor}
          label="Switch Off"
          danger
          onDone={() => {
            close()
            toast({ title: 'Two-Factor Sign-In Is Off' })
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
      title="New Recovery Codes"
      {...(!codes && { description: 'The codes you have now are worth nothing afterwards.' })}
    >
      {codes ? (
        <>
          <RecoveryCodes codes={codes} />
          <div className="mt-6 flex justify-end">
            <Button variant="primary" onClick={close}>
              I Have Kept Them
            </Button>
          </div>
        </>
      ) : (
        <PasswordStep
          endpoint={renewRecoveryCodes}
          label="Make New Codes"
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      )}
    </Dialog>
  )
}
