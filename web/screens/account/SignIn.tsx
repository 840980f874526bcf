import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, demoSignIn, entryOptions, isSecondStep, signIn } from '#contract/account/auth.ts'
import { CodeForm, PasskeyEntry } from '#web/features/account/index.ts'
import {
  CommandForm,
  Failure,
  nothingElse,
  useCommand,
  useCommandForm,
  useCompleteSignIn,
  useRead,
} from '#web/platform/index.ts'
import { aloneLinkClass, Button, ReadNotice, TextField } from '#web/ui/kit.ts'
import { EntryPage } from '#web/shell/index.ts'

export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' })
  const enter = useCompleteSignIn(next)
  const options = useRead(entryOptions, nothingElse)
  const [ticket, setTicket] = useState<string | null>(null)
  const form = useCommandForm(signIn, {
    defaults: { email: '', password: '' },
    onDone: (answer) => (isSecondStep(answer) ? setTicket(answer.ticket) : enter(answer)),
  })

  if (ticket !== null) {
    return (
      <EntryPage title="Enter your code" intro="Your password is correct. One more step.">
        <CodeForm ticket={ticket} onDone={enter} onBack={() => setTicket(null)} />
      </EntryPage>
    )
  }
  return (
    <EntryPage
      title="Sign in"
      footer={
        <>
          <Link to="/reset" className={aloneLinkClass}>
            Forgot your password?
          </Link>
          {options.data?.canSignUp && !options.data.signUpNeedsLink && (
            <Link to="/sign-up" className={aloneLinkClass}>
              Create a firm
            </Link>
          )}
          <Link to="/legal" className={aloneLinkClass}>
            Help and legal
          </Link>
        </>
      }
    >
      <CommandForm form={form}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        <TextField
          {...form.field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          {form.busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </CommandForm>
      <ReadNotice of={options} what="Sign-in options" />
      {options.data && <PasskeyEntry host={options.data.passkeyHost} onDone={enter} />}
      {options.data?.demoEntry && <DemoEntry onDone={enter} />}
    </EntryPage>
  )
}

function DemoEntry({ onDone }: { onDone: (account: Account) => void }) {
  const demo = useCommand(demoSignIn)
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <p className="text-ink-2">This is a local demo with a sample firm and one analyzed voir dire.</p>
      <Failure of={demo.error} />
      <Button wide busy={demo.isPending} onClick={() => demo.mutate(nothingElse, { onSuccess: onDone })}>
        Enter the demo
      </Button>
    </div>
  )
}
