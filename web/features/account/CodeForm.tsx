import type { Account } from '#contract/account/auth.ts'
import { enterCode } from '#contract/account/two-factor.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button } from '#web/ui/kit.ts'
import { CodeField } from './CodeField.tsx'
import { useFirstField } from './useFirstField.ts'

type CodeFormProps = { ticket: string; onDone: (account: Account) => void; onBack: () => void }

/** The second step of a sign-in. A ticket that has run out sends the person back to the first. */
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
        Start again
      </Button>
    </CommandForm>
  )
}
