import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readAccount, resendConfirmation } from '#contract/account/auth.ts'
import { Failure, nothingElse, safeNext, useAccount, useCommand, useRead } from '#web/platform/index.ts'
import { EntryPage, leave } from '#web/shell/index.ts'
import { Button, Notice } from '#web/ui/kit.ts'

const pollMs = 5000

export function ConfirmSignUp() {
  const { next } = useSearch({ from: '/confirm-sign-up' })
  const { email, mustConfirmEmail } = useAccount()
  // The link usually opens in another tab.
  useRead(readAccount, nothingElse, { pollMs })
  const resend = useCommand(resendConfirmation)
  useEffect(() => {
    if (!mustConfirmEmail) window.location.assign(safeNext(next, window.location.origin))
  }, [mustConfirmEmail, next])
  return (
    <EntryPage
      title="Confirm your email"
      intro={
        <p className="break-words">
          We sent a link to <strong>{email}</strong>. Open it in this browser to continue.
        </p>
      }
      footer={
        <Button variant="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      }
    >
      <div className="grid gap-4">
        <Failure of={resend.error} />
        {resend.isSuccess && (
          <Notice tone="success" alert>
            We sent a new link. Earlier ones no longer work.
          </Notice>
        )}
        <Button wide busy={resend.isPending} onClick={() => resend.mutate(nothingElse)}>
          Send again
        </Button>
        <p className="text-sm text-ink-2">Wrong address? Sign out, then sign up again.</p>
      </div>
    </EntryPage>
  )
}
