import { changePassword, passwordLimits } from '#contract/account/auth.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Checkbox, TextField } from '#web/ui/kit.ts'
import { ProofCode } from './proof.tsx'

export function PasswordCard() {
  const form = useCommandForm(changePassword, {
    defaults: { current: '', code: undefined, password: '', endOthers: true },
    onDone() {
      form.reset()
      toast({ title: 'Password changed' })
    },
  })
  const { error: _none, ...endOthers } = form.field('endOthers')
  return (
    <Card title="Password">
      <CommandForm form={form}>
        <TextField
          {...form.field('current')}
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <ProofCode {...form.field('code')} />
        <TextField
          {...form.field('password')}
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${passwordLimits.min} characters. A sentence is easy to remember.`}
          required
        />
        <Checkbox
          {...endOthers}
          label="Sign out everywhere else"
          hint="API tokens keep working until you revoke them."
        />
        <div className="flex justify-end">
          <Button type="submit" busy={form.busy}>
            Change password
          </Button>
        </div>
      </CommandForm>
    </Card>
  )
}
