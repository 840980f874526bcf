import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptInvitation, isSecondStep, passwordLimits, readInvitation } from '#contract/account/auth.ts'
import { CodeForm } from '#web/features/account/index.ts'
import {
  ApiError,
  CommandForm,
  Loaded,
  oneTimeToken,
  useCommandForm,
  useCompleteSignIn,
  useRead,
} from '#web/platform/index.ts'
import { EntryPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, Notice, Skeleton, TextField } from '#web/ui/kit.ts'

export function Invitation() {
  const search = useSearch({ from: '/invitation' })
  const token = oneTimeToken(search.token)
  const read = useRead(readInvitation, { params: {}, input: { token: token ?? '' } }, { enabled: token !== undefined })
  const { data } = read
  return (
    <EntryPage
      title="Join your firm"
      {...(data && {
        intro: `${data.invitedBy ?? 'An administrator'} invited you to join ${data.firmName}. Enter your name and choose a password.`,
      })}
      footer={
        <Link to="/sign-in" className={aloneLinkClass}>
          I already have an account
        </Link>
      }
    >
      {isGone(read.error) && !data ? (
        <Notice tone="warning">
          This invitation was already used or has expired. Ask the administrator who invited you for a new one.
        </Notice>
      ) : token ? (
        <Loaded query={read} skeleton={<Skeleton className="h-48" />}>
          {() => <AcceptForm token={token} />}
        </Loaded>
      ) : (
        <Notice tone="warning">
          This invitation link is incomplete. Copy the whole link, or ask the administrator who invited you for a new
          one.
        </Notice>
      )}
    </EntryPage>
  )
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 410

function AcceptForm({ token }: { token: string }) {
  const enter = useCompleteSignIn()
  const navigate = useNavigate()
  const [ticket, setTicket] = useState<string | null>(null)
  const form = useCommandForm(acceptInvitation, {
    defaults: { token, name: '', password: '' },
    onDone: (answer) => (isSecondStep(answer) ? setTicket(answer.ticket) : enter(answer)),
  })
  // At this point, the invitation has been used, so Back leads to sign-in.
  if (ticket !== null)
    return <CodeForm ticket={ticket} onDone={enter} onBack={() => void navigate({ to: '/sign-in' })} />
  return (
    <CommandForm form={form}>
      <TextField {...form.field('name')} label="Your name" autoComplete="name" required />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${passwordLimits.min} characters. A sentence is easy to remember.`}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {form.busy ? 'Joining…' : 'Join'}
      </Button>
    </CommandForm>
  )
}
