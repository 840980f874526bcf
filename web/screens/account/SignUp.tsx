import { Link, useSearch } from '@tanstack/react-router'
import { entryOptions, passwordLimits, signUp } from '#contract/account/auth.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { CommandForm, Loaded, oneTimeToken, useCommandForm, useCompleteSignIn, useRead } from '#web/platform/index.ts'
import { EntryPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, Notice, Skeleton, TextField } from '#web/ui/kit.ts'

export function SignUp() {
  const search = useSearch({ from: '/sign-up' })
  const token = oneTimeToken(search.token)
  const options = useRead(entryOptions, { params: {}, input: token ? { token } : {} })
  return (
    <EntryPage
      title="Create your firm"
      intro={`You’ll be its first administrator and can invite your team.${
        options.data?.canSignUp && options.data.trialDays ? ` Free for ${options.data.trialDays} days.` : ''
      }`}
      footer={
        <Link to="/sign-in" className={aloneLinkClass}>
          Sign in instead
        </Link>
      }
    >
      <Loaded query={options} skeleton={<Skeleton className="h-64" />}>
        {({ canSignUp, signUpNeedsLink }) =>
          canSignUp ? (
            <SignUpForm token={token} />
          ) : (
            <SignUpClosed hasLink={Boolean(search.token)} needsLink={signUpNeedsLink} />
          )
        }
      </Loaded>
    </EntryPage>
  )
}

function SignUpClosed({ hasLink, needsLink }: { hasLink: boolean; needsLink: boolean }) {
  if (hasLink) {
    return (
      <Notice tone="warning">
        This link has expired or was already used. Ask the operator of this installation for a new one.
      </Notice>
    )
  }
  return (
    <div className="grid gap-3">
      <Notice>
        {needsLink
          ? 'Creating a firm here requires a one-time link. Ask the operator of this installation for one, created with ./venire firm-link.'
          : 'New firms can’t be created here.'}
      </Notice>
      <p className="text-ink-2">
        Is your firm already using this installation? Ask one of its administrators for an invitation.
      </p>
    </div>
  )
}

/** Omits time zones that the server wouldn't accept so that they don't block signing up. */
function findZone(): { timeZone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? { timeZone } : {}
}

function SignUpForm({ token }: { token: string | undefined }) {
  const form = useCommandForm(signUp, {
    defaults: { firmName: '', name: '', email: '', password: '', ...(token && { token }), ...findZone() },
    onDone: useCompleteSignIn(),
  })
  return (
    <CommandForm form={form}>
      <TextField {...form.field('firmName')} label="Firm" autoComplete="organization" required />
      <TextField {...form.field('name')} label="Your name" autoComplete="name" required />
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${passwordLimits.min} characters. A sentence is easy to remember.`}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {form.busy ? 'Creating…' : 'Create firm'}
      </Button>
    </CommandForm>
  )
}
