import { Link, useSearch } from '@tanstack/react-router'
import { confirmEmail } from '#contract/account/profile.ts'
import { ApiError, Failure, oneTimeToken, useCommand } from '#web/platform/index.ts'
import { EntryPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, buttonClass, Notice } from '#web/ui/kit.ts'

/** Requires a click because mail filters open links, and this one works only once. */
export function ConfirmEmail() {
  const token = oneTimeToken(useSearch({ from: '/confirm-email' }).token)
  const confirm = useCommand(confirmEmail)
  const isGone = confirm.error instanceof ApiError && confirm.error.status === 410
  return (
    <EntryPage
      title="Confirm your email"
      footer={
        !confirm.data && (
          <Link to="/profile" className={aloneLinkClass}>
            Open profile
          </Link>
        )
      }
    >
      <div className="grid gap-4">
        <Failure of={isGone ? null : confirm.error} />
        {confirm.data ? (
          <>
            <Notice tone="success" alert>
              Use {confirm.data.email} to sign in from now on.
            </Notice>
            <Link to="/dashboard" className={buttonClass({ variant: 'primary', wide: true })}>
              Continue
            </Link>
          </>
        ) : isGone ? (
          <Notice tone="warning" alert>
            This link was already used or has expired. Request a new one.
          </Notice>
        ) : token === undefined ? (
          <Notice tone="warning">This link is incomplete. Copy the whole link or request a new one.</Notice>
        ) : (
          <Button
            variant="primary"
            wide
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ params: {}, input: { token } })}
          >
            Confirm
          </Button>
        )}
      </div>
    </EntryPage>
  )
}
