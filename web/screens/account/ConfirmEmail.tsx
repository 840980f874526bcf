import { Link, useSearch } from '@tanstack/react-router'
import { confirmEmail } from '#contract/account/profile.ts'
import { Failure, oneTimeToken, useCommand } from '#web/platform/index.ts'
import { EntryPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, buttonClass, Notice } from '#web/ui/kit.ts'

/** The end of the link in a letter. Pressed, not opened: filters of mail open every link, and this one works once. */
export function ConfirmEmail() {
  const token = oneTimeToken(useSearch({ from: '/confirm-email' }).token)
  const confirm = useCommand(confirmEmail)
  return (
    <EntryPage
      title="Confirm Your Address"
      footer={
        !confirm.data && (
          <Link to="/profile" className={aloneLinkClass}>
            Open my profile
          </Link>
        )
      }
    >
      <div className="grid gap-4">
        <Failure of={confirm.error} />
        {confirm.data ? (
          <>
            <Notice tone="success" alert>
              From now on you sign in as {confirm.data.email}.
            </Notice>
            <Link to="/dashboard" className={buttonClass({ variant: 'primary', wide: true })}>
              Continue
            </Link>
          </>
        ) : token === undefined ? (
          <Notice tone="warning">
            This link is incomplete. Copy the whole link, or change your address once more.
          </Notice>
        ) : (
          <Button
            variant="primary"
            wide
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ params: {}, input: { token } })}
          >
            Confirm Address
          </Button>
        )}
      </div>
    </EntryPage>
  )
}
