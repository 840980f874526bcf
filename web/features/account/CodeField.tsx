import type { ComponentProps } from 'react'
import { readTwoFactor } from '#contract/account/two-factor.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { TextField } from '#web/ui/kit.ts'

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint'>

/** A code of the app, or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      hint="The six digits of your authenticator app. Without your phone, one of your recovery codes."
      required
    />
  )
}

/** Shows the field if two-factor sign-in is on, or if the server asked for a code before that was known. */
export function ProofCode(props: CodeFieldProps) {
  const { data } = useRead(readTwoFactor, nothingElse)
  return data?.isOn || props.error ? <CodeField {...props} /> : null
}
