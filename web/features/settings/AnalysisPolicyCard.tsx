import type { InstallationLimits } from '#contract/account/firm-settings.ts'
import { changeFirm, type FirmSettings } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Card, Checkbox } from '#web/ui/kit.ts'

type AnalysisPolicyProps = { settings: FirmSettings; limits: InstallationLimits; isReadOnly: boolean }

/** Where sound and text of the firm's videos may go. The operator configures the services; the firm may say no. */
export function AnalysisPolicyCard({ settings, limits, isReadOnly }: AnalysisPolicyProps) {
  const change = useCommand(changeFirm)
  const isLocal = change.isPending ? change.variables.input.localAnalysisOnly : settings.localAnalysisOnly
  const services = [
    ['Speech recognition', limits.speechService, 'No service: speech is recognised on this machine'],
    ['Second opinion of a language model', limits.opinionService, 'No service: no second opinions are asked'],
  ] as const
  return (
    <Card title="Analysis">
      <div className="grid gap-4">
        <Failure of={change.error} />
        <Checkbox
          label="Keep the analysis on this machine and its private network"
          hint="Then neither sound nor transcripts of your videos go to a service outside, whatever the operator allows."
          checked={isLocal === true}
          disabled={isReadOnly || change.isPending}
          onChange={(event) =>
            change.mutate(
              { params: {}, input: { localAnalysisOnly: event.target.checked } },
              { onSuccess: () => toast({ title: 'Analysis Policy Saved' }) },
            )
          }
        />
        <dl className="grid gap-3">
          {services.map(([name, service, without]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0 break-words">
                {service
                  ? `${service.model} at ${service.host}; ${
                      service.mayBeRemote ? 'may lie outside the private network' : 'in the private network only'
                    }`
                  : without}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-3">
          The operator of the installation sets the services. A second opinion is asked only in cases whose lead has
          switched it on.
        </p>
      </div>
    </Card>
  )
}
