import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { InstallationLimits } from '#contract/account/firm-settings.ts'
import { changeFirm, type FirmSettings } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Checkbox, TextField } from '#web/ui/kit.ts'
import { ProofCode } from './proof.tsx'

type SignInRulesProps = { settings: FirmSettings; limits: InstallationLimits; isReadOnly: boolean }

export function SignInRulesCard({ settings, limits, isReadOnly }: SignInRulesProps) {
  const router = useRouter()
  const [required, setRequired] = useState(settings.requireTwoFactor)
  const [proof, setProof] = useState({ password: '', code: '' })
  const [hours, setHours] = useState(settings.idleHours === null ? '' : String(settings.idleHours))
  const change = useCommand(changeFirm)
  const isTurningOff = settings.requireTwoFactor && !required
  const fields = change.error instanceof ApiError ? change.error.fields : {}
  return (
    <Card title="Sign-in">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { password, code } = proof
          const rule = isTurningOff
            ? { requireTwoFactor: false, password, ...(code && { code }) }
            : required && { requireTwoFactor: true }
          const input = { ...rule, idleHours: hours.trim() === '' ? null : Number(hours) }
          change.mutate(
            { params: {}, input },
            {
              onSuccess() {
                setProof({ password: '', code: '' })
                toast({ title: 'Sign-in rules saved' })
                // Redirects administrators who must now set up two-factor authentication.
                void router.invalidate()
              },
            },
          )
        }}
      >
        {Object.keys(fields).length === 0 && <Failure of={change.error} />}
        <Checkbox
          label="Require two-factor sign-in for everyone"
          hint="Members without it must set it up before they can continue. A passkey meets this requirement."
          checked={required}
          disabled={isReadOnly}
          onChange={(event) => setRequired(event.target.checked)}
        />
        {isTurningOff && (
          <>
            <TextField
              label="Your password"
              hint="Required to turn off two-factor sign-in for everyone."
              type="password"
              autoComplete="current-password"
              required
              value={proof.password}
              error={fields.password}
              onChange={(event) => setProof({ ...proof, password: event.target.value })}
            />
            <ProofCode
              value={proof.code}
              error={fields.code}
              onChange={(event) => setProof({ ...proof, code: event.target.value })}
            />
          </>
        )}
        <TextField
          label="Sign out after inactivity (hours)"
          inputMode="decimal"
          required={false}
          disabled={isReadOnly}
          hint={`The installation’s limits are ${limits.idleHours} hours of inactivity and ${limits.sessionDays} days in total. You can set a shorter limit for inactivity.`}
          value={hours}
          error={fields.idleHours}
          onChange={(event) => setHours(event.target.value)}
        />
        {!isReadOnly && (
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={change.isPending}>
              Save sign-in rules
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
