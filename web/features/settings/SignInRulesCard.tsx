import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { InstallationLimits } from '#contract/account/firm-settings.ts'
import { changeFirm, type FirmSettings } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Checkbox, TextField } from '#web/ui/kit.ts'

type SignInRulesProps = { settings: FirmSettings; limits: InstallationLimits; isReadOnly: boolean }

export function SignInRulesCard({ settings, limits, isReadOnly }: SignInRulesProps) {
  const router = useRouter()
  const [required, setRequired] = useState(settings.requireTwoFactor)
  const [hours, setHours] = useState(settings.idleHours === null ? '' : String(settings.idleHours))
  const change = useCommand(changeFirm)
  const fields = change.error instanceof ApiError ? change.error.fields : {}
  return (
    <Card title="Sign-in">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const input = { requireTwoFactor: required, idleHours: hours.trim() === '' ? null : Number(hours) }
          change.mutate(
            { params: {}, input },
            {
              onSuccess() {
                toast({ title: 'Sign-In Rules Saved' })
                // Whoever demands a second step without having one is asked for it now, not at the next refusal.
                void router.invalidate()
              },
            },
          )
        }}
      >
        {Object.keys(fields).length === 0 && <Failure of={change.error} />}
        <Checkbox
          label="Everybody needs two-factor sign-in"
          hint="Whoever has not set it up is asked to, and sees nothing else until then. A passkey counts as well."
          checked={required}
          disabled={isReadOnly}
          onChange={(event) => setRequired(event.target.checked)}
        />
        <TextField
          label="Hours without use after which a sign-in ends"
          inputMode="decimal"
          required={false}
          disabled={isReadOnly}
          hint={`The installation ends it after ${limits.idleHours} hours, and after ${limits.sessionDays} days in any case. A shorter time counts.`}
          value={hours}
          error={fields.idleHours}
          onChange={(event) => setHours(event.target.value)}
        />
        {!isReadOnly && (
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={change.isPending}>
              Save Sign-In Rules
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
