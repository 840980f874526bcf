import { useSearch } from '@tanstack/react-router'
import { readTwoFactor } from '#contract/account/two-factor.ts'
import { TwoFactorSetup } from '#web/features/account/index.ts'
import { nothingElse, safeNext, useAccount, useRead } from '#web/platform/index.ts'
import { EntryPage, leave } from '#web/shell/index.ts'
import { Button } from '#web/ui/kit.ts'

export function TwoFactorDemanded() {
  const { next } = useSearch({ from: '/two-factor' })
  const account = useAccount()
  const twoFactor = useRead(readTwoFactor, nothingElse)
  const intro = twoFactor.data?.wasRemoved
    ? 'An update of Venire removed your second step. Set it up again to continue. Have an authenticator app at hand.'
    : `${account.firmName} asks everybody for a second step at sign-in. Have an authenticator app at hand.`
  return (
    <EntryPage
      title="Set Up Two-Factor Sign-In"
      intro={twoFactor.data ? intro : undefined}
      footer={
        <Button variant="quiet" onClick={() => void leave()}>
          Sign Out
        </Button>
      }
    >
      {/* A fresh page: what was refused until now must not be shown from a cache. */}
      <TwoFactorSetup onDone={() => window.location.assign(safeNext(next, window.location.origin))} />
    </EntryPage>
  )
}
