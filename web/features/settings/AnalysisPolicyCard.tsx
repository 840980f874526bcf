import type { InstallationLimits } from '#contract/account/firm-settings.ts'
import { changeFirm, type FirmSettings } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Card, Checkbox } from '#web/ui/kit.ts'

type AnalysisPolicyProps = { settings: FirmSettings; limits: InstallationLimits; isReadOnly: boolean }

export function AnalysisPolicyCard({ settings, limits, isReadOnly }: AnalysisPolicyProps) {
  const change = useCommand(changeFirm)
  const isLocal = change.isPending ? change.variables.input.localAnalysisOnly : settings.localAnalysisOnly
  const services = [
    ['Speech recognition', limits.speechService, 'None. Speech is recognized on this machine.'],
    ['Language model second opinion', limits.opinionService, 'None. No second opinions.'],
  ] as const
  return (
    <Card title="Analysis">
      <div className="grid gap-4">
        <Failure of={change.error} />
        <Checkbox
          label="Keep analysis on this machine and its private network"
          hint="Audio and transcripts are never sent to outside services, even if the operator allows it."
          checked={isLocal === true}
          disabled={isReadOnly || change.isPending}
          onChange={(event) =>
            change.mutate(
              { params: {}, input: { localAnalysisOnly: event.target.checked } },
              { onSuccess: () => toast({ title: 'Analysis policy saved' }) },
            )
          }
        />
        <dl className="grid gap-3">
          {services.map(([name, service, without]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0 break-words">
                {service
                  ? `${service.model} at ${service.host} (${
                      service.mayBeRemote ? 'may be outside the private network' : 'private network only'
                    })`
                  : without}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-3">
          The operator configures these services. Second opinions are used only in cases where the lead has turned them
          on.
        </p>
      </div>
    </Card>
  )
}
