import { useState } from 'react'
import { type Account, switchFirm } from '#contract/account/auth.ts'
import { leaveFirm } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useAccount, useCompleteSignIn } from '#web/platform/session.ts'
import { Badge, Button, Card, ConfirmDialog } from '#web/ui/kit.ts'

export function FirmsCard() {
  const { firms, firmId } = useAccount()
  const enter = useCompleteSignIn()
  const change = useCommand(switchFirm)
  const leave = useCommand(leaveFirm)
  const [leaving, setLeaving] = useState<Account['firms'][number] | null>(null)
  if (firms.length < 2) return null
  return (
    <Card title="Firms" className="lg:col-span-2">
      <Failure of={change.error} />
      <ul className="grid gap-2">
        {firms.map((firm) => (
          <li
            key={firm.id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-2 last:border-0 last:pb-0"
          >
            <p className="flex min-w-0 flex-wrap items-center gap-2 font-medium break-words">
              {firm.name}
              {firm.id === firmId && <Badge tone="success">Current</Badge>}
            </p>
            {firm.id !== firmId && (
              <div className="flex flex-wrap gap-2">
                <Button
                  aria-label={`Switch to ${firm.name}`}
                  busy={change.isPending && change.variables.input.firmId === firm.id}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ params: {}, input: { firmId: firm.id } }, { onSuccess: enter })}
                >
                  Switch
                </Button>
                <Button
                  aria-label={`Leave ${firm.name}`}
                  onClick={() => {
                    leave.reset()
                    setLeaving(firm)
                  }}
                >
                  Leave firm
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Leave ${leaving?.name ?? ''}?`}
        description="You’ll lose access to this firm and its cases. To come back, you’ll need a new invitation."
        confirmLabel="Leave firm"
        danger
        busy={leave.isPending}
        error={leave.error && describeError(leave.error)}
        onConfirm={() =>
          leaving && leave.mutate({ params: { firmId: leaving.id }, input: {} }, { onSuccess: () => setLeaving(null) })
        }
      />
    </Card>
  )
}
