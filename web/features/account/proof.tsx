import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import type { z } from 'zod'
import type { Account } from '#contract/account/auth.ts'
import { enterCode, readTwoFactor } from '#contract/account/two-factor.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, DialogActions, TextField } from '#web/ui/kit.ts'

type Proof = { password: string; code?: string | undefined }
type PasswordStepProps<P extends z.ZodType, O extends z.ZodType> = {
  endpoint: Endpoint<P, z.ZodType<Proof, Proof>, O>
  params?: z.input<P>
  label: string
  hint?: string
  danger?: boolean
  onCancel?: () => void
  onDone: (output: z.output<O>) => void
}

export function PasswordStep<P extends z.ZodType, O extends z.ZodType>({
  endpoint,
  params,
  label,
  hint = 'So no one else at your computer can change how you sign in.',
  danger,
  onCancel,
  onDone,
}: PasswordStepProps<P, O>) {
  const form = useCommandForm(endpoint, {
    defaults: { password: '', code: undefined },
    ...(params !== undefined && { params }),
    onDone,
  })
  return (
    <CommandForm form={form}>
      <TextField
        {...form.field('password')}
        label="Your password"
        hint={hint}
        type="password"
        autoComplete="current-password"
        required
      />
      <ProofCode {...form.field('code')} />
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {label}
        </Button>
      </DialogActions>
    </CommandForm>
  )
}

type CodeFormProps = { ticket: string; onDone: (account: Account) => void; onBack: () => void }

export function CodeForm({ ticket, onDone, onBack }: CodeFormProps) {
  const form = useCommandForm(enterCode, { defaults: { ticket, code: '' }, onDone })
  const frame = useFirstField()
  return (
    <CommandForm form={form} ref={frame}>
      <CodeField {...form.field('code')} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {form.busy ? 'Checking…' : 'Continue'}
      </Button>
      <Button wide variant="quiet" onClick={onBack}>
        Start over
      </Button>
    </CommandForm>
  )
}

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint'>

function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      hint="Enter the six digits from your authenticator app, or a recovery code."
      required
    />
  )
}

export function ProofCode(props: CodeFieldProps) {
  const { data } = useRead(readTwoFactor, nothingElse)
  return data?.isOn || props.error ? <CodeField {...props} /> : null
}

export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return form
}
