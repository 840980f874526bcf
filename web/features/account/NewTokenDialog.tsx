import { useState } from 'react'
import { createToken, tokenLimits, type TokenScope } from '#contract/account/tokens.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useAccount } from '#web/platform/session.ts'
import { Button, Checkbox, Dialog, DialogActions, Select, TextField } from '#web/ui/kit.ts'
import { ProofCode } from './CodeField.tsx'
import { SecretText } from './SecretText.tsx'

const scopes: readonly { scope: TokenScope; label: string; hint: string }[] = [
  { scope: 'read', label: 'Read', hint: 'Everything you may see.' },
  { scope: 'write', label: 'Change', hint: 'Everything you may change in cases, sessions and videos.' },
  {
    scope: 'administer',
    label: 'Administer',
    hint: 'What takes an administrator or the operator, as far as you are one.',
  },
]
const days = [7, 30, tokenLimits.defaultDays, tokenLimits.maxDays]

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const create = useCommand(createToken)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly TokenScope[]>(['read'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [lasting, setLasting] = useState(String(tokenLimits.defaultDays))
  const fields = create.error instanceof ApiError ? create.error.fields : {}
  const offered = scopes.filter(
    ({ scope }) => scope !== 'administer' || account.role === 'administrator' || account.isOperator,
  )

  if (create.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Token for ${create.data.record.name}`}
        description="It is shown this once. Whoever has it can do what you allowed it."
      >
        <SecretText
          label="API token"
          text={create.data.token}
          rows={2}
          hint="Sent with each call as the header Authorization: Bearer …"
        />
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            I Have Kept It
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New API Token">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const proof = { password, ...(code !== '' && { code }) }
          const input = { name, scopes: [...chosen], days: lasting === '' ? null : Number(lasting), ...proof }
          create.mutate({ params: {}, input })
        }}
      >
        {Object.keys(fields).length === 0 && <Failure of={create.error} />}
        <TextField
          label="What it is for"
          value={name}
          maxLength={tokenLimits.name}
          error={fields.name}
          onChange={(event) => setName(event.target.value)}
          required
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">What it may do</legend>
          {offered.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              label={label}
              hint={hint}
              checked={chosen.includes(scope)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
              }
            />
          ))}
          {fields.scopes && (
            <p role="alert" className="text-sm text-danger-fg">
              {fields.scopes}
            </p>
          )}
        </fieldset>
        <Select
          label="How long"
          value={lasting}
          placeholder="Until it is revoked"
          options={days.map((count) => ({ value: String(count), label: `${count} days` }))}
          onChange={(event) => setLasting(event.target.value)}
        />
        <TextField
          label="Your password"
          hint="So nobody else at your computer can create a token."
          type="password"
          autoComplete="current-password"
          value={password}
          error={fields.password}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
        <ProofCode value={code} error={fields.code} onChange={(event) => setCode(event.target.value)} />
        <DialogActions>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Make Token
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
