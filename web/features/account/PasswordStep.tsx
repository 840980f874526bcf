import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, DialogActions, TextField } from '#web/ui/kit.ts'
import { ProofCode } from './CodeField.tsx'

type Proof = { password: string; code?: string | undefined }
type PasswordStepProps<P extends z.ZodType, O extends z.ZodType> = {
  endpoint: Endpoint<P, z.ZodType<Proof, Proof>, O>
  /** Path parameters of the endpoint; none without. */
  params?: z.input<P>
  label: string
  danger?: boolean
  onDone: (output: z.output<O>) => void
}

/** Asks for the password again, and for a code if two-factor sign-in is on, before something that opens or closes a way in. */
export function PasswordStep<P extends z.ZodType, O extends z.ZodType>({
  endpoint,
  params,
  label,
  danger,
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
        hint="So nobody else at your computer can change how you sign in."
        type="password"
        autoComplete="current-password"
        required
      />
      <ProofCode {...form.field('code')} />
      <DialogActions>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {label}
        </Button>
      </DialogActions>
    </CommandForm>
  )
}
