import { useSearch } from '@tanstack/react-router'
import { TwoFactorSetup } from '#web/features/account/TwoFactorSetup.tsx'
import { safeNext } from '#web/platform/next.ts'
import { useAccount } from '#web/platform/session.ts'
import { EntryPage } from '#web/shell/PublicPage.tsx'
import { leave } from '#web/shell/shellActions.ts'
import { Button } from '#web/ui/Button.tsx'

/** Where people wait whose firm demands two-factor sign-in and who have not set it up. */
export function TwoFactorDemanded() {
  const { next } = useSearch({ from: '/two-factor' })
  const account = useAccount()
  return (
    <EntryPage
      title="Set Up Two-Factor Sign-In"
      intro={`${account.firmName} asks everybody for a second step at sign-in. Have an authenticator app at hand.`}
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
