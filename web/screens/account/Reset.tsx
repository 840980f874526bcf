import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { entryOptions, passwordLimits, requestPasswordReset, resetPassword } from '#contract/account/auth.ts'
import { CommandForm, nothingElse, oneTimeToken, useCommandForm, useRead } from '#web/platform/index.ts'
import { EntryPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, buttonClass, Notice, ReadNotice, TextField } from '#web/ui/kit.ts'

export function Reset() {
  const search = useSearch({ from: '/reset' })
  const token = oneTimeToken(search.token)
  return (
    <EntryPage
      title={token ? 'Set a new password' : 'Forgot your password?'}
      footer={
        <Link to="/sign-in" className={aloneLinkClass}>
          Back to sign-in
        </Link>
      }
    >
      {token ? <NewPassword token={token} /> : <AskForLink wasMangled={search.token !== undefined} />}
    </EntryPage>
  )
}

function AskForLink({ wasMangled }: { wasMangled: boolean }) {
  const options = useRead(entryOptions, nothingElse)
  const [isSent, setSent] = useState(false)
  const form = useCommandForm(requestPasswordReset, { defaults: { email: '' }, onDone: () => setSent(true) })

  if (!options.data) return <ReadNotice of={options} what="Reset options" />
  if (!options.data.canMailLinks) {
    return (
      <div className="grid gap-4">
        {wasMangled && (
          <Notice tone="warning">This link is incomplete. Copy the whole link or request a new one.</Notice>
        )}
        <Notice>
          This installation doesn’t send email. Ask a firm administrator to create a reset link on the Team screen. If
          you’re the only administrator, ask the operator who runs the server.
        </Notice>
      </div>
    )
  }
  if (isSent) return <Notice tone="success">If an account exists for this address, we sent a reset link to it.</Notice>
  return (
    <CommandForm
      form={form}
      intro={wasMangled && <Notice tone="warning">This link is incomplete. You can request a new one.</Notice>}
    >
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {form.busy ? 'Sending…' : 'Send reset link'}
      </Button>
    </CommandForm>
  )
}

function NewPassword({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const form = useCommandForm(resetPassword, { defaults: { token, password: '' }, onDone: () => setDone(true) })

  if (isDone) {
    return (
      <div className="grid gap-4">
        <Notice tone="success">Your password was changed and you were signed out everywhere.</Notice>
        <Link to="/sign-in" className={buttonClass({ variant: 'primary', wide: true })}>
          Sign in
        </Link>
      </div>
    )
  }
  return (
    <CommandForm form={form}>
      <TextField
        {...form.field('password')}
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${passwordLimits.min} characters. Signs you out everywhere.`}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {form.busy ? 'Saving…' : 'Set password'}
      </Button>
    </CommandForm>
  )
}
