import { useSearch } from '@tanstack/react-router'
import { readTwoFactor } from '#contract/account/two-factor.ts'
import { TwoFactorSetup } from '#web/features/account/index.ts'
import { nothingElse, safeNext, useAccount, useRead } from '#web/platform/index.ts'
import { EntryPage, leave } from '#web/shell/index.ts'
import { Button, ReadNotice } from '#web/ui/kit.ts'

export function TwoFactorDemanded() {
  const { next } = useSearch({ from: '/two-factor' })
  const account = useAccount()
  const twoFactor = useRead(readTwoFactor, nothingElse)
  const intro = twoFactor.data?.wasRemoved
    ? 'A Venire update removed your two-factor sign-in. Set it up again to continue. Have an authenticator app ready.'
    : `${account.firmName} requires two-factor sign-in. Have an authenticator app ready.`
  return (
    <EntryPage
      title="Set up two-factor sign-in"
      intro={twoFactor.data ? intro : undefined}
      footer={
        <Button variant="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      }
    >
      <ReadNotice of={twoFactor} what="Two-factor status" />
      <TwoFactorSetup onDone={() => window.location.assign(safeNext(next, window.location.origin))} />
    </EntryPage>
  )
}
