import { Link, useSearch } from '@tanstack/react-router'
import { confirmEmail } from '#contract/account/profile.ts'
import { Failure, oneTimeToken, useCommand } from '#web/platform/index.ts'
import { EntryPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, buttonClass, Notice } from '#web/ui/kit.ts'

/** Requires a click because mail filters open links, and this one works only once. */
export function ConfirmEmail() {
  const token = oneTimeToken(useSearch({ from: '/confirm-email' }).token)
  const confirm = useCommand(confirmEmail)
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
        <Failure of={confirm.error} />
        {confirm.data ? (
          <>
            <Notice tone="success" alert>
              Use {confirm.data.email} to sign in from now on.
            </Notice>
            <Link to="/dashboard" className={buttonClass({ variant: 'primary', wide: true })}>
              Continue
            </Link>
          </>
        ) : token === undefined ? (
          <Notice tone="warning">This link is incomplete. Copy the whole link, or request the change again.</Notice>
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
